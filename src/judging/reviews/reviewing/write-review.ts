// Writes one review: a person's decisions on a call take effect in one transaction, and are stored.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ResultsResponse } from '../../../calls/results/analysis-results.response.js';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { type JudgedResults, readJudgedResults, writeVerdicts } from '../../../calls/results/verdict-storage.js';
import { leaveQueue } from '../../../calls/review-tasks/review-tasks.js';
import { overrule } from '../../../judgement/overrule.js';
import { recordAudit } from '../../../platform/audit/record-audit.js';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.js';
import { Config } from '../../../platform/config/config.js';
import { refuseWhenFull } from '../../../platform/database/held-bytes.js';
import { lockForChange } from '../../../platform/database/lock-for-change.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../../platform/http/idempotency/store-response.js';
import { changedFigures, readFigures } from '../../../scorecards/evaluations/evaluation-figures.js';
import { markEvaluationsReviewed, ReviewedEvaluations } from '../../../scorecards/evaluations/reviewed-evaluations.js';
import { Deliveries } from '../../../webhooks/deliveries.service.js';
import type { ReviewedEvaluationResponse } from '../../../wire/review.response.js';
import type { ReviewRow } from '../../../wire/review-json.js';
import { TypedTexts } from '../typed-texts.js';
import { type CheckedQuotes, CheckQuotes } from './check-quotes.js';
import type { FoundQuotes, GivenReview } from './given-review.js';
import { mergeVerdicts, refuseUnknownViolations } from './merge-verdicts.js';
import { notReviewable, quotesTakeTooLong, tooManyEntries } from './review-errors.js';
import { insertReview, type ReviewedCall, readTranscriptState, type TranscriptState } from './review-records.js';
import { MAX_ENTRIES } from './reviews.requests.js';

/** Limits for writing. Reviews of one call wait for each other; meanwhile they must not take all connections of the process. */
const WRITE_LIMITS = { maxRunning: 8, maxRunningPerKey: 2 };

interface LockedCall extends ReviewedCall {
  readonly status: string;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
  readonly transcript_deleted_at: Date | null;
}

/** Times that quotations are checked for one review: a worker corrects or masks a call in seconds, and checking takes less. */
const MAX_CHECKS = 5;

const LOCKED = { columns: 'id, status, agent_id, webhook_url, webhook_events, transcript_deleted_at' };
const NOTHING_QUOTED: FoundQuotes = { ofFindings: [], ofAnswers: [] };
const EVENT = 'analysis.reviewed';

/** Effects that a review would have. */
export interface TriedReview {
  readonly review: ReviewRow;
  readonly evaluations: ReviewedEvaluationResponse[];
}

@Injectable()
export class WriteReview {
  /** Turns of accounts. */
  private readonly turns = new FairSemaphore(WRITE_LIMITS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly quotes: CheckQuotes,
    private readonly typed: TypedTexts,
    private readonly evaluations: ReviewedEvaluations,
    private readonly deliveries: Deliveries,
    private readonly config: Config,
  ) {}

  /**
   * Reviews of one call take effect one after the other, in the order of its list. A review without entries changes nothing, and
   * removes the call from the review queue. Locks are taken in one order everywhere: the account, the analysis, its evaluations
   * by id, its task in the queue.
   * @param check sees the analysis locked, before anything is changed
   * @throws ApiError 400 for an analysis that is not completed or has lost its transcript, a quotation that is not in its
   *   segment, too many entries, and a full account; 403 for a live analysis and a test key; 404; 422 for a violation that is
   *   not found; and as `ReviewedEvaluations.decide`
   */
  async write(
    caller: Caller,
    analysisId: string,
    given: GivenReview,
    beforeCommit: BeforeCommit<ReviewRow>,
    check: (tx: EntityManager) => Promise<void> = async () => undefined,
  ): Promise<ReviewRow> {
    const { review, deliveryIds } = await this.inTurn(caller, analysisId, given, (checked, masked) =>
      this.dataSource.transaction((tx) =>
        this.writeChecked(tx, caller, analysisId, masked, checked, { beforeCommit, check }),
      ),
    );
    void this.deliveries.enqueue(deliveryIds);
    return review;
  }

