// A pool of slots in this process. Each free slot takes the next due call, or evaluation, straight from Postgres, account by account.
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Turn } from '../analysis/due-calls.js';
import { WorkerStopping } from './call-run.js';

/** After so many lost races in a row other workers take what comes due: this one looks again when it is woken. */
const MAX_LOST_RACES = 12;
/** After lost races the pool chooses among more and more, up to so many. */
const MAX_AMONG = 64;

export interface PoolLimits {
  readonly slots: number;
  /** Runs for one account at a time. */
  readonly account: number;
  /** Whether `account` holds even while no other account has something due. */
  readonly accountAlways: boolean;
}

export interface PoolParts<Claimed extends { readonly accountId: string }, Due extends { readonly id: string }> {
  /** What is due and has the next turn; null when nothing is. */
  readonly next: (turn: Turn) => Promise<Due | null>;
  /** Null when another worker was faster. */
  readonly claim: (id: string) => Promise<Claimed | null>;
  /** Asked before each claim: how many further ones may be taken now. */
  readonly allowance: () => Promise<number>;
  /** Works on it until this worker is done with it. */
  readonly run: (claimed: Claimed, abort: AbortController) => Promise<void>;
  /** Told when `run` rejects, which it never should. */
  readonly onFault: (claimed: Claimed, error: unknown) => void;
}

export class SlotPool<Claimed extends { readonly accountId: string }, Due extends { readonly id: string }> {
  private readonly logger = new Logger(SlotPool.name);
  private readonly running = new Map<Claimed, { readonly abort: AbortController; readonly run: Promise<void> }>();
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
    private readonly parts: PoolParts<Claimed, Due>,
  ) {}

  get freeSlots(): number {
    return Math.max(0, this.limits.slots - this.running.size);
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
    await Promise.allSettled([...this.running.values()].map(({ run }) => run));
  }

  /**
   * What has been due for longer than `dueForMs`, although this pool has had free slots for as long and could take it.
   * Null, as it should be, when there is none.
   */
  async findNotTakenUp(dueForMs: number): Promise<Due | null> {
    if (this.idleSince === null || performance.now() - this.idleSince < dueForMs) return null;
    const except = this.limits.accountAlways ? this.accountsAtLimit() : [];
    return this.parts.next({ after: this.lastAccount, except, among: 1, dueForMs });
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
      this.logger.warn({ lane: this.lane, err: error }, 'Failed to look for due calls; the next sweep looks again');
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
      const claimed = await this.parts.claim(due.id);
      if (claimed) {
        this.lastAccount = claimed.accountId;
        return claimed;
      }
    }
    return null;
  }

  private async choose(among: number): Promise<Due | null> {
    const next = (except: readonly string[], amongDue: number) =>
      this.parts.next({ after: this.lastAccount, except, among: amongDue, dueForMs: 0 });
    const atLimit = this.accountsAtLimit();
    const due = (await next(atLimit, among)) ?? (among > 1 ? await next(atLimit, 1) : null);
    if (due || atLimit.length === 0 || this.limits.accountAlways) return due;
    // No other account has anything due.
    return next([], among);
  }

  private accountsAtLimit(): string[] {
    const counts = new Map<string, number>();
    for (const { accountId } of this.running.keys()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= this.limits.account).map(([accountId]) => accountId);
  }

  private start(claimed: Claimed): void {
    const abort = new AbortController();
    if (this.stopping) abort.abort(new WorkerStopping());
    const run = this.parts.run(claimed, abort).catch((error: unknown) => this.parts.onFault(claimed, error));
    this.running.set(claimed, { abort, run });
    void run.then(() => {
      this.running.delete(claimed);
      void this.wake();
    });
  }

  private letWaitersGo(): void {
    for (const resolve of this.waitingForSlot.splice(0)) resolve();
  }
}
