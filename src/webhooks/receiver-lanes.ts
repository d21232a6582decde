/** Bounds how much of the sending one receiver can take up, so that a slow or dead one holds up nobody else. */
export class ReceiverLanes {
  private readonly busy = new Map<string, number>();
  private readonly waiting = new Map<string, Set<string>>();

  /**
   * @param lanes deliveries to one host at a time
   * @param mostWaiting deliveries remembered for one host while its lanes are taken
   */
  constructor(
    private readonly lanes: number,
    private readonly mostWaiting: number,
  ) {}

  /** `waiting`: whoever leaves a lane takes this delivery on. `full`: nobody does. */
  enter(host: string, deliveryId: string): 'entered' | 'waiting' | 'full' {
    const busy = this.busy.get(host) ?? 0;
    if (busy < this.lanes) {
      this.busy.set(host, busy + 1);
      return 'entered';
    }
    const waiting = this.waiting.get(host) ?? new Set();
    if (waiting.size >= this.mostWaiting && !waiting.has(deliveryId)) return 'full';
    this.waiting.set(host, waiting.add(deliveryId));
    return 'waiting';
  }

  /** Keeps the lane and takes the delivery that has waited longest; with none waiting, gives the lane up. */
  next(host: string): string | null {
    const waiting = this.waiting.get(host);
    for (const deliveryId of waiting ?? []) {
      waiting?.delete(deliveryId);
      if (waiting?.size === 0) this.waiting.delete(host);
      return deliveryId;
    }
    this.leave(host);
    return null;
  }

  leave(host: string): void {
    const busy = (this.busy.get(host) ?? 1) - 1;
    if (busy > 0) this.busy.set(host, busy);
    else this.busy.delete(host);
  }
}
