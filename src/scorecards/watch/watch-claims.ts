// Workers' turns at the calls that scorecards watch, and the only writer of what is judged and found by them. A check is a row
// per call and judging: it is counted when it is inserted, so that the worker after a killed one counts nothing twice.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { ClaimLost } from '../../work/claim.js';
import { HELD } from '../../work/claim-statements.js';
import { handBackJob, jobTurns, renewJob } from '../../work/jobs/job-claims.js';
import { JobTurns } from '../../work/jobs/job-turns.js';
import { MIN_WATCHED } from './watch-errors.js';

/** The form by which the calls are judged. */
export interface WatchingForm {
  readonly revision: number;
  readonly asksModel: boolean;
  /** SHA-256 of the stored form. */
  readonly contentHash: Buffer;
}

/** Judgings by the judge that is compared with, and by the present one where a single judging looks like a change. */
export const JUDGINGS = 3;

export interface ClaimedWatch {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly scorecardId: string;
  readonly livemode: boolean;
  /** Null where no check is at work. */
  readonly stage: 'once' | 'again' | null;
  readonly revision: number | null;
  /** JSON texts. */
  readonly base: string | null;
  readonly judge: string | null;
  readonly fence: number;
}

export interface JudgingToDo {
  readonly analysisId: string;
  readonly judging: number;
  readonly judgedAs: Buffer;
  /** An earlier turn has counted it, and ended before it was judged. */
  readonly isCounted: boolean;
}

export interface WatchedAnswers {
  readonly id: string;
  /** Nothing of an earlier check is of its form and transcript. */
  readonly isFresh: boolean;
  /** JSON texts, by judging. */
  readonly answers: readonly string[];
}

/** Everything that is judged by the installation's engines, as JSON texts. */
export interface PresentJudges {
  readonly byEngine: Readonly<Record<string, string>>;
  readonly byDefault: string;
  readonly withoutModel: string;
}

@Injectable()
export class WatchClaims {
  private readonly turns: JobTurns<ClaimedWatch>;

  constructor(
    private readonly dataSource: DataSource,
    { worker }: Config,
  ) {
    this.turns = new JobTurns(dataSource, TURNS, worker.leaseMs);
  }

  /** Has those judged again that are due, or whose judge or published revision is another one than at the last check. */
  async wake({ byEngine, byDefault, withoutModel }: PresentJudges): Promise<void> {
    await queryPrepared(this.dataSource, WAKE, [JSON.stringify(byEngine), byDefault, withoutModel]);
  }

  claimNext(): Promise<ClaimedWatch | null> {
    return this.turns.claimNext();
  }

  /** @throws ClaimLost */
  async renew({ id, fence }: ClaimedWatch, leaseMs: number): Promise<void> {
    if ((await queryPrepared(this.dataSource, RENEW, [id, fence, leaseMs])).length === 0) throw new ClaimLost();
  }

  async handBack({ id, fence }: ClaimedWatch, waitMs: number): Promise<void> {
    await queryPrepared(this.dataSource, HAND_BACK, [id, fence, Math.round(waitMs)]);
  }

  /**
   * Begins a check. What was judged by another form, or of another transcript, is forgotten; where fewer calls are left than are
   * compared, all of it.
   * @param judge JSON text
   * @throws ClaimLost
   */
  async begin(tx: EntityManager, watch: ClaimedWatch, form: WatchingForm, judge: string): Promise<void> {
    await this.write(tx, watch, 'begin', "stage = 'once', revision = $3, judge = $4, asks_model = $5", [
      form.revision,
      judge,
      form.asksModel,
    ]);
    await tx.query(MARK_FRESH, [watch.id, form.contentHash, watch.stage !== null]);
    await tx.query(MARK_ALL_FRESH, [watch.id]);
    await tx.query(FORGET, [watch.id]);
  }

  async countCalls({ id }: ClaimedWatch): Promise<number> {
    const statement = 'SELECT count(*)::int AS n FROM watch_call WHERE watch_id = $1';
    return (await queryRow<{ n: number }>(this.dataSource, statement, [id]))?.n ?? 0;
  }

  /** The next judgings of the check, the first of all calls before the second of any. */
  toDo(watch: ClaimedWatch, { contentHash }: WatchingForm, limit: number): Promise<JudgingToDo[]> {
    const last = JUDGINGS + (watch.stage === 'again' ? JUDGINGS : 1);
    return queryRows<JudgingToDo>(this.dataSource, TO_DO, [watch.id, contentHash, last, limit]);
  }

