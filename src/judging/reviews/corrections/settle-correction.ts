// Puts the next version of a transcript in the place of the present one, with everything that rests on it, in one transaction: a
// killed process leaves the old version whole, or the new one. A call that is only judged again keeps its transcript.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { notJudgedIn } from '../../../calls/results/judged-again.js';
import { replaceAnalysisFigures, type StageUse } from '../../../calls/results/stage-figures.js';
import { writeJudged } from '../../../calls/results/verdict-storage.js';
import { renewDoubt } from '../../../calls/review-tasks/review-tasks.js';
import { type NextVersion, replaceVersion } from '../../../calls/versions/transcript-versions.js';
import { StageUses } from '../../../judgement/stage-uses.js';
import { lockAccountAgainstErasure } from '../../../platform/database/account-lock.js';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import { readQuotedAnswers } from '../../../scorecards/evaluations/carried-answers.js';
import { Deliveries } from '../../../webhooks/deliveries.service.js';
import { ClaimLost } from '../../../work/claim.js';
import { Correcting } from './correcting/correcting.js';
import type { AnalystAnswer, JudgedVersion } from './correcting/correcting-task.js';
import { type ClaimedCorrection, CorrectionClaims } from './correction-claims.js';
import { markQuotes } from './mark-quotes.js';
import { RepeatedEvaluations } from './repeated-evaluations.js';

interface LockedCall {
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
}

@Injectable()
export class SettleCorrection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CorrectionClaims,
    private readonly correcting: Correcting,
    private readonly evaluations: RepeatedEvaluations,
    private readonly deliveries: Deliveries,
    private readonly uses: StageUses,
  ) {}

  /** @throws ClaimLost */
  async complete(
    correction: ClaimedCorrection,
    judged: JudgedVersion,
    answer: AnalystAnswer,
    signal: AbortSignal,
  ): Promise<void> {
    const { accountId, analysisId, baseVersion, fence, createdAt } = correction;
    const use = this.useOf(accountId, answer);
    const { deliveryIds, ordered } = await this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      // Stronger than other changes of an analysis: no evaluation of it is ordered or settled until the new version stands.
      const [call] = await queryPrepared<LockedCall>(tx, LOCK_ANALYSIS, [analysisId]);
      if (!call) throw new ClaimLost();
      await this.claims.complete(tx, correction);
      const next = await this.withVerdicts(tx, correction, judged, signal);
      if (correction.judgesAgain) await writeJudged(tx, analysisId, next);
      else if (!(await replaceVersion(tx, analysisId, baseVersion, next))) throw new ClaimLost();
      await replaceAnalysisFigures(tx, analysisId, use, fence, createdAt);
      await renewDoubt(tx, analysisId, next.doubt);
      // Answers that rest on findings change with them; where the call is again not judged, nothing has changed.
      const isJudged = !correction.judgesAgain || notJudgedIn(next.results) === null;
      const evaluations = isJudged ? await this.evaluations.order(tx, correction, call.livemode) : 0;
      return { deliveryIds: await this.notify(tx, correction, call), ordered: evaluations };
    });
    if (ordered > 0) void this.evaluations.ring();
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  /** Null where the analyst was not asked. */
  private useOf(accountId: string, { report, notJudged, used = [] }: AnalystAnswer): StageUse | null {
    if (report === null && notJudged === null) return null;
    return this.uses.ofJudgement(used, accountId);
  }

  /** The verdicts of persons stay in force. They are read under the lock, so that none is lost that came in meanwhile. */
  private async withVerdicts(
    tx: EntityManager,
    { accountId, analysisId }: ClaimedCorrection,
    judged: JudgedVersion,
    signal: AbortSignal,
  ): Promise<NextVersion & Pick<JudgedVersion, 'doubt'>> {
    const [stored] = await queryPrepared<{ verdicts: string | null }>(tx, READ_VERDICTS, [analysisId]);
    const before = stored?.verdicts ?? null;
    const answers = await readQuotedAnswers(tx, analysisId);
    if (before === null && answers.length === 0) return { ...judged, systemResults: null, verdicts: null };
    const { words, results: systemResults } = judged;
    const task = { words, results: systemResults, verdicts: before, answers };
    const { results, verdicts, quotes, doubt } = await this.correcting.restate(accountId, task, signal);
    await markQuotes(tx, quotes);
    if (before === null) return { ...judged, systemResults: null, verdicts: null };
    return { ...judged, results, systemResults, verdicts, doubt };
  }

  private async notify(
    tx: EntityManager,
    { id, accountId, analysisId, judgesAgain }: ClaimedCorrection,
    { livemode, webhook_url: url, webhook_events: events }: LockedCall,
  ): Promise<string[]> {
    const told = { accountId, analysisId, livemode, webhook: { url, events } };
    return this.deliveries.recordEvent(
      tx,
      judgesAgain ? { ...told, event: 'analysis.completed' } : { ...told, event: 'analysis.corrected', detailId: id },
    );
  }
}

const READ_VERDICTS: PreparedStatement = {
  name: 'verdicts-to-restate',
  text: 'SELECT verdicts FROM analysis_payload WHERE analysis_id = $1',
};
const LOCK_ANALYSIS: PreparedStatement = {
  name: 'lock-analysis-to-correct',
  text: 'SELECT livemode, webhook_url, webhook_events FROM analysis WHERE id = $1 FOR UPDATE',
};
