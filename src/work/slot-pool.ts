// A pool of slots in this process. Each free slot takes the next due call, or evaluation, straight from Postgres, account by
// account. Where none is free, a run of the busiest account gives its slot to another account between two pieces of its work.
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { servedAccount } from '../platform/concurrency/account-turns.js';
import { WorkerStopping } from './claim.js';
import type { DueWork, Turn } from './due-work.js';

/** After so many lost races in a row other workers take what comes due: this one looks again when it is woken. */
const MAX_LOST_RACES = 12;
/** Each lost claim race doubles the number of candidates that the pool picks from at random; this is the maximum. */
const MAX_AMONG = 64;
/** Where there are more accounts than slots, work that was begun takes turns of at least so long: each change costs a claim. */
const MIN_TURN_MS = 10_000;

/** How a run learns that another account's work has its slot. True: it has, and the run must hand back what it works on. */
export type GivesWay = () => Promise<boolean>;

export interface PoolLimits {
  readonly slots: number;
  /** Runs for one account at a time. */
  readonly account: number;
  /** Whether `account` holds even while no other account has something due. */
  readonly accountAlways?: boolean;
  /** Whether an account has at most as many as are free: several accounts whose runs never end then leave slots to others. */
  readonly asManyAsFree?: boolean;
  /** Whether some of what is due may not take the last free slot: then it may wait beside one. */
  readonly lastSlotReserved?: boolean;
}

interface Run {
  readonly abort: AbortController;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Its slot has been given to another account. */
  leaving: boolean;
  done: Promise<void>;
}

export interface PoolParts<Claimed extends { readonly accountId: string }> {
  /** What is due and has the next turn; null when nothing is. `atWork` is what keeps its slot. */
  readonly next: (turn: Turn, atWork: readonly Claimed[]) => Promise<DueWork | null>;
  /** Null when another worker was faster. */
  readonly claim: (id: string) => Promise<Claimed | null>;
  /** Asked before each claim: how many further ones may be taken now. */
  readonly allowance: () => Promise<number>;
  /** Works on it until this worker is done with it. */
  readonly run: (claimed: Claimed, abort: AbortController, givesWay: GivesWay) => Promise<void>;
  /** Told when `run` rejects, which it never should. */
  readonly onFault: (claimed: Claimed, error: unknown) => void;
}

export class SlotPool<Claimed extends { readonly accountId: string }> {
  private readonly logger = new Logger(SlotPool.name);
  private readonly running = new Map<Claimed, Run>();
  /** One at a time, so that each sees what the one before has changed. */
  private exchanging: Promise<unknown> = Promise.resolve();
  /** The account that had the last turn. A random start: processes that start together begin with different accounts. */
  private lastAccount: string = randomUUID();
  private filling: Promise<void> | null = null;
  private woken = false;
  private stopping = false;
  private waitingForSlot: (() => void)[] = [];
  /** On the clock of `performance.now()`: since when the pool could have taken something, and nothing was due. Null: not so. */
  private idleSince: number | null = null;

  constructor(
    readonly lane: string,
    private readonly limits: PoolLimits,
    private readonly parts: PoolParts<Claimed>,
  ) {}

  get freeSlots(): number {
    return Math.max(0, this.limits.slots - this.atWork().length);
  }

  /** The account that holds all slots, if there is one. */
  filledBy(): string[] {
    return [...this.countRuns()].filter(([, count]) => count >= this.limits.slots).map(([accountId]) => accountId);
  }

  /** Fills the free slots. Resolves when no slot is free or nothing is due. Never throws. */
  wake(): Promise<void> {
    this.woken = true;
    this.filling ??= this.fill().finally(() => {
      this.filling = null;
      if (this.woken && !this.stopping) void this.wake();
    });
    return this.filling;
  }

  /** Resolves as soon as a slot is free for which nothing is due, and when the pool stops. */
  async untilFree(): Promise<void> {
    await this.filling;
    if (this.freeSlots > 0 || this.stopping) return;
    await new Promise<void>((resolve) => this.waitingForSlot.push(resolve));
  }

  /** Takes nothing further. */
  close(): void {
    this.stopping = true;
    this.letWaitersGo();
  }

  /** Ends the runs; each hands back what it works on. */
  async stop(): Promise<void> {
    this.close();
    for (const { abort } of this.running.values()) abort.abort(new WorkerStopping());
    await this.filling;
    await Promise.allSettled([...this.running.values()].map(({ done }) => done));
  }

  /**
   * What has been due for longer than `dueForMs`, although this pool has had free slots for as long and could take it.
   * Null, as it should be, when there is none.
   */
  async findNotTakenUp(dueForMs: number): Promise<DueWork | null> {
    if (this.idleSince === null || performance.now() - this.idleSince < dueForMs) return null;
    const except = this.limits.accountAlways ? this.accountsAtLimit() : [];
    return this.parts.next({ after: this.lastAccount, except, among: 1, dueForMs }, this.atWork());
  }

