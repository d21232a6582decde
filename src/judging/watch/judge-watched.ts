// Judges some of the calls that a scorecard watches, as a test of a revision does: nothing but the answers is kept.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { isAccountFull } from '../../platform/database/held-bytes.js';
import { ApiError } from '../../platform/errors/api-error.js';
import type { PublishedScorecard } from '../../scorecards/cards/published-scorecards.js';
import { type ClaimedWatch, type JudgingToDo, WatchClaims } from '../../scorecards/watch/watch-claims.js';
import { ClaimLost } from '../../work/claim.js';
import { answersIn, JudgeOnce, MAX_AT_ONCE } from '../evaluating/trials/judge-once.js';

const CALL_TIMEOUT_MS = 120_000;
/** Time until it is looked again whether the calls that came in have been worked on. */
const YIELD_MS = 2_000;
/** The limit of evaluations, or of what the account holds, ends with a period, or when something is deleted. */
const FULL_MS = 3_600_000;

/** The account has no evaluation or no room left. */
class AccountFull extends Error {
  override readonly name = 'AccountFull';
}

@Injectable()
export class JudgeWatched {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: WatchClaims,
    private readonly judge: JudgeOnce,
    private readonly limit: EvaluationLimit,
    private readonly yields: YieldToCalls,
    private readonly config: Config,
  ) {}

  /** @returns how long to wait until the next turn @throws ClaimLost; ProviderError; reason of the signal */
  async run(
    watch: ClaimedWatch,
    card: PublishedScorecard,
    toDo: readonly JudgingToDo[],
    signal: AbortSignal,
  ): Promise<number> {
    const waiting = [...toDo];
    let waitMs = 0;
    const turn = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        signal.throwIfAborted();
        if ((await this.yields.mayGoOn(watch.accountId)) && (await this.judgeOne(watch, card, next, signal))) continue;
        waiting.length = 0;
        waitMs = YIELD_MS;
      }
    };
    const stopAll = (error: unknown) => {
      waiting.length = 0;
      throw error;
    };
    const ended = await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, () => turn().catch(stopAll)));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status !== 'rejected') return waitMs;
    if (failed.reason instanceof AccountFull) return FULL_MS;
    throw failed.reason;
  }

  /** @returns false where the call has left the set */
  private async judgeOne(watch: ClaimedWatch, card: PublishedScorecard, toDo: JudgingToDo, outer: AbortSignal) {
    const { accountId, livemode } = watch;
    if (!toDo.isCounted && !(await this.count(watch, toDo))) return false;
    const { signal, clear } = timeLimit(CALL_TIMEOUT_MS, { signal: outer });
    const once = { accountId, livemode, scorecard: card, analysisId: toDo.analysisId, asked: () => undefined };
    try {
      const { judged } = await this.judge.run(once, signal);
      await this.claims.keep(watch, toDo, answersIn(judged.answers));
      return true;
    } catch (error) {
      // The call was deleted. Whatever else fails stays counted: the next turn judges it.
      if (!(error instanceof ApiError)) throw error;
      return false;
    } finally {
      clear();
    }
  }

  private count(watch: ClaimedWatch, toDo: JudgingToDo): Promise<boolean> {
    const { accountId, livemode } = watch;
    return this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountAgainstErasure(tx, accountId))) throw new ClaimLost();
      if (!(await this.claims.count(tx, watch, toDo))) return false;
      if (await isAccountFull(tx, accountId, this.config)) throw new AccountFull();
      if ((await this.limit.takeUnlessFull(tx, accountId, livemode, 1)) !== null) throw new AccountFull();
      return true;
    });
  }
}
