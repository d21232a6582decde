// Resolves disputes. Answers that are overturned become a review in the same transaction, which takes its locks: the account, the
// analysis, its evaluations, its task in the queue.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { refuseWhenFull } from '../../platform/database/held-bytes.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { evaluationSuperseded } from '../../scorecards/evaluations/evaluation-errors.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { DisputeResponse, type DisputeRow } from '../../wire/dispute.response.js';
import { reviewerOf } from '../reviews/reviewer/reviewer.js';
import { answersOf, type GivenReview } from '../reviews/reviewing/given-review.js';
import { WriteReview } from '../reviews/reviewing/write-review.js';
import { TypedTexts } from '../reviews/typed-texts.js';
import { alreadyResolved, answersMissing, answersOfUpheld, gaveTheAnswer } from './dispute-errors.js';
import { DisputeReader } from './dispute-reader.js';
import { noteOpenDisputes, recordEventOf } from './dispute-records.js';
import type { ResolveDisputeRequest } from './disputes.requests.js';

interface Resolution {
  readonly caller: Caller;
  readonly dispute: DisputeRow;
  readonly request: ResolveDisputeRequest;
  readonly reviewerId: string;
  readonly store: BeforeCommit<DisputeResponse>;
}

@Injectable()
export class ResolveDispute {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly disputes: DisputeReader,
    private readonly writeReview: WriteReview,
    private readonly typed: TypedTexts,
    private readonly deliveries: Deliveries,
  ) {}

  /**
   * @throws ApiError 400 for a dispute that is resolved, and a reviewer who gave a disputed answer; 401; 403; 404; 422 for
   *   answers that are missing or too many; and as `WriteReview.write`
   */
  async resolve(
    caller: Caller,
    id: string,
    request: ResolveDisputeRequest,
    store: BeforeCommit<DisputeResponse>,
  ): Promise<DisputeResponse> {
    const dispute = await this.disputes.get(caller.accountId, id);
    const reviewerId = reviewerOf(caller, request.reviewer_id);
    refuseAnswers(dispute, request);
    const resolution = { caller, dispute, request, reviewerId, store };
    const { resolved, deliveryIds } = await (request.decision === 'upheld'
      ? this.uphold(resolution)
      : this.overturn(resolution));
    void this.deliveries.enqueue(deliveryIds);
    return resolved;
  }

  private async uphold(resolution: Resolution): Promise<Resolved> {
    const { caller, dispute, request } = resolution;
    const [note = request.note] = await this.typed.mask(caller.accountId, dispute.analysis_id, [request.note]);
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockForChange(tx, caller, 'analysis', dispute.analysis_id);
      await this.check(tx, resolution);
      return this.write(tx, resolution, { note, reviewId: null });
    });
  }

  private async overturn(resolution: Resolution): Promise<Resolved> {
    const { caller, dispute, request, reviewerId } = resolution;
    const evaluationId = await this.evaluationInForce(caller.accountId, dispute);
    const answers = answersOf(request.answers.map((answer) => ({ ...answer, evaluation_id: evaluationId })));
    const given: GivenReview = { reviewerId, note: request.note, findings: [], violations: [], answers };
    let written: Resolved | undefined;
    await this.writeReview.write(
      caller,
      dispute.analysis_id,
      given,
      async (tx, review) => {
        // The note as the review has it: masked.
        written = await this.write(tx, resolution, { note: review.note ?? '', reviewId: review.id });
      },
      (tx) => this.check(tx, resolution),
    );
    if (!written) throw new Error('A review is written with the end of its dispute');
    return written;
  }

  /** Sees the analysis locked, so that no other request resolves the dispute. @throws ApiError 400, 404 */
  private async check(tx: EntityManager, { caller, dispute, reviewerId }: Resolution): Promise<void> {
    const { status, answers } = DisputeResponse.of(await this.disputes.get(caller.accountId, dispute.id, tx));
    if (status !== 'open') throw alreadyResolved();
    if (answers.some(({ answered_by }) => answered_by === reviewerId)) throw gaveTheAnswer(reviewerId);
  }

  private async write(
    tx: EntityManager,
    { caller, dispute, request, reviewerId, store }: Resolution,
    { note, reviewId }: { readonly note: string; readonly reviewId: string | null },
  ): Promise<Resolved> {
    const { accountId, principal } = caller;
    await tx.query(RESOLVE, [dispute.id, accountId, request.decision, reviewerId, principal.id, note, reviewId]);
    await refuseWhenFull(tx, accountId, this.config);
    await noteOpenDisputes(tx, dispute.analysis_id);
    const resolved = DisputeResponse.of(await this.disputes.get(accountId, dispute.id, tx));
    const subject = { type: 'dispute', id: dispute.id } as const;
    const details = { decision: request.decision, analysis_id: dispute.analysis_id };
    await recordAudit(tx, caller, 'dispute.resolved', subject, details, { reviewer_id: reviewerId });
    await store(tx, resolved);
    const of = { detailId: dispute.id };
    const deliveryIds = await recordEventOf(this.deliveries, tx, dispute, 'dispute.resolved', of);
    return { resolved, deliveryIds };
  }

  /**
   * The disputed evaluation, or the one that took its place when the call was corrected or masked.
   * @throws ApiError 400 while that is being made
   */
  private async evaluationInForce(accountId: string, { id }: DisputeRow): Promise<string> {
    const found = await queryRow<{ id: string }>(this.dataSource, IN_FORCE, [id, accountId]);
    if (!found) throw evaluationSuperseded();
    return found.id;
  }
}

interface Resolved {
  readonly resolved: DisputeResponse;
  readonly deliveryIds: readonly string[];
}

/** @throws ApiError 422 */
function refuseAnswers(dispute: DisputeRow, { decision, answers }: ResolveDisputeRequest): void {
  if (decision === 'upheld') {
    if (answers.length > 0) throw answersOfUpheld();
    return;
  }
  const disputed = DisputeResponse.of(dispute).answers.map(({ question }) => question);
  const missing = disputed.filter((question) => !answers.some((answer) => answer.question === question));
  if (answers.length === 0) throw answersMissing([]);
  if (missing.length > 0 && (decision === 'overturned' || missing.length === disputed.length))
    throw answersMissing(missing);
}

const RESOLVE = `
  UPDATE dispute SET status = 'resolved', decision = $3, reviewer_id = $4, resolver_id = $5, note = $6, review_id = $7,
    resolved_at = clock_timestamp()
  WHERE id = $1 AND account_id = $2`;

const IN_FORCE = `
  SELECT e.id FROM dispute d JOIN evaluation e ON e.analysis_id = d.analysis_id AND e.scorecard_id = d.scorecard_id
    AND e.revision = d.revision
  WHERE d.id = $1 AND d.account_id = $2 AND e.status = 'completed' AND NOT e.superseded
  ORDER BY e.id = d.evaluation_id DESC, e.created_at DESC, e.id DESC LIMIT 1`;