  /** @returns false where the call was deleted, or the watch is another worker's */
  async count(tx: EntityManager, { id, fence }: ClaimedWatch, { analysisId, judging, judgedAs }: JudgingToDo) {
    return (await queryPrepared(tx, COUNT, [id, fence, analysisId, judging, judgedAs])).length > 0;
  }

  /** @param answers JSON text */
  async keep({ id, fence }: ClaimedWatch, { analysisId, judging, judgedAs }: JudgingToDo, answers: string) {
    await queryPrepared(this.dataSource, KEEP, [id, fence, analysisId, judging, judgedAs, answers]);
  }

  /** Answers of the calls whose transcript has not changed from the first judging to the last. */
  answers({ id }: ClaimedWatch): Promise<WatchedAnswers[]> {
    return queryRows<WatchedAnswers>(this.dataSource, ANSWERS, [id]);
  }

  /** A single judging looks like a change. @throws ClaimLost */
  judgeAgain(tx: EntityManager, watch: ClaimedWatch): Promise<void> {
    return this.write(tx, watch, 'again', "stage = 'again', lease_until = NULL, run_after = now()", []);
  }

  /** Nothing is judged until the set is due again. @throws ClaimLost */
  rest(tx: EntityManager, watch: ClaimedWatch): Promise<void> {
    return this.write(tx, watch, 'rest', `${RESTS}, revision = (${PUBLISHED})`, []);
  }

  /**
   * Ends a check.
   * @param drift JSON text
   * @param base JSON text of the judge to compare with from now on; where it is the present one, its judgings are
   * @throws ClaimLost
   */
  async end(tx: EntityManager, watch: ClaimedWatch, { drift, base }: { drift: string; base: 'kept' | 'present' }) {
    await this.write(tx, watch, `end-${base}`, `${RESTS}, drift = $3${base === 'present' ? ', base = judge' : ''}`, [
      drift,
    ]);
    if (base === 'present') {
      await tx.query(FORGET_BASE, [watch.id, JUDGINGS]);
      await tx.query(MAKE_BASE, [watch.id, JUDGINGS]);
    } else await tx.query('DELETE FROM watch_answer WHERE watch_id = $1 AND judging > $2', [watch.id, JUDGINGS]);
  }

  /** @param compared JSON text @returns its id */
  async recordChange(tx: EntityManager, { id }: ClaimedWatch, compared: string): Promise<string> {
    const made = await queryRow<{ id: string; scorecardId: string }>(tx, RECORD_CHANGE, [id, compared]);
    if (!made) throw new ClaimLost();
    await tx.query(TRIM_CHANGES, [made.scorecardId, MAX_CHANGES]);
    return made.id;
  }

  private async write(
    tx: EntityManager,
    { id, fence }: ClaimedWatch,
    name: string,
    set: string,
    values: readonly unknown[],
  ): Promise<void> {
    const statement = { name: `watch-${name}`, text: `UPDATE scorecard_watch SET ${set} WHERE ${HELD} RETURNING id` };
    if ((await queryPrepared(tx, statement, [id, fence, ...values])).length === 0) throw new ClaimLost();
  }
}

/** Changes that are kept of a scorecard: two years, were it one a week. */
const MAX_CHANGES = 100;

const TURNS = jobTurns(
  'scorecard_watch',
  `id, account_id AS "accountId", request_id AS "requestId", scorecard_id AS "scorecardId", livemode, stage, revision, base,
   judge, fence`,
  "status = 'processing'",
);
const RENEW = renewJob('scorecard_watch');
const HAND_BACK = handBackJob('scorecard_watch');
const RESTS = `status = 'waiting', stage = NULL, lease_until = NULL, due_at = now() + interval '7 days'`;
const PUBLISHED = 'SELECT s.published_revision FROM scorecard s WHERE s.id = scorecard_watch.scorecard_id';

const WAKE: PreparedStatement = {
  name: 'wake-watches',
  text: `UPDATE scorecard_watch w SET status = 'processing', run_after = now()
         FROM scorecard s
         WHERE w.status = 'waiting' AND s.id = w.scorecard_id AND s.archived_at IS NULL AND s.published_revision IS NOT NULL
           AND (w.due_at <= now() OR w.revision IS DISTINCT FROM s.published_revision
             OR w.judge <> CASE WHEN w.asks_model THEN coalesce($1::json ->> (
                 SELECT e.analysis_engine FROM engine_settings e WHERE e.account_id = w.account_id), $2) ELSE $3 END)`,
};

/** Form and transcript of a call `c`; $2 is the form. */
const JUDGED_AS = `(SELECT sha256($2::bytea || sha256(convert_to(p.transcript, 'UTF8')))
  FROM analysis_payload p WHERE p.analysis_id = c.analysis_id)`;

