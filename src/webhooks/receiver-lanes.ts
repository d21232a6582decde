/** A delivery whose turn it is, in a lane of its receiver. */
export interface Place {
  readonly host: string;
  readonly deliveryId: string;
}

interface Receiver {
  readonly host: string;
  /** In the order they came. */
  readonly line: Set<string>;
  lanesTaken: number;
  turnedAway: boolean;
}

/**
 * Bounds how much of the sending, and of the memory, one receiver can take up, so that a slow or dead one holds up nobody
 * else. Receivers with a delivery in line and a lane free have their turns one after the other.
 */
export class ReceiverLanes {
  private readonly receivers = new Map<string, Receiver>();
  private readonly ready = new Set<Receiver>();
  private missed = false;

  /**
   * @param lanes deliveries to one host at a time
   * @param longestLine deliveries remembered for one host
   * @param mostWaiting deliveries remembered in all, shared out when many hosts have lines; each has room for as many as it
   *   has lanes in any case
   */
  constructor(
    private readonly lanes: number,
    private readonly longestLine: number,
    private readonly mostWaiting: number,
  ) {}

  /** Puts it at the end of its receiver's line. Where that is full, the delivery is not remembered. */
  enter(host: string, deliveryId: string): void {
    const receiver = this.receivers.get(host) ?? { host, line: new Set(), lanesTaken: 0, turnedAway: false };
    this.receivers.set(host, receiver);
    if (receiver.line.size >= this.longestLineNow() && !receiver.line.has(deliveryId)) receiver.turnedAway = true;
    else receiver.line.add(deliveryId);
    this.rank(receiver);
  }

  /** Takes up to so many out of their lines and into lanes, one of each receiver in turn. */
  take(most: number): Place[] {
    const taken: Place[] = [];
    // Receivers that go to the end of the set are come to again.
    for (const receiver of this.ready) {
      if (taken.length >= most) break;
      for (const deliveryId of receiver.line) {
        receiver.line.delete(deliveryId);
        receiver.lanesTaken += 1;
        taken.push({ host: receiver.host, deliveryId });
        break;
      }
      if (receiver.line.size === 0 && receiver.turnedAway) {
        receiver.turnedAway = false;
        this.missed = true;
      }
      this.ready.delete(receiver);
      this.rank(receiver);
    }
    return taken;
  }

  leave(host: string): void {
    const receiver = this.receivers.get(host);
    if (!receiver) return;
    receiver.lanesTaken -= 1;
    if (receiver.lanesTaken === 0 && receiver.line.size === 0) this.receivers.delete(host);
    else this.rank(receiver);
  }

  /** Whoever stood in line must be entered again. */
  forgetLines(): void {
    for (const [host, receiver] of this.receivers) {
      receiver.line.clear();
      if (receiver.lanesTaken === 0) this.receivers.delete(host);
    }
    this.ready.clear();
  }

  /** Whether a line has run out whose receiver had been turned away from it before. Asked once, it is forgotten. */
  takeMissed(): boolean {
    const { missed } = this;
    this.missed = false;
    return missed;
  }

  private rank(receiver: Receiver): void {
    if (receiver.line.size > 0 && receiver.lanesTaken < this.lanes) this.ready.add(receiver);
  }

  private longestLineNow(): number {
    const share = Math.floor(this.mostWaiting / this.receivers.size);
    return Math.max(this.lanes, Math.min(this.longestLine, share));
  }
}
