// Checks a revision before it scores calls: what its form says, what the last calls say of it, and how stable its answers are.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  countPhrases,
  type FormFault,
  faultsOf,
  formOfPhrases,
  type OnlyAnswer,
} from '../../judgement/form/doubtful-questions.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import { formOf, type PublishedScorecard, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import type { EvaluationResponse } from '../../scorecards/evaluations/evaluation.response.js';
import { type Form, questionsOf } from '../../scorecards/form/form.js';
import { Judging, TooCostly } from '../evaluating/threads/judging.js';
import { readCallToEvaluate } from '../evaluating/threads/stored-call.js';
import { TrialSlots } from '../evaluating/trials/trial-slots.js';
import { TryRevision } from '../evaluating/trials/try-revision.js';

/** Calls in which phrases are sought, and answers that are compared. */
const LAST = 200;
/** Evaluations of the account among which those of the revision are sought, so that the time does not grow with their number. */
const SOUGHT_AMONG = 20_000;
/** Time for the phrases; the calls that were read by then count. */
const READING_MS = 20_000;

export interface CheckedRevision {
  readonly scorecardId: string;
  readonly revision: number;
  /** Each id once. */
  readonly analysisIds: readonly string[];
  /** Number of times that the model is asked again. */
  readonly repeats: number;
}

export interface Stability {
  readonly question: string;
  readonly same: number;
  readonly of: number;
}

@Injectable()
export class CheckRevision {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly judging: Judging,
    private readonly trialSlots: TrialSlots,
    private readonly tryRevision: TryRevision,
  ) {}

  /** Only calls that are named are counted, once for each time that they are judged. @throws ApiError as a test of a revision */
  async run(caller: Caller, checked: CheckedRevision): Promise<{ faults: FormFault[]; stability: Stability[] }> {
    const { accountId } = caller;
    const { scorecardId, revision, analysisIds, repeats } = checked;
    const scorecard = await this.scorecards.trial(this.dataSource, accountId, scorecardId, revision);
    // The faults tell of the last calls and answers of its mode.
    refuseTestKey(caller, scorecard);
    const form = formOf(scorecard);
    const judged = analysisIds.length > 0 && scorecard.asksModel;
    const stability = judged
      ? stabilityOf(form, await this.tryRevision.run(caller, { ...checked, times: 1 + repeats }), 1 + repeats)
      : [];
    const history = {
      phrases: await this.readPhrases(accountId, scorecard, form),
      onlyAnswers: await this.readAnswers(accountId, scorecard, form),
    };
    return { faults: faultsOf(form, history), stability };
  }

  private async readPhrases(accountId: string, { livemode }: PublishedScorecard, form: Form) {
    const ofPhrases = formOfPhrases(form);
    if (ofPhrases === null) return new Map();
    const calls = await queryRows<{ id: string }>(this.dataSource, LAST_CALLS, [accountId, livemode, LAST]);
    const text = JSON.stringify(ofPhrases);
    const read = await this.trialSlots.hold(accountId, READING_MS * 2, async () => {
      const { signal, clear } = timeLimit(READING_MS);
      const answers: (string | null)[][] = [];
      try {
        for (const { id } of calls) {
          const call = await readCallToEvaluate(this.dataSource, accountId, id);
          if (call === null) continue;
          const task = { form: text, call: call.stored, proposals: 'no_language_model' as const };
          const { judged } = await this.judging.judge(accountId, task, signal);
          const given: readonly JudgedAnswer[] = JSON.parse(judged);
          answers.push(given.map(({ answer }) => answer));
        }
      } catch (error) {
        if (!signal.aborted && !(error instanceof TooCostly)) throw error;
      } finally {
        clear();
      }
      return answers;
    });
    return countPhrases(form, read);
  }

  /** A draft has no answers: those of the published revision count for questions that are the same. */
  private async readAnswers(
    accountId: string,
    { scorecardId, revision }: PublishedScorecard,
    form: Form,
  ): Promise<Map<string, OnlyAnswer>> {
    const answered = await queryRow<{ revision: number | null }>(this.dataSource, ANSWERED_BY, [
      scorecardId,
      accountId,
      revision,
    ]);
    if (!answered || answered.revision === null) return new Map();
    const other = await this.scorecards.revision(this.dataSource, accountId, scorecardId, answered.revision);
    const known = new Set(questionsOf(formOf(other)).map((question) => JSON.stringify(question)));
    const same = questionsOf(form).filter((question) => known.has(JSON.stringify(question)));
    const rows = await queryRows<OnlyAnswer & { question: string }>(this.dataSource, ONLY_ANSWERS, [
      accountId,
      scorecardId,
      answered.revision,
      SOUGHT_AMONG,
      LAST,
      same.map(({ key }) => key),
    ]);
    return new Map(rows.map(({ question, n, answer }) => [question, { n, answer }]));
  }
}

/** @param judged as many evaluations of a call one after the other as it was judged times */
function stabilityOf(form: Form, judged: readonly EvaluationResponse[], times: number): Stability[] {
  return questionsOf(form).flatMap(({ key, judge }) => {
    if (judge.kind !== 'model') return [];
    const said = judged.map(({ answers }) => {
      const { state, answer } = answers?.find(({ question }) => question === key) ?? {};
      return state === 'skipped' ? state : `${state} ${answer}`;
    });
    const pairs = said.flatMap((one, at) => (at % times === 0 ? [] : [[said[at - (at % times)], one]]));
    const counted = pairs.filter(([first, again]) => first !== 'skipped' || again !== 'skipped');
    return [{ question: key, same: counted.filter(([first, again]) => first === again).length, of: counted.length }];
  });
}

const LAST_CALLS = `SELECT id FROM analysis WHERE account_id = $1 AND livemode = $2 AND status = 'completed'
  ORDER BY created_at DESC, id DESC LIMIT $3`;

const ANSWERED_BY = `
  SELECT CASE WHEN r.status = 'published' THEN r.number ELSE s.published_revision END AS revision
  FROM scorecard s JOIN scorecard_revision r ON r.scorecard_id = s.id AND r.number = $3
  WHERE s.id = $1 AND s.account_id = $2`;

/** The service's own answers, also where a person overruled them. */
const ONLY_ANSWERS = `
  WITH recent AS MATERIALIZED (
    SELECT id, scorecard_id, revision, superseded FROM evaluation
    WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $4),
  judged AS (
    SELECT p.answers FROM (
      SELECT id FROM recent WHERE scorecard_id = $2 AND revision = $3 AND NOT superseded LIMIT $5) AS e
    JOIN evaluation_payload p ON p.evaluation_id = e.id),
  given AS (
    SELECT one.question, CASE WHEN own.state = 'na' THEN 'na'
      WHEN own.state IN ('answered', 'awaiting_human') THEN own.answer END AS answer
    FROM judged j, json_to_recordset(j.answers::json) AS one (question text, state text, answer text, system json), LATERAL (
      SELECT CASE WHEN json_typeof(one.system) = 'object' THEN one.system->>'state' ELSE one.state END AS state,
        CASE WHEN json_typeof(one.system) = 'object' THEN one.system->>'answer' ELSE one.answer END AS answer) AS own)
  SELECT question, count(*)::int AS n, min(answer) AS answer FROM given
  WHERE answer IS NOT NULL AND question = ANY($6) GROUP BY question HAVING min(answer) = max(answer)`;
