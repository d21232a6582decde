// Timers for deliveries that come due again soon. Deliveries of the same time slot share a timer and a look-up.

/** Width of a time slot. */
const SLOT_MS = 50;

interface Slot {
  readonly deliveryIds: string[];
  readonly timer: NodeJS.Timeout;
}

export class RetryTimers {
  private readonly slots = new Map<number, Slot>();

  /** @param onDue must not throw */
  constructor(private readonly onDue: (deliveryIds: readonly string[]) => void) {}

  /** Reports the delivery once the wait is over, up to a slot and a half later. */
  add(deliveryId: string, waitMs: number): void {
    const number = Math.floor((Date.now() + waitMs) / SLOT_MS) + 1;
    const slot = this.slots.get(number);
    if (slot) slot.deliveryIds.push(deliveryId);
    else this.slots.set(number, this.start(number, [deliveryId]));
  }

  clear(): void {
    for (const { timer } of this.slots.values()) clearTimeout(timer);
    this.slots.clear();
  }

  private start(number: number, deliveryIds: string[]): Slot {
    const report = () => {
      this.slots.delete(number);
      this.onDue(deliveryIds);
    };
    // Never early: a look-up before a delivery is due on Postgres's clock would find nothing, and leave it to the next sweep.
    return { deliveryIds, timer: setTimeout(report, (number + 0.5) * SLOT_MS - Date.now()) };
  }
}
