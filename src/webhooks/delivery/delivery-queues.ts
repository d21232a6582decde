// Due deliveries that wait, in a lane for each account and receiver host. Accounts take turns, and the hosts of an account take
// turns within it. A host has a limit over all accounts. So neither a slow receiver nor an account with many of them takes all
// places or all memory, and neither delays the deliveries of another account.

export interface QueuedDelivery {
  readonly accountId: string;
  readonly host: string;
  readonly deliveryId: string;
}

export interface DeliveryQueueLimits {
  /** Deliveries that are being sent at the same time. */
  readonly maxConcurrent: number;
  readonly maxConcurrentPerHost: number;
  readonly maxQueuedPerLane: number;
  /**
   * Deliveries of all lanes together: divided evenly among accounts, then among the lanes of each. A lane may always queue
   * `maxConcurrentPerHost`.
   */
  readonly maxQueued: number;
}

interface Account {
  readonly id: string;
  readonly lanes: Map<string, Lane>;
  /** Lanes with a delivery waiting whose host is not known to be full, in the order of their turns. */
  readonly ready: Set<Lane>;
  sending: number;
}

interface Host {
  readonly name: string;
  /** Lanes that have met the limit of the host. */
  readonly held: Set<Lane>;
  lanes: number;
  sending: number;
}

interface Lane {
  readonly account: Account;
  readonly host: Host;
  /** First in, first out. A set, because a job and a scan can both report the same delivery. */
  readonly waiting: Set<string>;
  sending: number;
  /** Whether a delivery was dropped because the lane was full. */
  overflowed: boolean;
}

/**
 * An account may take a place while it has fewer than this many times the places that are free. Alone it gets three quarters of
 * them, two accounts get three sevenths each, and some are always free for one that comes later: the places of receivers that
 * never answer are not given back for as long as an attempt lasts.
 */
const MAX_PLACES_PER_FREE_PLACE = 3;

export class DeliveryQueues {
  private readonly accounts = new Map<string, Account>();
  private readonly hosts = new Map<string, Host>();
  /** Accounts with a lane that is ready, in the order of their turns. */
  private readonly ready = new Set<Account>();
  private taken = 0;
  private overflowDrained = false;

  constructor(private readonly limits: DeliveryQueueLimits) {}

  /** Deliveries that were taken and not yet released. */
  get sending(): number {
    return this.taken;
  }

  /**
   * Queues the delivery. If its lane is full, the delivery is not kept in memory (its row stays due), and `takeOverflow` says so.
   */
  add({ accountId, host, deliveryId }: QueuedDelivery): void {
    const lane = this.lane(accountId, host);
    if (lane.waiting.size >= this.maxQueuedNow(lane) && !lane.waiting.has(deliveryId)) lane.overflowed = true;
    else lane.waiting.add(deliveryId);
    this.setReady(lane);
  }

  /** Takes deliveries to send now, one from each account in turn (round robin). Each must be released. */
  take(maxDeliveries: number): QueuedDelivery[] {
    const batch: QueuedDelivery[] = [];
    // An account that is ready again moves to the end of the set, where this loop comes to it once more.
    for (const account of this.ready) {
      if (batch.length >= maxDeliveries) break;
      // Also while no place is free.
      if (account.sending >= MAX_PLACES_PER_FREE_PLACE * (this.limits.maxConcurrent - this.taken)) continue;
      const taken = this.takeFrom(account);
      if (taken) batch.push(taken);
      this.ready.delete(account);
      if (account.ready.size > 0) this.ready.add(account);
    }
    return batch;
  }

  release({ accountId, host }: Pick<QueuedDelivery, 'accountId' | 'host'>): void {
    const lane = this.accounts.get(accountId)?.lanes.get(host);
    if (!lane) return;
    this.taken -= 1;
    lane.sending -= 1;
    lane.account.sending -= 1;
    lane.host.sending -= 1;
    const held = [...lane.host.held];
    lane.host.held.clear();
    for (const heldLane of held) this.setReady(heldLane);
    this.dropIfIdle(lane);
  }

  /** Drops every delivery that waits. Those that were taken keep their places. */
  clear(): void {
    this.ready.clear();
    for (const account of this.accounts.values()) {
      account.ready.clear();
      for (const lane of account.lanes.values()) {
        lane.waiting.clear();
        lane.host.held.delete(lane);
        this.dropIfIdle(lane);
      }
    }
  }

  /** True once after a lane that had dropped deliveries has run empty: those are still due, and must be read again. */
  takeOverflow(): boolean {
    const { overflowDrained } = this;
    this.overflowDrained = false;
    return overflowDrained;
  }

  /** From the first lane in turn whose host has a place. Null when none has one. */
  private takeFrom(account: Account): QueuedDelivery | null {
    for (const lane of account.ready) {
      account.ready.delete(lane);
      const [deliveryId] = lane.waiting;
      if (deliveryId === undefined) continue;
      if (lane.host.sending >= this.limits.maxConcurrentPerHost) {
        lane.host.held.add(lane);
        continue;
      }
      lane.waiting.delete(deliveryId);
      lane.sending += 1;
      account.sending += 1;
      lane.host.sending += 1;
      this.taken += 1;
      if (lane.waiting.size > 0) account.ready.add(lane);
      else if (lane.overflowed) {
        lane.overflowed = false;
        this.overflowDrained = true;
      }
      return { accountId: account.id, host: lane.host.name, deliveryId };
    }
    return null;
  }

  private lane(accountId: string, hostName: string): Lane {
    const account = this.accounts.get(accountId) ?? { id: accountId, lanes: new Map(), ready: new Set(), sending: 0 };
    const existing = account.lanes.get(hostName);
    if (existing) return existing;
    const host = this.hosts.get(hostName) ?? { name: hostName, held: new Set(), lanes: 0, sending: 0 };
    const lane: Lane = { account, host, waiting: new Set(), sending: 0, overflowed: false };
    host.lanes += 1;
    account.lanes.set(hostName, lane);
    this.accounts.set(accountId, account);
    this.hosts.set(hostName, host);
    return lane;
  }

  private setReady(lane: Lane): void {
    if (lane.host.held.has(lane)) return;
    lane.account.ready.add(lane);
    this.ready.add(lane.account);
  }

  private dropIfIdle({ account, host, sending, waiting }: Lane): void {
    if (sending > 0 || waiting.size > 0) return;
    account.lanes.delete(host.name);
    if (account.lanes.size === 0) this.accounts.delete(account.id);
    host.lanes -= 1;
    if (host.lanes === 0) this.hosts.delete(host.name);
  }

  private maxQueuedNow({ account }: Lane): number {
    const { maxConcurrentPerHost, maxQueuedPerLane, maxQueued } = this.limits;
    const share = Math.floor(maxQueued / this.accounts.size / account.lanes.size);
    return Math.max(maxConcurrentPerHost, Math.min(maxQueuedPerLane, share));
  }
}
