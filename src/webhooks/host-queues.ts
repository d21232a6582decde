// One queue of due deliveries for each receiver host, with a limit on concurrent deliveries per host. So a slow or dead
// receiver takes up neither all connections nor all memory, and does not delay deliveries to other hosts.

export interface QueuedDelivery {
  readonly host: string;
  readonly deliveryId: string;
}

export interface HostQueueLimits {
  readonly maxConcurrentPerHost: number;
  readonly maxQueuedPerHost: number;
  /** Of all hosts together, divided evenly among those with a queue. A host may always queue `maxConcurrentPerHost`. */
  readonly maxQueued: number;
}

interface HostQueue {
  readonly host: string;
  /** First in, first out. A set, because a job and a scan can both report the same delivery. */
  readonly waiting: Set<string>;
  sending: number;
  /** Whether a delivery was dropped because the queue was full. */
  overflowed: boolean;
}

export class HostQueues {
  private readonly queues = new Map<string, HostQueue>();
  /** Queues that have a delivery waiting and a slot free, in the order of their turns. */
  private readonly ready = new Set<HostQueue>();
  private taken = 0;
  private overflowDrained = false;

  constructor(private readonly limits: HostQueueLimits) {}

  /** Deliveries that were taken and not yet released. */
  get sending(): number {
    return this.taken;
  }

  /** Queues the delivery. If the queue of the host is full, the delivery is dropped, and `takeOverflow` will say so. */
  add(host: string, deliveryId: string): void {
    const queue = this.queues.get(host) ?? { host, waiting: new Set(), sending: 0, overflowed: false };
    this.queues.set(host, queue);
    if (queue.waiting.size >= this.maxQueuedNow() && !queue.waiting.has(deliveryId)) queue.overflowed = true;
    else queue.waiting.add(deliveryId);
    this.setReady(queue);
  }

  /** Takes deliveries to send now, one from each host in turn (round robin). Each must be released. */
  take(maxDeliveries: number): QueuedDelivery[] {
    const taken: QueuedDelivery[] = [];
    // A queue that `setReady` adds again moves to the end of the set, where this loop comes to it once more.
    for (const queue of this.ready) {
      if (taken.length >= maxDeliveries) break;
      for (const deliveryId of queue.waiting) {
        queue.waiting.delete(deliveryId);
        queue.sending += 1;
        taken.push({ host: queue.host, deliveryId });
        break;
      }
      if (queue.waiting.size === 0 && queue.overflowed) {
        queue.overflowed = false;
        this.overflowDrained = true;
      }
      this.ready.delete(queue);
      this.setReady(queue);
    }
    this.taken += taken.length;
    return taken;
  }

  release(host: string): void {
    const queue = this.queues.get(host);
    if (!queue) return;
    this.taken -= 1;
    queue.sending -= 1;
    if (queue.sending === 0 && queue.waiting.size === 0) this.queues.delete(host);
    else this.setReady(queue);
  }

  /** Drops every delivery that waits. Those that were taken keep their slots. */
  clear(): void {
    for (const [host, queue] of this.queues) {
      queue.waiting.clear();
      if (queue.sending === 0) this.queues.delete(host);
    }
    this.ready.clear();
  }

  /** True once after a queue that had dropped deliveries has run empty: those are still due, and must be read again. */
  takeOverflow(): boolean {
    const { overflowDrained } = this;
    this.overflowDrained = false;
    return overflowDrained;
  }

  private setReady(queue: HostQueue): void {
    if (queue.waiting.size > 0 && queue.sending < this.limits.maxConcurrentPerHost) this.ready.add(queue);
  }

  private maxQueuedNow(): number {
    const { maxConcurrentPerHost, maxQueuedPerHost, maxQueued } = this.limits;
    const share = Math.floor(maxQueued / this.queues.size);
    return Math.max(maxConcurrentPerHost, Math.min(maxQueuedPerHost, share));
  }
}
