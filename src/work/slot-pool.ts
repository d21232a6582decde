// Pool of slots in this process. Each free slot claims the next due call, or evaluation, directly from Postgres, account by
// account. If no slot is free, a run of the busiest account gives its slot to another account between two pieces of its work.
import { Logger } from '@nestjs/common';
import { servedAccount } from '../platform/concurrency/account-turns.js';
import { WorkerStopping } from './claim.js';
import { type DueWork, MAX_LOST_RACES, type Turn, TurnRound } from './due-work.js';

/** Minimum turn of work that was begun, where there are more accounts than slots: each change costs a claim. */
const MIN_TURN_MS = 10_000;
/** Interval at which full slots are searched for stalled work. Without any it costs nothing. */
const STALL_LOOK_MS = 100;

/** Tells a run whether another account's work has its slot. True: the run must hand back its work. */
export type GivesWay = () => Promise<boolean>;

export interface PoolLimits {
  readonly slots: number;
  /** Maximum number of runs at once for one account. */
  readonly account: number;
  /** Whether `account` applies even while no other account has due work. */
  readonly accountAlways?: boolean;
  /** Whether an account gets at most as many slots as are free: several accounts with endless runs then leave slots to others. */
  readonly asManyAsFree?: boolean;
  /** Whether some work may not use the last free slot: it may then wait although a slot is free. */
  readonly lastSlotReserved?: boolean;
}

interface Run {
  readonly abort: AbortController;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** True when its slot has been given to another account. */
  leaving: boolean;
  /** True while it only waits for an answer without a slot: one that becomes free is its own again. */
  lent: boolean;
  done: Promise<void>;
}

export interface PoolParts<Claimed extends { readonly accountId: string }> {
  /** Finds the due work with the next turn; null when none is due. `atWork`: work that keeps its slot. */
  readonly next: (turn: Turn, atWork: readonly Claimed[]) => Promise<DueWork | null>;
  /** Null when another worker has claimed it first. */
  readonly claim: (id: string) => Promise<Claimed | null>;
  /** Checked before each claim: number of further claims that may be made now. */
  readonly allowance: () => Promise<number>;
  /** Works on the claim until this worker is done with it. */
  readonly run: (claimed: Claimed, abort: AbortController, givesWay: GivesWay) => Promise<void>;
  /** Whether the work only waits for an answer from elsewhere, and has for long. */
  readonly isStalled: (claimed: Claimed) => boolean;
  /** Told when `run` rejects, which it never should. */
  readonly onFault: (claimed: Claimed, error: unknown) => void;
}

export class SlotPool<Claimed extends { readonly accountId: string }> {
  private readonly logger = new Logger(SlotPool.name);
  private readonly running = new Map<Claimed, Run>();
  /** Exchanges run one at a time, so that each sees the changes of the one before. */
  private exchanging: Promise<unknown> = Promise.resolve();
  private readonly round: TurnRound<Claimed>;
  private filling: Promise<void> | null = null;
  private woken = false;
  private stopping = false;
  private waitingForSlot: (() => void)[] = [];
  private stallLooks: NodeJS.Timeout | null = null;
  /** Time on the clock of `performance.now()` since when the pool had free slots and nothing was due. Null: not idle. */
  private idleSince: number | null = null;

  constructor(
    readonly lane: string,
    private readonly limits: PoolLimits,
    private readonly parts: PoolParts<Claimed>,
  ) {
    this.round = new TurnRound(({ id }) => parts.claim(id));
  }

  get freeSlots(): number {
    return Math.max(0, this.limits.slots - this.atWork().length);
  }

  /** Account that uses all slots, if there is one. */
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

  /** Resolves when a slot is free and nothing is due for it, and when the pool stops. */
  async untilFree(): Promise<void> {
    await this.filling;
    if (this.freeSlots > 0 || this.stopping) return;
    await new Promise<void>((resolve) => this.waitingForSlot.push(resolve));
  }

  /** Stops further claims. */
  close(): void {
    this.stopping = true;
    this.lookForStalled();
    this.letWaitersGo();
  }

  /** Ends the runs; each hands back its work. */
  async stop(): Promise<void> {
    this.close();
    for (const { abort } of this.running.values()) abort.abort(new WorkerStopping());
    await this.filling;
    await Promise.allSettled([...this.running.values()].map(({ done }) => done));
  }

  /**
   * Finds work that has been due for longer than `dueForMs`, although this pool had free slots for as long and could claim it.
   * Normally there is none: null.
   */
  async findNotTakenUp(dueForMs: number): Promise<DueWork | null> {
    if (this.idleSince === null || performance.now() - this.idleSince < dueForMs) return null;
    const except = this.limits.accountAlways ? this.accountsAtLimit() : [];
    return this.parts.next({ after: this.round.after, except, among: 1, dueForMs }, this.atWork());
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
    const lenders = this.lenders();
    const mayClaim = (await this.parts.allowance()) >= 1;
    if (lenders.length > 0) {
      const except = [...new Set([...this.accountsAtLimit(), ...lenders.map(([{ accountId }]) => accountId)])];
      const look = (lost: readonly DueWork[]) => this.look(except, lost.length, this.atWork());
      const claimed = mayClaim ? await this.round.claimNext(look) : null;
      if (claimed) this.start(claimed);
      else this.returnSlot();
      return true;
    }
    if (!mayClaim) {
      this.idleSince = null;
      return false;
    }
    const claimed = await this.round.claimNext((lost) => this.choose(lost.length));
    if (claimed) this.start(claimed);
    if (this.freeSlots === 0) this.idleSince = null;
    else if (!claimed) this.idleSince ??= performance.now();
    return claimed !== null;
  }