  /** Writes the review and rolls it back, so that its scores are exactly those of `write`. @throws ApiError as `write` */
  tryOut(caller: Caller, analysisId: string, given: GivenReview): Promise<TriedReview> {
    return this.inTurn(caller, analysisId, given, (checked, masked) =>
      rolledBack(this.dataSource, async (tx) => {
        const before = await readFigures(tx, caller.accountId, analysisId);
        const written = await this.writeChecked(tx, caller, analysisId, masked, checked, NOTHING_BESIDE);
        if (written === null) return null;
        const after = await readFigures(tx, caller.accountId, analysisId);
        return { review: written.review, evaluations: changedFigures(before, after) };
      }),
    );
  }

  /**
   * @param decide in a transaction, once the quotations are checked and what was typed is masked; null where the transcript
   *   has changed since
   * @throws ApiError 503 where it changes again and again
   */
  private async inTurn<Result>(
    { accountId }: Caller,
    analysisId: string,
    given: GivenReview,
    decide: (checked: CheckedQuotes | null, masked: GivenReview) => Promise<Result | null>,
  ): Promise<Result> {
    const { findings, violations, answers } = given;
    if (findings.length + violations.length + answers.length > MAX_ENTRIES) throw tooManyEntries();
    return this.turns.run(accountId, async () => {
      const masked = await this.masked(accountId, analysisId, given);
      for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
        const decided = await decide(await this.quotes.check(accountId, analysisId, given), masked);
        if (decided !== null) return decided;
      }
      throw quotesTakeTooLong();
    });
  }

  /** The review with its notes and rationales masked, where redaction is on. */
  private async masked(accountId: string, analysisId: string, given: GivenReview): Promise<GivenReview> {
    const { note, findings, violations, answers } = given;
    const noted = [...findings, ...violations];
    const texts = [note, ...noted.map((each) => each.note), ...answers.map(({ rationale }) => rationale)];
    const masked = await this.typed.mask(accountId, analysisId, texts);
    const noteOf = (at: number) => masked[1 + at] ?? null;
    return {
      ...given,
      note: masked[0] ?? null,
      findings: findings.map((each, at) => ({ ...each, note: noteOf(at) })),
      violations: violations.map((each, at) => ({ ...each, note: noteOf(findings.length + at) })),
      answers: answers.map((each, at) => ({ ...each, rationale: masked[1 + noted.length + at] ?? each.rationale })),
    };
  }

  /** @returns null where the transcript has changed since the quotations were checked; nothing is written then */
  private async writeChecked(
    tx: EntityManager,
    caller: Caller,
    analysisId: string,
    given: GivenReview,
    checked: CheckedQuotes | null,
    { beforeCommit, check }: Beside,
  ): Promise<WrittenReview | null> {
    await caller.confirm(tx);
    const call = await lockForChange<LockedCall>(tx, caller, 'analysis', analysisId, LOCKED);
    await check(tx);
    const judged = call.status === 'completed' ? await readJudgedResults(tx, analysisId) : null;
    if (!judged) throw notReviewable();
    if (call.transcript_deleted_at !== null) throw transcriptDeleted();
    refuseUnknownViolations(given.violations, judged.system);
    const state = await readTranscriptState(tx, analysisId);
    if (checked && !isSame(checked.state, state)) return null;
    const found = foundIn(checked);
    const id = randomUUID();
    const results = await this.decide(tx, caller, id, { analysisId, judged, given, found });
    const scores = { before: scoresOf(judged.results), after: scoresOf(results) };
    const review = await insertReview(tx, caller, call, { id, given, version: state.version, scores });
    await refuseWhenFull(tx, caller.accountId, this.config);
    await leaveQueue(tx, analysisId);
    await enterReview(tx, caller, analysisId, given, id);
    await beforeCommit(tx, review);
    return { review, deliveryIds: await this.notify(tx, caller, call, review) };
  }

  /** @returns the results of the call, with the review */
  private async decide(
    tx: EntityManager,
    caller: Caller,
    reviewId: string,
    { analysisId, judged, given, found }: Decided,
  ): Promise<ResultsResponse> {
    const { kind, id } = caller.principal;
    const decidesResults = given.findings.length + given.violations.length > 0;
    const verdicts = mergeVerdicts(judged.verdicts, given, found, reviewId);
    const results = decidesResults ? overrule(judged.system, verdicts) : judged.results;
    if (decidesResults) await writeVerdicts(tx, analysisId, { results, verdicts });
    const answers = given.answers.map(({ quotes: _, ...answer }, index) => ({
      ...answer,
      reviewerId: given.reviewerId,
      principal: { kind, id },
      citations: found.ofAnswers[index] ?? [],
      reviewId,
    }));
    if (decidesResults || answers.length > 0)
      await this.evaluations.decide(tx, caller, { analysisId, answers, results: decidesResults ? results : null });
    if (answers.length > 0)
      await markEvaluationsReviewed(
        tx,
        answers.map(({ evaluationId }) => evaluationId),
      );
    return results;
  }

  private async notify(
    tx: EntityManager,
    { accountId }: Caller,
    call: LockedCall,
    review: ReviewRow,
  ): Promise<string[]> {
    const { id: analysisId, livemode, webhook_url: url, webhook_events: events } = call;
    const webhook = { url, events };
    return this.deliveries.recordEvent(tx, {
      accountId,
      analysisId,
      event: EVENT,
      webhook,
      livemode,
      detailId: review.id,
    });
  }
}

