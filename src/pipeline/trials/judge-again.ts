// An item of a trial of analysis: the stored transcript is judged by the engine that is tried, for findings as a call is, or
// by the questions of a scorecard as an evaluation is. Its call stays as it is.
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findingIn, isHeld } from '../../calls/results/judged-findings.js';
import { pathOf } from '../../calls/results/verdicts.js';
import { readEvaluatedCall } from '../../judgement/form/evaluated-call.js';
import { judgeCall } from '../../judgement/judge-call.js';
import type { AnsweredBatch, BatchKeeper } from '../../judging/evaluating/threads/ask-batches.js';
import { JudgeCall } from '../../judging/evaluating/threads/judge-call.js';
import { type CallToEvaluate, readCallToEvaluate } from '../../judging/evaluating/threads/stored-call.js';
import type { GivenAnswer } from '../../judging/trials/figures/item-result.js';
import { type ClaimedItem, TrialItemClaims, type TriedItem } from '../../judging/trials/trial-item-claims.js';
import { answerOf } from '../../judging/trials/trial-truth.js';
import { FINDING_NAMES } from '../../ports/findings.js';
import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import { PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import type { EvaluationProvenanceResponse } from '../../scorecards/evaluations/evaluation.response.js';
import { ClaimLost } from '../../work/claim.js';
import type { Run } from '../../work/kind-of-work.js';
import { AnalyseCall } from '../steps/analyse-call.js';

/** The step that asks the analyst, with the items of trials in place of calls. */
export const ANALYSE_ITEM = Symbol('analyse item');

const BATCH = 'batch';
const ASKING = { stage: 'analysing', percent: 50 } as const;

@Injectable()
export class JudgeAgain {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: TrialItemClaims,
    @Inject(ANALYSE_ITEM) private readonly analyse: AnalyseCall,
    private readonly judgeByForm: JudgeCall,
    private readonly scorecards: PublishedScorecards,
  ) {}

  /** @returns null where there is nothing to judge @throws ProviderError, HandBack, ClaimLost */
  async run(item: ClaimedItem, run: Run): Promise<TriedItem | null> {
    const call = await readCallToEvaluate(this.dataSource, item.accountId, item.analysisId);
    if (call === null) throw new ClaimLost();
    await this.claims.startClock(item);
    return item.scorecardId === null || item.revision === null
      ? this.judgeFindings(item, call, run)
      : this.answerForm(item, { ...item, scorecardId: item.scorecardId, revision: item.revision }, call, run);
  }

  private async judgeFindings(
    item: ClaimedItem,
    { stored }: CallToEvaluate,
    { signal }: Run,
  ): Promise<TriedItem | null> {
    const { transcript, durationMs, outputLanguage } = readEvaluatedCall(stored);
    const { report, notJudged, use } = await this.analyse.run({ call: item, signal }, durationMs, transcript);
    if (report === null && notJudged === null) return null;
    const results = judgeCall({ transcript, report, notJudged, outputLanguage });
    const answers = FINDING_NAMES.map((name): GivenAnswer => {
      const finding = findingIn(results, name);
      const answer = !finding?.assessable ? null : isHeld(name, finding) ? 'yes' : 'no';
      return { question: pathOf(name), answer };
    });
    return { result: JSON.stringify(answers), audioMs: durationMs, costMicros: use?.cost?.amount_micros ?? null };
  }

  private async answerForm(
    item: ClaimedItem,
    of: { readonly accountId: string; readonly scorecardId: string; readonly revision: number },
    call: CallToEvaluate,
    { signal, giveWay }: Run,
  ): Promise<TriedItem> {
    const { accountId, scorecardId, revision } = of;
    const scorecard = await this.scorecards.revision(this.dataSource, accountId, scorecardId, revision);
    const keeper = await this.keeperOf(item, giveWay);
    const completed = await this.judgeByForm.run({ accountId, scorecard, call, lines: null, keeper }, signal);
    signal.throwIfAborted();
    const judged: readonly JudgedAnswer[] = JSON.parse(completed.judged);
    const answers = judged.map((one): GivenAnswer => ({ question: one.question, answer: answerOf(one) }));
    const provenance: Pick<EvaluationProvenanceResponse, 'cost'> = JSON.parse(completed.provenance);
    return {
      result: JSON.stringify(answers),
      audioMs: Number(call.stored.duration_ms ?? 0),
      costMicros: provenance.cost?.amount_micros ?? null,
    };
  }

  private async keeperOf(item: ClaimedItem, giveWay: Run['giveWay']): Promise<BatchKeeper> {
    const sends = [{ purpose: 'analysis', channel: null, startMs: 0, endMs: 0 }] as const;
    return {
      answered: await this.claims.readCheckpoints<AnsweredBatch>(item, BATCH),
      before: async () => {
        await giveWay();
        await this.claims.recordSent(item, sends);
      },
      keep: (batch, answered) => this.claims.recordCheckpoint(null, item, BATCH, batch, answered, ASKING),
    };
  }
}
