// The slots of one lane in this process. Each free slot takes the next due call straight from Postgres, account by account.
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { AnalysisClaims, ClaimedCall } from '../analysis/analysis-claims.js';
import type { DueCall, DueCalls, Lane } from '../analysis/due-calls.js';
import { WorkerStopping } from './call-run.js';
import type { ClaimGate } from './claim-gate.js';

/** After so many lost races in a row other workers take the calls as they come due: this one looks again when it is woken. */
const MAX_LOST_RACES = 12;
/** After lost races the pool chooses among more and more calls, up to so many. */
const MAX_AMONG = 64;

export interface PoolLimits {
  readonly slots: number;
  /** Calls of one account at a time. */
  readonly account: number;
  /** Whether `account` holds even while no other account has a due call. */
  readonly accountAlways: boolean;
}

export interface PoolParts {
  readonly dueCalls: Pick<DueCalls, 'next'>;
  readonly claims: Pick<AnalysisClaims, 'claim'>;
  readonly gate: Pick<ClaimGate, 'allowance'>;
  /** Works on the call until this worker is done with it. */
  readonly run: (call: ClaimedCall, abort: AbortController) => Promise<void>;
}

export class CallPool {
  private readonly logger = new Logger(CallPool.name);
  private readonly running = new Map<ClaimedCall, { readonly abort: AbortController; readonly run: Promise<void> }>();
  /** The account that had the last turn. A random start: processes that start together begin with different accounts. */
  private lastAccount: string = randomUUID();
  private filling: Promise<void> | null = null;
  private woken = false;
  private stopping = false;
  private waitingForSlot: (() => void)[] = [];
  /** On the clock of `performance.now()`: since when calls could have been taken, and none was due. Null: not so. */
  private idleSince: number | null = null;

  constructor(
    readonly lane: Lane,
    private readonly limits: PoolLimits,
    private readonly parts: PoolParts,
  ) {}

  get freeSlots(): number {
    return Math.max(0, this.limits.slots - this.running.size);
  }

  /** Fills the free slots with due calls. Resolves when no slot is free or no call is due. Never throws. */
  wake(): Promise<void> {
    this.woken = true;
    this.filling ??= this.fill().finally(() => {
      this.filling = null;
      if (this.woken && !this.stopping) void this.wake();
    });
    return this.filling;
  }

  /** Resolves as soon as a slot is free for which no call is due, and when the pool stops. */
  async untilFree(): Promise<void> {
    await this.filling;
    if (this.freeSlots > 0 || this.stopping) return;
    await new Promise<void>((resolve) => this.waitingForSlot.push(resolve));
  }

  /** Takes no further call. */
  close(): void {
    this.stopping = true;
    this.letWaitersGo();
  }

  /** Ends the runs; each hands its call back. */
  async stop(): Promise<void> {
    this.close();
    for (const { abort } of this.running.values()) abort.abort(new WorkerStopping());
    await this.filling;
    await Promise.allSettled([...this.running.values()].map(({ run }) => run));
  }

  /**
   * A call that has been due for longer than `dueForMs`, although this pool has had free slots for as long and could take it.
   * Null, as it should be, when there is none.
   */
  async findNotTakenUp(dueForMs: number): Promise<DueCall | null> {
    if (this.idleSince === null || performance.now() - this.idleSince < dueForMs) return null;
    const except = this.limits.accountAlways ? this.accountsAtLimit() : [];
    return this.parts.dueCalls.next(this.lane, { after: this.lastAccount, except, among: 1, dueForMs });
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
    if ((await this.parts.gate.allowance(this.lane)) < 1) {
      this.idleSince = null;
      return false;
    }
    const call = await this.claimNext();
    if (call) this.start(call);
    if (this.freeSlots === 0) this.idleSince = null;
    else if (!call) this.idleSince ??= performance.now();
    return call !== null;
  }

  private async claimNext(): Promise<ClaimedCall | null> {
    for (let lostRaces = 0; lostRaces < MAX_LOST_RACES; lostRaces++) {
      const due = await this.choose(Math.min(MAX_AMONG, 2 ** lostRaces));
      if (!due) return null;
      const call = await this.parts.claims.claim(due.id);
      if (call) {
        this.lastAccount = call.accountId;
        return call;
      }
    }
    return null;
  }

  private async choose(among: number): Promise<DueCall | null> {
    const next = (except: readonly string[], amongCalls: number) =>
      this.parts.dueCalls.next(this.lane, { after: this.lastAccount, except, among: amongCalls, dueForMs: 0 });
    const atLimit = this.accountsAtLimit();
    const due = (await next(atLimit, among)) ?? (among > 1 ? await next(atLimit, 1) : null);
    if (due || atLimit.length === 0 || this.limits.accountAlways) return due;
    // No other account has a due call.
    return next([], among);
  }

  private accountsAtLimit(): string[] {
    const counts = new Map<string, number>();
    for (const { accountId } of this.running.keys()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= this.limits.account).map(([accountId]) => accountId);
  }

  private start(call: ClaimedCall): void {
    const abort = new AbortController();
    if (this.stopping) abort.abort(new WorkerStopping());
    const run = this.parts.run(call, abort).catch((error: unknown) => {
      this.logger.error(
        { analysisId: call.id, requestId: call.requestId, err: error },
        'The run of a call ended in an unexpected way; another run continues it when its lease expires',
      );
    });
    this.running.set(call, { abort, run });
    void run.then(() => {
      this.running.delete(call);
      void this.wake();
    });
  }

  private letWaitersGo(): void {
    for (const resolve of this.waitingForSlot.splice(0)) resolve();
  }
}
