// Opens disputes, and writes acknowledgements. Locks are taken in the order of reviews: the account, the analysis, its
// evaluations, its task in the queue. Disputes of a call are written under the lock on its analysis, so that they need no order
// of their own.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { readJudgedResults } from '../../calls/results/verdict-storage.js';
import { NO_VERDICTS, pathOf, type Verdicts } from '../../calls/results/verdicts.js';
import { sharesOf } from '../../judgement/worth.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { refuseWhenFull } from '../../platform/database/held-bytes.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { isFindingName } from '../../ports/findings.js';
import type { EvaluationAnswerResponse } from '../../scorecards/answers/answers.response.js';
import { formOf, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import { evaluationSuperseded } from '../../scorecards/evaluations/evaluation-errors.js';
import type { EvaluationRow } from '../../scorecards/evaluations/evaluation-json.js';
import { EvaluationReader } from '../../scorecards/evaluations/evaluation-reader.js';
import type { FormQuestion } from '../../scorecards/form/form.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { WebhookEvent } from '../../webhooks/event-table.js';
import { type DisputedAnswerResponse, DisputeResponse } from '../../wire/dispute.response.js';
import { viaOf } from '../../wire/via.js';
import { TypedTexts } from '../reviews/typed-texts.js';
import { alreadyDisputed, notCompletedYet, ofAnotherAgent, windowClosed } from './dispute-errors.js';
import { DisputeReader } from './dispute-reader.js';
import { noteOpenDisputes, recordEventOf } from './dispute-records.js';
import { readDispute } from './disputed-answers.js';
import type { AcknowledgeEvaluationRequest, CreateDisputeRequest } from './disputes.requests.js';
import { namedBy, refuseOthersCall } from './own-agent.js';

@Injectable()
export class RaiseDispute {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly evaluations: EvaluationReader,
    private readonly disputes: DisputeReader,
    private readonly scorecards: PublishedScorecards,
    private readonly typed: TypedTexts,
    private readonly deliveries: Deliveries,
  ) {}

  /**
   * The last acknowledgement counts.
   * @throws ApiError 400 for another agent, an evaluation that is not completed and a full account; 401; 403; 404; 422
   */
  async acknowledge(
    caller: Caller,
    id: string,
    { agent_id, note = null }: AcknowledgeEvaluationRequest,
    store: BeforeCommit<EvaluationRow>,
  ): Promise<EvaluationRow> {
    const agent = namedBy(caller, 'agent_id', agent_id);
    const found = await this.find(caller, id);
    if (found.agent_id !== agent) throw ofAnotherAgent();
    const [masked = null] = await this.typed.mask(caller.accountId, found.analysis_id, [note]);
    return this.write(caller, found, 'evaluation.acknowledged', async (tx) => {
      await tx.query(ACKNOWLEDGE, [id, caller.accountId, masked, viaOf(caller), caller.principal.id]);
      await refuseWhenFull(tx, caller.accountId, this.config);
      const acknowledged = await this.evaluations.get(caller.accountId, id, tx);
      await store(tx, acknowledged);
      return { result: acknowledged, of: { evaluationId: id } };
    });
  }

  /**
   * @throws ApiError 400 for a second open dispute, a window that is closed, an evaluation that is not completed or was
   *   superseded, a question that does not apply, and a full account; 401; 403; 404; 422
   */
  async open(
    caller: Caller,
    id: string,
    request: CreateDisputeRequest,
    store: BeforeCommit<DisputeResponse>,
  ): Promise<DisputeResponse> {
    const raisedBy = namedBy(caller, 'raised_by', request.raised_by);
    const found = await this.find(caller, id);
    const { accountId } = caller;
    const notes = await this.typed.mask(
      accountId,
      found.analysis_id,
      request.answers.map(({ note }) => note),
    );
    const given = request.answers.map((answer, at) => ({ ...answer, note: notes[at] ?? answer.note }));
    return this.write(caller, found, 'dispute.opened', async (tx) => {
      const evaluation = await this.evaluations.get(accountId, id, tx);
      if (evaluation.superseded) throw evaluationSuperseded();
      await refuseTooLate(tx, evaluation);
      if (evaluation.open_dispute) throw alreadyDisputed();
      const form = formOf(await this.scorecards.revision(tx, accountId, evaluation.scorecard_id, evaluation.revision));
      const inForce: EvaluationAnswerResponse[] = JSON.parse(evaluation.answers ?? '[]');
      const answers = readDispute(form, inForce, given, await this.answerers(tx, evaluation.analysis_id));
      const shares = sharesOf(form);
      const worth = answers.reduce((sum, { question }) => sum + (shares.get(question) ?? 0), 0);
      const opened = await this.insert(tx, caller, evaluation, { raisedBy, answers, worth });
      await refuseWhenFull(tx, accountId, this.config);
      await noteOpenDisputes(tx, evaluation.analysis_id);
      const subject = { type: 'dispute', id: opened.id } as const;
      const details = { evaluation_id: id, analysis_id: evaluation.analysis_id };
      await recordAudit(tx, caller, 'dispute.opened', subject, details, { raised_by: raisedBy });
      await store(tx, opened);
      return { result: opened, of: { detailId: opened.id } };
    });
  }

  /** @throws ApiError 400, 404 */
  private async find(caller: Caller, id: string): Promise<EvaluationRow> {
    const found = await this.evaluations.get(caller.accountId, id);
    refuseOthersCall(caller, found.agent_id);
    if (found.status !== 'completed') throw notCompletedYet();
    return found;
  }

  private async write<Result>(
    caller: Caller,
    evaluation: EvaluationRow,
    event: WebhookEvent,
    work: (tx: EntityManager) => Promise<{ readonly result: Result; readonly of: Parameters<typeof recordEventOf>[4] }>,
  ): Promise<Result> {
    const { result, deliveryIds } = await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockForChange(tx, caller, 'analysis', evaluation.analysis_id);
      await lockForChange(tx, caller, 'evaluation', evaluation.id);
      const done = await work(tx);
      return { ...done, deliveryIds: await recordEventOf(this.deliveries, tx, evaluation, event, done.of) };
    });
    void this.deliveries.enqueue(deliveryIds);
    return result;
  }

  /** Who gave an answer: the reviewer who answered, or who decided the finding that it follows from. */
  private async answerers(tx: EntityManager, analysisId: string) {
    const { verdicts = NO_VERDICTS } = (await readJudgedResults(tx, analysisId)) ?? {};
    const reviews = await queryRows<{ id: string; reviewer_id: string | null }>(
      tx,
      'SELECT id, reviewer_id FROM review WHERE analysis_id = $1 AND id = ANY($2)',
      [analysisId, [...Object.values(verdicts.findings), ...verdicts.violations].map(({ reviewId }) => reviewId)],
    );
    const names = new Map(reviews.map(({ id, reviewer_id }) => [id, reviewer_id]));
    return ({ judge }: FormQuestion, { reviewer_id, source, system }: EvaluationAnswerResponse): string | null => {
      if (reviewer_id !== null || judge.kind !== 'finding' || source === 'human' || !system) return reviewer_id;
      return names.get(reviewOn(verdicts, judge.finding) ?? '') ?? null;
    };
  }

  private async insert(
    tx: EntityManager,
    caller: Caller,
    { id: evaluationId, analysis_id, scorecard_id, revision, agent_id, livemode }: EvaluationRow,
    { raisedBy, answers, worth }: NewDispute,
  ): Promise<DisputeResponse> {
    const id = randomUUID();
    await tx.query(INSERT, [
      id,
      caller.accountId,
      analysis_id,
      evaluationId,
      scorecard_id,
      revision,
      agent_id,
      livemode,
      raisedBy,
      viaOf(caller),
      caller.principal.id,
      JSON.stringify(answers),
      worth,
    ]);
    return DisputeResponse.of(await this.disputes.get(caller.accountId, id, tx));
  }
}