  private givesWay(claimed: Claimed, run: Run): Promise<boolean> {
    // A run that is told hands its work back: it wants no slot any more.
    return this.inTurn(async () => {
      run.lent = false;
      return run.leaving || (await this.exchange(claimed, run));
    });
  }

  private lendSlot(claimed: Claimed, run: Run): Promise<boolean> {
    return this.inTurn(async () => {
      run.lent = !run.leaving && (await this.exchange(claimed, run));
      return run.lent;
    });
  }

  /** Never rejects: without Postgres the run continues. */
  private inTurn(exchange: () => Promise<boolean>): Promise<boolean> {
    const exchanged = this.exchanging.then(exchange).catch((error: unknown) => {
      this.logger.warn({ lane: this.lane, err: error }, 'Failed to look for calls of other accounts; the run goes on');
      return false;
    });
    this.exchanging = exchanged;
    return exchanged;
  }

  /**
   * Gives the slots of stalled runs to accounts that wait: a provider that takes requests and answers none would else hold all of
   * them until its time-out. Such a run goes on without a slot, and hands its work back at its next piece. A slot that becomes
   * free before that is its own again: further work of its account would stall in the same way.
   */
  private async replaceStalled(): Promise<void> {
    // Where one run of an account finds no work, another one finds none either.
    const asked = new Set<string>();
    for (const [claimed, run] of this.running) {
      const leaving = this.running.size - this.atWork().length;
      if (this.freeSlots > 0 || leaving >= this.limits.slots) return;
      if (run.leaving || asked.has(claimed.accountId) || !this.parts.isStalled(claimed)) continue;
      if (!(await this.lendSlot(claimed, run))) asked.add(claimed.accountId);
    }
  }

  private lenders(): [Claimed, Run][] {
    return [...this.running].filter(([, { lent }]) => lent);
  }

  /** Gives a free slot back to the run that has been without one for longest. */
  private returnSlot(): void {
    const [lender] = this.lenders();
    if (lender === undefined) return;
    lender[1].lent = false;
    lender[1].leaving = false;
    this.lookForStalled();
  }

  /** Looks while no slot is free. */
  private lookForStalled(): void {
    const mustLook = this.freeSlots === 0 && !this.stopping;
    if (mustLook) this.stallLooks ??= setInterval(() => void this.replaceStalled(), STALL_LOOK_MS).unref();
    else if (this.stallLooks !== null) {
      clearInterval(this.stallLooks);
      this.stallLooks = null;
    }
  }

  /**
   * Replaces this run of the busiest account by a call of an account with fewer runs than its share. The call is claimed before
   * this run ends: another worker cannot claim it first, so that no run gives way in vain.
   */
  private async exchange(claimed: Claimed, run: Run): Promise<boolean> {
    if (this.stopping || (this.freeSlots > 0 && !this.limits.lastSlotReserved)) return false;
    const counts = this.countRuns();
    const own = counts.get(claimed.accountId) ?? 0;
    if (own < Math.max(...counts.values())) return false;
    // Excludes accounts that would become the busiest. An account loses its only run only to an account without runs.
    const except = [...counts].filter(([, count]) => count >= Math.max(1, own - 1)).map(([accountId]) => accountId);
    const others = this.atWork().filter((each) => each !== claimed);
    // Work that may use the free slot takes it.
    if (this.freeSlots > 0 && (await this.look(except, 0, this.atWork()))) return false;
    const isShortTurn = own === 1 && performance.now() - run.startedAt < MIN_TURN_MS;
    for (let misses = 0; misses < MAX_LOST_RACES; misses++) {
      const due = await this.look(except, misses, others);
      if (!due) return false;
      if (due.begun && isShortTurn) {
        except.push(due.accountId);
        continue;
      }
      if ((await this.parts.allowance()) < 1) return false;
      const next = await this.round.claim(due);
      if (!next) continue;
      run.leaving = true;
      this.start(next);
      return true;
    }
    return false;
  }

  private async choose(lostRaces: number): Promise<DueWork | null> {
    const atLimit = this.accountsAtLimit();
    const due = await this.look(atLimit, lostRaces, this.atWork());
    if (due || atLimit.length === 0 || this.limits.accountAlways) return due;
    // No other account has due work.
    return this.look([], lostRaces, this.atWork());
  }

  private look(except: readonly string[], lostRaces: number, atWork: readonly Claimed[]): Promise<DueWork | null> {
    return this.round.look((turn) => this.parts.next(turn, atWork), except, lostRaces);
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
    const run: Run = { abort, startedAt: performance.now(), leaving: false, lent: false, done: Promise.resolve() };
    this.running.set(claimed, run);
    run.done = servedAccount
      .run(claimed.accountId, () => this.parts.run(claimed, abort, () => this.givesWay(claimed, run)))
      .catch((error: unknown) => this.parts.onFault(claimed, error));
    this.lookForStalled();
    void run.done.then(() => {
      this.running.delete(claimed);
      this.lookForStalled();
      void this.wake();
    });
  }

  private letWaitersGo(): void {
    for (const resolve of this.waitingForSlot.splice(0)) resolve();
  }
}
