// Reads how far raters agree on a revision of a scorecard.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RESAMPLES } from '../../../judgement/agreement/bootstrap.js';
import type { Between } from '../../../judgement/agreement/question-agreement.js';
import { queryRow, queryRows } from '../../../platform/database/sql.js';
import { badRequest, invalid } from '../../../platform/errors/api-error.js';
import { valueError } from '../../../platform/errors/validation-messages.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import {
  formOf,
  type PublishedScorecard,
  PublishedScorecards,
} from '../../../scorecards/cards/published-scorecards.js';
import { nothingPublished, scorecardNotFound } from '../../../scorecards/cards/scorecard-errors.js';
import { NOT_APPLICABLE, questionsOf } from '../../../scorecards/form/form.js';
import { MIN_WATCHED } from '../../../scorecards/watch/watch-errors.js';
import type { AgreementResponse, QuestionAgreementResponse } from '../../../wire/agreement.response.js';
import type { DriftResponse } from '../../../wire/drift.response.js';
import { ConfidenceLines } from '../../lines/confidence-lines.js';
import type { GetAgreementQuery } from './agreement.requests.js';
import { Counting } from './counting.js';
import { type ClosedSessions, readRatings, stateOfRatings } from './read-ratings.js';

/** Ten sessions of the largest kind. */
const MAX_CALLS = 2_000;
export const tooManyRated = () =>
  badRequest(`More than ${MAX_CALLS} calls were rated: narrow it by created_after or created_before`);

/** Figures that a process keeps. They are counted again where anything that they rest on has changed. */
const MAX_KEPT = 100;

@Injectable()
export class AgreementReader {
  /** Keyed by what they were counted from; the one that was asked for last is the last. */
  private readonly kept = new Map<string, Promise<AgreementResponse>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly counting: Counting,
    private readonly lines: ConfidenceLines,
  ) {}

  /** @throws ApiError 400 for more calls than are counted at once; 404; 422 */
  async get(caller: Caller, scorecardId: string, query: GetAgreementQuery): Promise<AgreementResponse> {
    const { between, basis } = query;
    const { accountId } = caller;
    const card = await this.find(accountId, scorecardId, query.revision ?? null);
    const drift = await this.driftOf(caller, card);
    if (basis === 'reviews') return { ...(await this.ofReviews(caller, card, query)), drift };
    const { revision, formText, livemode } = card;
    const of = {
      accountId,
      livemode: caller.livemode && livemode,
      scorecardId,
      revision,
      closedAfter: query.created_after ?? null,
      closedBefore: query.created_before ?? null,
    };
    const found = await this.counted(of, between, formText);
    if (between !== 'machine') return { ...found, drift };
    // The line of a live scorecard rests on live calls, of which a test key sees nothing.
    const lines = of.livemode === livemode ? await this.lines.inForce(of) : null;
    return {
      ...found,
      questions: found.questions.map((one) => ({ ...one, line: lines?.[one.question] ?? null })),
      drift,
    };
  }

  /** Counts once for all who ask, and again only where something has changed. @throws ApiError 400 */
  private async counted(of: ClosedSessions, between: Between, form: string): Promise<AgreementResponse> {
    const from = JSON.stringify([of, between, await stateOfRatings(this.dataSource, of)]);
    const counted = this.kept.get(from) ?? this.count(of, between, form);
    this.kept.delete(from);
    this.kept.set(from, counted);
    counted.catch(() => this.kept.delete(from));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    return counted;
  }

  private async count(of: ClosedSessions, between: Between, form: string): Promise<AgreementResponse> {
    const { agreements } = await this.counting.count(of.accountId, of, async () => {
      const calls = await readRatings(this.dataSource, of, MAX_CALLS + 1);
      if (calls.length > MAX_CALLS) throw tooManyRated();
      return { form, calls, between: [between] };
    });
    const found = agreements.get(between);
    if (!found) throw new Error('The figures that were asked for are counted');
    return found;
  }

  /** A live scorecard watches live calls, of which a test key sees nothing. */
  private async driftOf(caller: Caller, { scorecardId, livemode }: PublishedScorecard): Promise<DriftResponse | null> {
    if (livemode && !caller.livemode) return null;
    const found = await queryRow<{ drift: string | null; calls: number }>(this.dataSource, DRIFT, [
      scorecardId,
      caller.accountId,
    ]);
    if (!found) return null;
    const drift: DriftResponse | null = found.drift === null ? null : JSON.parse(found.drift);
    if (found.calls >= MIN_WATCHED) return drift;
    const tooFew = { same: null, ci: null, changed: [], verdict: 'too_few' } as const;
    return { checked_at: null, was: null, is: null, ...drift, ...tooFew };
  }

  private async find(accountId: string, id: string, revision: number | null): Promise<PublishedScorecard> {
    const found = await queryRow<{ published: number | null }>(
      this.dataSource,
      'SELECT published_revision AS published FROM scorecard WHERE id = $1 AND account_id = $2',
      [id, accountId],
    );
    if (!found) throw scorecardNotFound();
    const number = revision ?? found.published;
    if (number === null) throw nothingPublished();
    return this.scorecards.revision(this.dataSource, accountId, id, number);
  }

  /** Counts alone: reviewers see the machine's answer, and the calls are no random sample. */
  private async ofReviews(
    { accountId }: Caller,
    card: PublishedScorecard,
    { between, created_after: after = null, created_before: before = null }: GetAgreementQuery,
  ): Promise<AgreementResponse> {
    if (between !== 'machine') {
      const msg = valueError('reviews are compared with the machine alone');
      throw invalid([{ type: 'value_error', loc: ['query', 'between'], msg, input: between }]);
    }
    const { scorecardId, revision } = card;
    const counts = await queryRows<ReviewedCount>(this.dataSource, COUNT_REVIEWED, [
      accountId,
      scorecardId,
      revision,
      after,
      before,
    ]);
    return {
      object: 'agreement',
      scorecard_id: scorecardId,
      revision,
      between,
      basis: 'reviews',
      seed: null,
      resamples: RESAMPLES,
      questions: questionsOf(formOf(card)).map(({ key, answers }) =>
        countsOf(
          key,
          answers.map((answer) => answer.key),
          counts.filter(({ question }) => question === key),
        ),
      ),
    };
  }
}