/** Work in the transaction of a review. */
interface Beside {
  readonly beforeCommit: BeforeCommit<ReviewRow>;
  readonly check: (tx: EntityManager) => Promise<void>;
}
const NOTHING_BESIDE: Beside = { beforeCommit: nothingBeforeCommit, check: async () => undefined };

interface WrittenReview {
  readonly review: ReviewRow;
  readonly deliveryIds: readonly string[];
}

interface Decided {
  readonly analysisId: string;
  readonly judged: JudgedResults;
  readonly given: GivenReview;
  readonly found: FoundQuotes;
}

async function enterReview(
  tx: EntityManager,
  caller: Caller,
  analysisId: string,
  { findings, violations, answers, reviewerId }: GivenReview,
  reviewId: string,
): Promise<void> {
  const details = {
    review_id: reviewId,
    findings: findings.length,
    violations: violations.length,
    answers: answers.length,
  };
  const subject = { type: 'analysis', id: analysisId } as const;
  await recordAudit(tx, caller, 'review.created', subject, details, { reviewer_id: reviewerId });
}

const isSame = (one: TranscriptState, other: TranscriptState) =>
  one.version === other.version && one.maskings === other.maskings;

/** @throws ApiError 400 for a quotation that is not in its segment */
function foundIn(checked: CheckedQuotes | null): FoundQuotes {
  if (!checked) return NOTHING_QUOTED;
  if (checked.found instanceof ApiError) throw checked.found;
  return checked.found;
}

/** Results of an earlier release may lack members. */
const scoresOf = ({ compliance, quality }: Partial<ResultsResponse>) => ({
  compliance: compliance?.score ?? null,
  quality: quality?.overall_score ?? null,
});

/** Does the work in a transaction and takes all of it back. @returns what the work returns */
async function rolledBack<Result>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    try {
      return await work(runner.manager);
    } finally {
      // Postgres rolls back by itself where the connection is lost.
      await runner.rollbackTransaction().catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}
