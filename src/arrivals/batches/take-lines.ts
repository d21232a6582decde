// Accepts the lines of a batch in order. Each is checked as a submission is, and is written in the transaction that accepts its
// call. A worker may be killed at any point; the next worker continues with the next line.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HUNDREDTH_MS } from '../../billing/usage/minutes.js';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { SubmitUnattended } from '../../pipeline/intake/submit-unattended.js';
import { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { ClaimLost } from '../../work/claim.js';
import { turnUnderLease, writeAndTell } from '../../work/jobs/job-writes.js';
import { BatchClaims, type ClaimedBatch, type QueuedLine, type TakenLine } from './batch-claims.js';
import { BatchNotices } from './batch-notices.js';
import { readLine } from './line-body.js';
import { faultsOf, wholeLine } from './line-faults.js';

/** Maximum number of lines in a turn; then another account gets a turn. */
const TURN_LINES = 50;
/** Lines of a batch accepted at the same time. They begin in order. */
const AT_ONCE = 4;
/** Maximum number of calls in progress per batch, so that the queues of calls stay short. */
const MAX_IN_PROGRESS = 100;
/** Time until the worker polls a batch again that has enough calls in progress. */
const WAIT_MS = 250;
/** Time until it polls again after a line could not be accepted because of an error. */
const RETRY_MS = 2_000;
/** Time until it polls again where no minutes are left. */
const QUOTA_WAIT_MS = 15_000;
/** After as many failures the line is refused, so that it does not block the others. */
const MAX_FAILURES = 5;

/** No minutes are left; the line stays queued. */
class NoMinutesLeft extends Error {}

@Injectable()
export class TakeLines {
  private readonly logger = new Logger(TakeLines.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: BatchClaims,
    private readonly submissions: SubmitUnattended,
    private readonly ledger: MinutesLedger,
    private readonly notices: BatchNotices,
    private readonly config: Config,
  ) {}

  /** Works one turn on the batch of the next account. @returns false when no batch is due */
  async takeTurn(stopping: AbortSignal): Promise<boolean> {
    const batch = await this.claims.claimNext();
    if (!batch) return false;
    const { leaseMs } = this.config.worker;
    await turnUnderLease(
      () => this.claims.renew(batch),
      leaseMs,
      stopping,
      (signal) => this.goOn(batch, signal),
    );
    return true;
  }

  private async goOn(batch: ClaimedBatch, signal: AbortSignal): Promise<void> {
    const { id, accountId, livemode, nextLine } = batch;
    const room = Math.min(TURN_LINES, MAX_IN_PROGRESS - batch.processing);
    if (room <= 0) return this.claims.handBack(batch, { nextLine, hasFailed: false, waitMs: WAIT_MS });
    const plan = await this.ledger.findRoom(accountId, livemode);
    if (batch.isWaiting) {
      if (plan.refusalOf(null) !== null)
        return this.claims.handBack(batch, { nextLine, hasFailed: false, waitMs: QUOTA_WAIT_MS });
      await this.claims.goOn(batch);
    }
    // Accepts one line at a time near the limit: otherwise a later line might get the last minutes.
    const atOnce = plan.refusalOf(room * HUNDREDTH_MS) === null ? AT_ONCE : 1;
    const lines = await this.claims.nextLines(id, nextLine, room);
    await new LinesOfTurn(lines, (line) => this.take(batch, line), signal).run(atOnce).then(
      (next) =>
        this.claims.handBack(batch, {
          nextLine: next ?? nextLine,
          hasFailed: false,
          waitMs: lines.length === 0 ? WAIT_MS : 0,
        }),
      (thrown: unknown) => this.afterFailure(batch, thrown, signal),
    );
  }

  private async afterFailure(batch: ClaimedBatch, thrown: unknown, signal: AbortSignal): Promise<void> {
    const { cause, nextLine } = thrown instanceof LineFailed ? thrown : { cause: thrown, nextLine: batch.nextLine };
    if (cause instanceof ClaimLost) throw cause;
    if (cause instanceof NoMinutesLeft) return this.waitForQuota(batch, nextLine);
    if (!signal.aborted)
      this.logger.warn(
        { batchId: batch.id, requestId: batch.requestId, err: cause },
        'Could not accept a line of a batch; it is tried again',
      );
    await this.claims.handBack(batch, { nextLine, hasFailed: !signal.aborted, waitMs: RETRY_MS });
  }

  private async waitForQuota(batch: ClaimedBatch, nextLine: number): Promise<void> {
    await writeAndTell(this.dataSource, batch.accountId, this.notices, async (tx) => {
      const told = await this.claims.waitForQuota(tx, batch, nextLine, QUOTA_WAIT_MS);
      return told ? this.notices.record(tx, 'batch.waiting', told) : [];
    });
  }

  /** @throws NoMinutesLeft; ClaimLost; what a database throws */
  private async take(batch: ClaimedBatch, { line, body }: QueuedLine): Promise<void> {
    const { accountId, livemode, requestId } = batch;
    const owner = { accountId, livemode };
    const read = readLine(body, batch);
    if (!read.ok) return this.record(batch, line, { status: 'refused', faults: [read.fault] });
    try {
      const submission = this.submissions.read(read.body, owner, batch.teams);
      const id = randomUUID();
      const { isNew, analysisId } = await this.submissions.accept({
        id,
        owner,
        requestId,
        submission,
        recording: null,
        acceptedWith: async (tx) => {
          await this.claims.recordTaken(tx, batch, line, { status: 'processing', analysisId: id });
        },
      });
      if (!isNew) await this.record(batch, line, { status: 'existing', analysisId });
    } catch (error) {
      if (!(error instanceof ApiError)) return this.giveUp(batch, line, error);
      if (error.status === 401) throw new ClaimLost();
      if (error.status === 402 && livemode && batch.onQuota === 'wait') throw new NoMinutesLeft();
      // A scenario of the sandbox may request any refusal.
      if (livemode && (error.status >= 500 || error.status === 429)) return this.giveUp(batch, line, error);
      await this.record(batch, line, { status: 'refused', faults: faultsOf(error) });
    }
  }

  /** Refuses a line that has failed too often. @throws the error, while the line may be retried */
  private async giveUp(batch: ClaimedBatch, line: number, error: unknown): Promise<void> {
    const isOften = batch.failures >= MAX_FAILURES && line === batch.nextLine;
    if (!isOften || error instanceof ClaimLost) throw error;
    await this.record(batch, line, { status: 'refused', faults: [wholeLine('The call could not be accepted')] });
  }

  private record(batch: ClaimedBatch, line: number, taken: TakenLine): Promise<void> {
    return writeAndTell(this.dataSource, batch.accountId, this.notices, async (tx) => {
      const settled = await this.claims.recordTaken(tx, batch, line, taken);
      return settled ? this.notices.record(tx, 'batch.completed', settled) : [];
    });
  }
}

/** A line could not be accepted. Lines that had begun have ended. */
class LineFailed extends Error {
  constructor(
    override readonly cause: unknown,
    /** First line that was not accepted. */
    readonly nextLine: number,
  ) {
    super('A line could not be taken', { cause });
  }
}

/** Accepts a few lines at a time, begun in order. None begins once one has failed. */
class LinesOfTurn {
  private readonly left: Set<number>;
  /** Last line of each `external_id`. */
  private readonly named = new Map<string, Promise<void>>();
  private failure: { readonly cause: unknown } | null = null;
  private next = 0;

  constructor(
    private readonly lines: readonly QueuedLine[],
    private readonly take: (line: QueuedLine) => Promise<void>,
    private readonly signal: AbortSignal,
  ) {
    this.left = new Set(lines.map(({ line }) => line));
  }

  /** @returns first line of the next turn; null when there was no line @throws LineFailed */
  async run(atOnce: number): Promise<number | null> {
    await Promise.all(Array.from({ length: atOnce }, () => this.takeSome()));
    const last = this.lines.at(-1);
    const [firstLeft] = this.left;
    const nextLine = firstLeft ?? (last ? last.line + 1 : null);
    if (this.failure !== null) throw new LineFailed(this.failure.cause, nextLine ?? 0);
    return nextLine;
  }

  private async takeSome(): Promise<void> {
    while (this.failure === null && !this.signal.aborted) {
      const line = this.lines[this.next++];
      if (!line) return;
      try {
        await this.takeAfterItsName(line);
        this.left.delete(line.line);
      } catch (cause) {
        // A lost claim is more significant than other failures.
        if (this.failure === null || cause instanceof ClaimLost) this.failure = { cause };
      }
    }
  }

  /**
   * Accepts lines with the same `external_id` one after the other: the first becomes the call, and two at once would race for it.
   */
  private takeAfterItsName(line: QueuedLine): Promise<void> {
    if (line.name === null) return this.take(line);
    const taking = (this.named.get(line.name) ?? Promise.resolve()).then(() => this.take(line));
    this.named.set(line.name, taking);
    return taking;
  }
}