/** $3: a check is at work: what it has judged of fresh calls is none of an earlier check. */
const MARK_FRESH = `UPDATE watch_call c SET is_fresh = (c.is_fresh AND $3) OR (
    SELECT count(*) FROM watch_answer g
    WHERE g.watch_id = c.watch_id AND g.analysis_id = c.analysis_id AND g.judging <= ${JUDGINGS}
      AND g.answers IS NOT NULL AND g.judged_as = ${JUDGED_AS}) < ${JUDGINGS}
  WHERE c.watch_id = $1`;
const MARK_ALL_FRESH = `UPDATE watch_call SET is_fresh = true WHERE watch_id = $1
  AND (SELECT count(*) FROM watch_call c WHERE c.watch_id = $1 AND NOT c.is_fresh) < ${MIN_WATCHED}`;
const FORGET = `DELETE FROM watch_answer g USING watch_call c
  WHERE g.watch_id = $1 AND c.watch_id = g.watch_id AND c.analysis_id = g.analysis_id
    AND (c.is_fresh OR g.judging > ${JUDGINGS})`;

const TO_DO = `
  SELECT c.analysis_id AS "analysisId", wanted.judging, now.judged_as AS "judgedAs",
    (g.judging IS NOT NULL AND g.answers IS NULL) AS "isCounted"
  FROM watch_call c JOIN analysis a ON a.id = c.analysis_id AND a.status = 'completed'
    CROSS JOIN LATERAL (SELECT ${JUDGED_AS} AS judged_as) AS now
    CROSS JOIN LATERAL generate_series(CASE WHEN c.is_fresh THEN 1 ELSE ${JUDGINGS + 1} END,
      CASE WHEN c.is_fresh THEN ${JUDGINGS} ELSE $3::int END) AS wanted (judging)
    LEFT JOIN watch_answer g ON g.watch_id = c.watch_id AND g.analysis_id = c.analysis_id AND g.judging = wanted.judging
  WHERE c.watch_id = $1 AND now.judged_as IS NOT NULL
    AND (g.answers IS NULL OR (c.is_fresh AND g.judged_as <> now.judged_as))
  ORDER BY wanted.judging, c.place LIMIT $4`;

const COUNT: PreparedStatement = {
  name: 'count-watched',
  text: `INSERT INTO watch_answer (watch_id, analysis_id, judging, account_id, judged_as)
         SELECT c.watch_id, c.analysis_id, $4, c.account_id, $5 FROM watch_call c
         WHERE c.watch_id = $1 AND c.analysis_id = $3 AND EXISTS (SELECT FROM scorecard_watch WHERE ${HELD}) FOR KEY SHARE
         ON CONFLICT (watch_id, analysis_id, judging) DO UPDATE SET judged_as = excluded.judged_as, answers = NULL
         RETURNING 1`,
};
const KEEP: PreparedStatement = {
  name: 'keep-watched',
  text: `UPDATE watch_answer SET answers = $6, judged_as = $5 WHERE watch_id = $1 AND analysis_id = $3 AND judging = $4
           AND EXISTS (SELECT FROM scorecard_watch WHERE ${HELD})`,
};
const ANSWERS = `
  SELECT c.analysis_id AS id, c.is_fresh AS "isFresh", array_agg(g.answers ORDER BY g.judging) AS answers
  FROM watch_call c JOIN watch_answer g ON g.watch_id = c.watch_id AND g.analysis_id = c.analysis_id
  WHERE c.watch_id = $1 AND g.answers IS NOT NULL GROUP BY 1, 2 HAVING count(DISTINCT g.judged_as) = 1`;

const OF_COMPARED = `EXISTS (
  SELECT FROM watch_call c WHERE c.watch_id = g.watch_id AND c.analysis_id = g.analysis_id AND NOT c.is_fresh)`;
const FORGET_BASE = `DELETE FROM watch_answer g WHERE g.watch_id = $1 AND g.judging <= $2 AND ${OF_COMPARED}`;
const MAKE_BASE = `UPDATE watch_answer g SET judging = g.judging - $2 WHERE g.watch_id = $1 AND g.judging > $2`;

const RECORD_CHANGE = `INSERT INTO judge_change (id, scorecard_id, account_id, livemode, revision, compared)
  SELECT gen_random_uuid(), w.scorecard_id, w.account_id, w.livemode, w.revision, $2 FROM scorecard_watch w WHERE w.id = $1
  RETURNING id, scorecard_id AS "scorecardId"`;
const TRIM_CHANGES = `DELETE FROM judge_change WHERE id IN (
  SELECT id FROM judge_change WHERE scorecard_id = $1 ORDER BY created_at DESC OFFSET $2)`;