  private async fill(): Promise<void> {
    try {
      while (this.woken && !this.stopping) {
        this.woken = false;
        while (this.freeSlots > 0 && !this.stopping && (await this.takeOne()));
      }
    } catch (error) {
      this.woken = false;
      this.idleSince = null;
      this.logger.warn({ lane: this.lane, err: error }, 'Failed to look for due work; the next sweep looks again');
    }
    if (this.freeSlots > 0) this.letWaitersGo();
  }

  private async takeOne(): Promise<boolean> {
    if ((await this.parts.allowance()) < 1) {
      this.idleSince = null;
      return false;
    }
    const claimed = await this.claimNext();
    if (claimed) this.start(claimed);
    if (this.freeSlots === 0) this.idleSince = null;
    else if (!claimed) this.idleSince ??= performance.now();
    return claimed !== null;
  }

  private async claimNext(): Promise<Claimed | null> {
    for (let lostRaces = 0; lostRaces < MAX_LOST_RACES; lostRaces++) {
      const due = await this.choose(Math.min(MAX_AMONG, 2 ** lostRaces));
      if (!due) return null;
      const claimed = await this.claim(due);
      if (claimed) return claimed;
    }
    return null;
  }

  private async claim({ id }: DueWork): Promise<Claimed | null> {
    const claimed = await this.parts.claim(id);
    if (claimed) this.lastAccount = claimed.accountId;
    return claimed;
  }

  /** Rejects never: without Postgres the run goes on. */
  private givesWay(claimed: Claimed, run: Run): Promise<boolean> {
    const exchanged = this.exchanging
      .then(() => run.leaving || this.exchange(claimed, run))
      .catch((error: unknown) => {
        this.logger.warn(
          { lane: this.lane, err: error },
          'Failed to look for calls of other accounts; the run goes on',
        );
        return false;
      });
    this.exchanging = exchanged;
    return exchanged;
  }

  /**
   * Begins the call of an account that has fewer runs than its share, in place of this run of the busiest account. The call is
   * claimed before this run ends: no other worker can have taken it, so that none gives way for nothing.
   */
  private async exchange(claimed: Claimed, run: Run): Promise<boolean> {
    if (this.stopping || (this.freeSlots > 0 && !this.limits.lastSlotReserved)) return false;
    const counts = this.countRuns();
    const own = counts.get(claimed.accountId) ?? 0;
    if (own < Math.max(...counts.values())) return false;
    // Not for an account that would be the busiest with the slot. An account loses its only run to an account without runs alone.
    const except = [...counts].filter(([, count]) => count >= Math.max(1, own - 1)).map(([accountId]) => accountId);
    const others = this.atWork().filter((each) => each !== claimed);
    // What may take the free slot does so.
    if (this.freeSlots > 0 && (await this.look(except, 1, this.atWork()))) return false;
    const isShortTurn = own === 1 && performance.now() - run.startedAt < MIN_TURN_MS;
    for (let misses = 0; misses < MAX_LOST_RACES; misses++) {
      const due = await this.look(except, Math.min(MAX_AMONG, 2 ** misses), others);
      if (!due) return false;
      if (due.begun && isShortTurn) {
        except.push(due.accountId);
        continue;
      }
      if ((await this.parts.allowance()) < 1) return false;
      const next = await this.claim(due);
      if (!next) continue;
      run.leaving = true;
      this.start(next);
      return true;
    }
    return false;
  }

  private async choose(among: number): Promise<DueWork | null> {
    const atLimit = this.accountsAtLimit();
    const due = await this.look(atLimit, among, this.atWork());
    if (due || atLimit.length === 0 || this.limits.accountAlways) return due;
    // No other account has anything due.
    return this.look([], among, this.atWork());
  }

  private async look(except: readonly string[], among: number, atWork: readonly Claimed[]): Promise<DueWork | null> {
    const turn = { after: this.lastAccount, except, among, dueForMs: 0 };
    const due = await this.parts.next(turn, atWork);
    // It may have chosen behind the last.
    return due === null && among > 1 ? this.parts.next({ ...turn, among: 1 }, atWork) : due;
  }

  private atWork(): Claimed[] {
    return [...this.running].filter(([, { leaving }]) => !leaving).map(([claimed]) => claimed);
  }

  private countRuns(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { accountId } of this.atWork()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  }

  private accountsAtLimit(): string[] {
    const { account, asManyAsFree } = this.limits;
    const limit = asManyAsFree ? Math.min(account, this.freeSlots) : account;
    return [...this.countRuns()].filter(([, count]) => count >= limit).map(([accountId]) => accountId);
  }

  private start(claimed: Claimed): void {
    const abort = new AbortController();
    if (this.stopping) abort.abort(new WorkerStopping());
    const run: Run = { abort, startedAt: performance.now(), leaving: false, done: Promise.resolve() };
    this.running.set(claimed, run);
    run.done = servedAccount
      .run(claimed.accountId, () => this.parts.run(claimed, abort, () => this.givesWay(claimed, run)))
      .catch((error: unknown) => this.parts.onFault(claimed, error));
    void run.done.then(() => {
      this.running.delete(claimed);
      void this.wake();
    });
  }

  private letWaitersGo(): void {
    for (const resolve of this.waitingForSlot.splice(0)) resolve();
  }
}
