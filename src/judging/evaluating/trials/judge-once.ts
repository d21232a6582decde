// Judges single stored calls in the process that answers a request, and stores nothing: for tests of a revision, and for what is
// found out about one before it is published.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { servedAccount } from '../../../platform/concurrency/account-turns.js';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.js';
import { notFound } from '../../../platform/errors/api-error.js';
import { ProviderError } from '../../../ports/provider-error.js';
import type { EvaluationAnswerResponse } from '../../../scorecards/answers/answers.response.js';
import type { PublishedScorecard } from '../../../scorecards/cards/published-scorecards.js';
import { NOT_APPLICABLE } from '../../../scorecards/form/form.js';
import { EnginePause } from '../../../work/engines/engine-pause.js';
import type { JudgedEvaluation } from '../threads/assemble-evaluation.js';
import { JudgeCall } from '../threads/judge-call.js';
import { type CallToEvaluate, readCallToEvaluate } from '../threads/stored-call.js';
import { judgeAway, judgeRefuses } from './trial-errors.js';

/** Calls evaluated at the same time by this process; accounts take turns. */
export const MAX_AT_ONCE = 4;

export interface CallOnce {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly scorecard: PublishedScorecard;
  readonly analysisId: string;
  /** Called before a model is asked. */
  readonly asked: () => void;
}

@Injectable()
export class JudgeOnce {
  private readonly slots = new FairSemaphore({ maxRunning: MAX_AT_ONCE, maxRunningPerKey: MAX_AT_ONCE });

  constructor(
    private readonly dataSource: DataSource,
    private readonly judge: JudgeCall,
    private readonly enginePause: EnginePause,
  ) {}

  /**
   * Every answer counts, whatever its confidence: a draft has no lines.
   * @throws ApiError 404 for a call that was deleted; ProviderError; reason of the signal
   */
  run(once: CallOnce, signal: AbortSignal): Promise<{ call: CallToEvaluate; judged: JudgedEvaluation }> {
    const { accountId } = once;
    return this.slots.run(accountId, () => servedAccount.run(accountId, () => this.judgeCall(once, signal)), signal);
  }

  /** Asks no provider whose engine is paused. @throws ApiError 503 */
  async checkProvider(accountId: string, scorecard: PublishedScorecard): Promise<void> {
    if (!this.judge.asksModel(scorecard)) return;
    const waitMs = await this.enginePause.waitMs(await this.enginePause.keyFor('analysis', accountId));
    if (waitMs !== null) throw judgeAway(waitMs);
  }

  /** Turns an error of {@link run} into the one that a client receives. */
  async toApiError(error: unknown): Promise<unknown> {
    if (!(error instanceof ProviderError)) return error;
    if (!error.retryable) return judgeRefuses();
    return judgeAway(error.retryAfterMs ?? (await this.enginePause.waitMs(error.pauseKey ?? 'analysis')));
  }

  private async judgeCall({ accountId, livemode, scorecard, analysisId, asked }: CallOnce, signal: AbortSignal) {
    const call = await readCallToEvaluate(this.dataSource, accountId, analysisId);
    // The call was deleted after the check.
    if (call === null) throw notFound('Analysis');
    const whose = { purpose: 'trial', accountId, livemode, analysisId } as const;
    const keepNothing = { answered: new Map(), before: async () => asked(), keep: async () => undefined };
    const keeper = call.isScenario ? null : keepNothing;
    const judged = await this.enginePause.during(whose, () =>
      this.judge.run({ accountId, scorecard, call, lines: null, keeper }, signal),
    );
    return { call, judged };
  }
}

/** @param text of the answers that were judged; a suggestion is an answer too @returns JSON text: answers by question */
export function answersIn(text: string): string {
  const answers: readonly EvaluationAnswerResponse[] = JSON.parse(text);
  return JSON.stringify(
    Object.fromEntries(
      answers.flatMap(({ question, state, answer }) => {
        if (state === 'na') return [[question, NOT_APPLICABLE]];
        return (state === 'answered' || state === 'awaiting_human') && answer !== null ? [[question, answer]] : [];
      }),
    ),
  );
}