const DRIFT = `SELECT w.drift, (SELECT count(*)::int FROM watch_call c WHERE c.watch_id = w.id) AS calls
  FROM scorecard_watch w WHERE w.scorecard_id = $1 AND w.account_id = $2`;

interface ReviewedCount {
  readonly question: string;
  readonly machine: string;
  readonly person: string;
  readonly n: number;
}

function countsOf(
  question: string,
  answers: readonly string[],
  counts: readonly ReviewedCount[],
): QuestionAgreementResponse {
  const keys = [...new Set([...answers, ...counts.flatMap(({ machine, person }) => [machine, person])])];
  const timesOf = (machine: string, person: string) =>
    counts.find((one) => one.machine === machine && one.person === person)?.n ?? 0;
  const mismatches = counts.filter(
    ({ machine, person }) => (machine === NOT_APPLICABLE) !== (person === NOT_APPLICABLE),
  );
  return {
    question,
    n: counts.reduce((sum, { n }) => sum + n, 0),
    raters: null,
    rarest: null,
    agreement: null,
    kappa: null,
    alpha: null,
    ac1: null,
    matrix: Object.fromEntries(
      keys.map((machine) => [machine, Object.fromEntries(keys.map((person) => [person, timesOf(machine, person)]))]),
    ),
    na_mismatch: mismatches.reduce((sum, { n }) => sum + n, 0),
    verdict: null,
  };
}

/** Answers of a person that stand beside one of the machine. A suggestion of the machine is an answer too. */
const COUNT_REVIEWED = `
  SELECT one.question, machine.answer AS machine, person.answer AS person, count(*)::int AS n
  FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id,
    json_to_recordset(p.answers::json) AS one (question text, state text, answer text, system json), LATERAL (
      SELECT CASE WHEN one.state = 'na' THEN 'na' WHEN one.state = 'answered' THEN one.answer END AS answer) AS person, LATERAL (
      SELECT CASE WHEN one.system->>'state' = 'na' THEN 'na'
        WHEN one.system->>'state' IN ('answered', 'awaiting_human') THEN one.system->>'answer' END AS answer) AS machine
  WHERE e.account_id = $1 AND e.scorecard_id = $2 AND e.revision = $3 AND e.reviewed AND e.status = 'completed' AND NOT e.superseded
    AND ($4::timestamptz IS NULL OR e.created_at >= $4) AND ($5::timestamptz IS NULL OR e.created_at < $5)
    AND json_typeof(one.system) = 'object' AND person.answer IS NOT NULL AND machine.answer IS NOT NULL
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
