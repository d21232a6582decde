// Test of a revision: evaluates a few stored calls at once without storing anything, for a person who writes a form.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ByMode, EvaluationLimit } from '../../../billing/usage/evaluation-limit.js';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { timeLimit } from '../../../platform/concurrency/time-limit.js';
import { refuseTestKey } from '../../../platform/database/lock-for-change.js';
import { queryRows } from '../../../platform/database/sql.js';
import { notFound } from '../../../platform/errors/api-error.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import {
  type PublishedScorecard,
  PublishedScorecards,
  refuseTestScorecard,
} from '../../../scorecards/cards/published-scorecards.js';
import type { EvaluationResponse } from '../../../scorecards/evaluations/evaluation.response.js';
import { callNotCompleted } from '../../../scorecards/evaluations/evaluation-errors.js';
import { evaluationOf } from '../../../scorecards/evaluations/evaluation-json.js';
import { JudgeOnce } from './judge-once.js';
import { trialTooLong } from './trial-errors.js';
import { TrialSlots } from './trial-slots.js';

/** Timeout of a test. It is below the 60 s that proxies and client libraries wait for a response. */
const TRIAL_TIMEOUT_MS = 50_000;
/** Time for which a slot is held; it includes the work before and after the timeout. */
const SLOT_HELD_MS = TRIAL_TIMEOUT_MS + 10_000;

export interface Trial {
  readonly scorecardId: string;
  readonly revision: number;
  /** Each id once. */
  readonly analysisIds: readonly string[];
  /** Number of times that each call is judged; its evaluations stand one after the other. Default: once. */
  readonly times?: number;
}

@Injectable()
export class TryRevision {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly judge: JudgeOnce,
    private readonly trialSlots: TrialSlots,
    private readonly limit: EvaluationLimit,
  ) {}

  /**
   * All or none: the first call that cannot be evaluated ends the test. Each call is counted as an evaluation, in its mode,
   * before a model is asked about the first. If the test ends early, the count is given back for calls about which no model was
   * asked.
   * @returns evaluations in the order of the ids
   * @throws ApiError 404, 403 for a live call and a test key, 400 for an archived scorecard, a call that is not completed, or a
   *   live call and a test scorecard, 402 when no evaluations are left, 429 beside two other tests, 503 when the model does not
   *   answer, or is paused because it did not
   */
  run(caller: Caller, trial: Trial): Promise<EvaluationResponse[]> {
    return this.trialSlots.hold(caller.accountId, SLOT_HELD_MS, () => this.judgeAll(caller, trial));
  }

  private async judgeAll(caller: Caller, trial: Trial): Promise<EvaluationResponse[]> {
    const { scorecardId, revision, analysisIds, times = 1 } = trial;
    const { accountId } = caller;
    const scorecard = await this.scorecards.trial(this.dataSource, accountId, scorecardId, revision);
    const checked = await this.checkCalls(caller, scorecard, analysisIds);
    const calls = checked.flatMap((call) => Array.from({ length: times }, () => ({ ...call })));
    await this.judge.checkProvider(accountId, scorecard);
    await this.dataSource.transaction((tx) => this.limit.takeByMode(tx, accountId, byMode(calls)));
    const asked = new Set<TriedCall>();
    const abort = new AbortController();
    const { signal, isOver, clear } = timeLimit(TRIAL_TIMEOUT_MS, { signal: abort.signal });
    const judgeOne = (call: TriedCall) =>
      this.judgeCall({ accountId, ...call }, scorecard, () => asked.add(call), signal).catch((error: unknown) => {
        abort.abort(error);
        throw error;
      });
    try {
      return await Promise.all(calls.map(judgeOne));
    } catch (error) {
      const notAsked = byMode(calls.filter((call) => !asked.has(call)));
      await this.dataSource.transaction((tx) => this.limit.giveBackByMode(tx, accountId, notAsked));
      throw isOver() ? trialTooLong() : await this.judge.toApiError(error);
    } finally {
      clear();
    }
  }

  /** Checks all calls before a model is asked about the first one. */
  private async checkCalls(
    caller: Caller,
    scorecard: PublishedScorecard,
    analysisIds: readonly string[],
  ): Promise<TriedCall[]> {
    const found = await queryRows<TriedCall & { status: string; deletedAt: Date | null }>(
      this.dataSource,
      'SELECT id, livemode, status, transcript_deleted_at AS "deletedAt" FROM analysis WHERE id = ANY($1::uuid[]) AND account_id = $2',
      [analysisIds, caller.accountId],
    );
    if (found.length < analysisIds.length) throw notFound('Analysis');
    for (const call of found) {
      // The evaluation would be counted in live mode.
      refuseTestKey(caller, call);
      refuseTestScorecard(scorecard, call);
    }
    if (found.some(({ status }) => status !== 'completed')) throw callNotCompleted();
    if (found.some(({ deletedAt }) => deletedAt !== null)) throw transcriptDeleted();
    const modes = new Map(found.map(({ id, livemode }) => [id, livemode]));
    return analysisIds.map((id) => ({ id, livemode: modes.get(id.toLowerCase()) ?? true }));
  }

  private async judgeCall(
    { accountId, id: analysisId, livemode }: TriedCall & Pick<Caller, 'accountId'>,
    scorecard: PublishedScorecard,
    asked: () => void,
    signal: AbortSignal,
  ): Promise<EvaluationResponse> {
    const { call, judged: completed } = await this.judge.run(
      { accountId, livemode, scorecard, analysisId, asked },
      signal,
    );
    const now = new Date();
    return evaluationOf({
      id: randomUUID(),
      created_at: now,
      settled_at: now,
      status: 'completed',
      livemode,
      analysis_id: analysisId,
      agent_id: call.agentId,
      contact_id: call.contactId,
      scorecard_id: scorecard.scorecardId,
      scorecard_name: scorecard.name,
      system_score: null,
      system_outcome: null,
      revision: scorecard.revision,
      rescore_id: null,
      error_message: null,
      error_code: null,
      superseded: false,
      acknowledged: null,
      open_dispute: null,
      // What is only tried is disputed by no one.
      dispute_window_days: 0,
      ...completed,
      auto_fails: completed.autoFails,
    });
  }
}

interface TriedCall {
  readonly id: string;
  readonly livemode: boolean;
}

function byMode(calls: readonly TriedCall[]): ByMode {
  const live = calls.filter(({ livemode }) => livemode).length;
  return { live, test: calls.length - live };
}
