// Judges the calls that people rated by a revision that is to be published. A request waits for that as long as clients do; what
// was judged is kept, so that a request that is sent again goes on, and pays for no call twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { PublishedScorecard } from '../../scorecards/cards/published-scorecards.js';
import { JudgeOfAccount } from '../../scorecards/evaluations/judge-of-account.js';
import { modelKeyOf } from '../../scorecards/form/asked-questions.js';
import { answersIn, JudgeOnce, MAX_AT_ONCE } from '../evaluating/trials/judge-once.js';
import { TrialSlots } from '../evaluating/trials/trial-slots.js';
import { gateUnfinished } from './gate-errors.js';

/** It is below the 60 s that proxies and client libraries wait for a response, with room for the figures. */
const PATIENCE_MS = 45_000;
const SLOT_HELD_MS = 60_000;
/** A call whose judging began is judged to its end, also after the response. */
const CALL_TIMEOUT_MS = 120_000;
/** Time between two looks at calls that another request judges. */
const POLL_MS = 500;

export interface RevisionToJudge {
  readonly accountId: string;
  readonly scorecard: PublishedScorecard;
}

interface GatedRow {
  readonly id: string;
  readonly livemode: boolean;
  readonly judgedAs: Buffer;
  /** JSON text; null where the call is still to be judged. */
  readonly answers: string | null;
  /** Another request judges the call. */
  readonly claimed: boolean;
}

@Injectable()
export class GateAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly judge: JudgeOnce,
    private readonly judges: JudgeOfAccount,
    private readonly trialSlots: TrialSlots,
    private readonly limit: EvaluationLimit,
  ) {}

  /**
   * Each call is counted as an evaluation before it is judged.
   * @returns JSON text of the answers to questions, by call; those that were deleted meanwhile are left out
   * @throws ApiError 402; 429; 503 when the model does not answer, or calls are left
   */
  all(of: RevisionToJudge, analysisIds: readonly string[]): Promise<Map<string, string>> {
    return this.trialSlots.hold(of.accountId, SLOT_HELD_MS, async () => {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const calls = await this.read(of, analysisIds);
        const missing = calls.filter(({ answers }) => answers === null);
        if (missing.length === 0) return new Map(calls.map(({ id, answers }) => [id, answers ?? '{}']));
        const leftMs = until - Date.now();
        if (leftMs <= 0) throw gateUnfinished(calls.length - missing.length, calls.length);
        const free = missing.filter(({ claimed }) => !claimed);
        if (free.length === 0) await sleep(Math.min(POLL_MS, leftMs));
        else await this.judgeUntil(of, free, until);
      }
    });
  }

  /** Returns when all calls are judged, or the time is over: calls that are being judged then are judged to the end. */
  private async judgeUntil(of: RevisionToJudge, calls: readonly GatedRow[], until: number): Promise<void> {
    await this.judge.checkProvider(of.accountId, of.scorecard);
    const waiting = [...calls];
    const turn = async () => {
      for (let call = waiting.shift(); call !== undefined && Date.now() < until; call = waiting.shift())
        await this.judgeOne(of, call).catch((error: unknown) => {
          waiting.length = 0;
          throw error;
        });
    };
    const turns = Promise.all(Array.from({ length: MAX_AT_ONCE }, turn));
    // The client has its answer by then; what fails after it is judged by the next request.
    turns.catch(() => undefined);
    const clock = new AbortController();
    const over = sleep(Math.max(0, until - Date.now()), undefined, { signal: clock.signal }).catch(() => undefined);
    try {
      await Promise.race([turns, over]);
    } catch (error) {
      throw await this.judge.toApiError(error);
    } finally {
      clock.abort();
    }
  }

  private async judgeOne({ accountId, scorecard }: RevisionToJudge, call: GatedRow): Promise<void> {
    const { id: analysisId, livemode, judgedAs } = call;
    const key = [scorecard.scorecardId, scorecard.revision, analysisId, judgedAs];
    if (!(await this.claim(accountId, livemode, key))) return;
    let isAsked = false;
    const asked = () => {
      isAsked = true;
    };
    const { signal, clear } = timeLimit(CALL_TIMEOUT_MS);
    try {
      const { judged } = await this.judge.run({ accountId, livemode, scorecard, analysisId, asked }, signal);
      await this.dataSource.query(KEEP, [...key, answersIn(judged.answers)]);
    } catch (error) {
      await this.dataSource.transaction(async (tx) => {
        await tx.query(RELEASE, key);
        if (!isAsked) await this.limit.giveBack(tx, accountId, livemode, 1);
      });
      throw error;
    } finally {
      clear();
    }
  }

  /** Takes the call and counts it, unless another request has it. */
  private claim(accountId: string, livemode: boolean, key: readonly unknown[]): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      const claimed = await queryRow(tx, CLAIM, [...key, accountId, CALL_TIMEOUT_MS]);
      if (!claimed) return false;
      await this.limit.take(tx, accountId, livemode, 1);
      return true;
    });
  }

  private read({ accountId, scorecard }: RevisionToJudge, analysisIds: readonly string[]): Promise<GatedRow[]> {
    return this.dataSource.transaction(async (tx) => {
      const model = modelKeyOf(scorecard, (await this.judges.of(accountId, tx)).engine, false) ?? '';
      const { scorecardId, revision, contentHash } = scorecard;
      return queryRows<GatedRow>(tx, READ, [accountId, scorecardId, revision, analysisIds, contentHash, model]);
    });
  }
}

const READ = `
  SELECT a.id, a.livemode, now.judged_as AS "judgedAs", CASE WHEN g.judged_as = now.judged_as THEN g.answers END AS answers,
    coalesce(g.judged_as = now.judged_as AND g.claimed_until > clock_timestamp(), false) AS claimed
  FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id CROSS JOIN LATERAL (
      SELECT sha256($5::bytea || convert_to($6, 'UTF8') || sha256(convert_to(p.transcript, 'UTF8'))) AS judged_as) AS now
    LEFT JOIN gate_answer g ON g.scorecard_id = $2 AND g.revision = $3 AND g.analysis_id = a.id
  WHERE a.account_id = $1 AND a.id = ANY($4::uuid[]) AND a.status = 'completed' AND p.transcript IS NOT NULL
  ORDER BY a.id`;

const CLAIM = `
  INSERT INTO gate_answer AS g (scorecard_id, revision, analysis_id, judged_as, account_id, claimed_until)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond')
  ON CONFLICT (scorecard_id, revision, analysis_id) DO UPDATE
    SET judged_as = excluded.judged_as, claimed_until = excluded.claimed_until, answers = NULL
    WHERE g.judged_as <> excluded.judged_as OR g.claimed_until < clock_timestamp()
  RETURNING 1`;

const KEEP = `UPDATE gate_answer SET answers = $5, claimed_until = NULL
  WHERE scorecard_id = $1 AND revision = $2 AND analysis_id = $3 AND judged_as = $4`;

const RELEASE = `DELETE FROM gate_answer
  WHERE scorecard_id = $1 AND revision = $2 AND analysis_id = $3 AND judged_as = $4 AND answers IS NULL`;