interface NewDispute {
  readonly raisedBy: string;
  readonly answers: readonly DisputedAnswerResponse[];
  /** Share of the form. */
  readonly worth: number;
}

/** Id of the review in force about a finding, or the rule of a violation. */
function reviewOn({ findings, violations }: Verdicts, name: string): string | null {
  const verdict = isFindingName(name) ? findings[pathOf(name)] : violations.findLast(({ rule }) => rule === name);
  return verdict?.reviewId ?? null;
}

/** @throws ApiError 400 */
async function refuseTooLate(tx: EntityManager, { id }: EvaluationRow): Promise<void> {
  const closed = await queryRow<{ at: Date }>(tx, CLOSED_WINDOW, [id]);
  if (closed) throw windowClosed(closed.at);
}

const CLOSED_WINDOW = `
  SELECT closes.at FROM evaluation e JOIN scorecard s ON s.id = e.scorecard_id,
    LATERAL (SELECT e.settled_at + make_interval(hours => 24 * s.dispute_window_days) AS at) AS closes
  WHERE e.id = $1 AND s.dispute_window_days > 0 AND closes.at <= clock_timestamp()`;

const INSERT = `
  INSERT INTO dispute (id, account_id, analysis_id, evaluation_id, scorecard_id, revision, agent_id, livemode, raised_by, via,
    principal_id, answers, worth)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const ACKNOWLEDGE = `
  INSERT INTO evaluation_acknowledgement (evaluation_id, account_id, note, via, principal_id) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (evaluation_id) DO UPDATE SET note = excluded.note, via = excluded.via, principal_id = excluded.principal_id,
    acknowledged_at = clock_timestamp()`;
