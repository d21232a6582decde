// Keeps the lines of a revision: the confidence from which on answers count by themselves, by ratings of closed sessions.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ConfidenceLine, confidenceLine } from '../../judgement/agreement/confidence-line.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { formOf, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import { questionsOf } from '../../scorecards/form/form.js';

export interface OfRevision {
  readonly accountId: string;
  readonly scorecardId: string;
  readonly revision: number;
}

/** Line of each question that has one. */
export type LinesOfForm = Readonly<Record<string, ConfidenceLine>>;

@Injectable()
export class ConfidenceLines {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
  ) {}

  /** @returns null where the scorecard has no target; lines of another target are found again first */
  async inForce(of: OfRevision): Promise<LinesOfForm | null> {
    const kept = await queryRow<KeptRow>(this.dataSource, KEPT, valuesOf(of));
    if (kept === null || kept.wanted === null) return null;
    if (kept.lines !== null && kept.target === kept.wanted) return JSON.parse(kept.lines);
    return this.dataSource.transaction((tx) => this.find(tx, of));
  }

  /**
   * Finds the lines and keeps them. They stay when rated calls are deleted later: they hold none of their words, and what they
   * say was true of those calls.
   */
  async find(tx: EntityManager, of: OfRevision): Promise<LinesOfForm | null> {
    const { accountId, scorecardId, revision } = of;
    // One after the other, so that the ratings of the session that is closed last are among those that are kept.
    const scorecard = await queryRow<{ wanted: number | null; livemode: boolean }>(tx, LOCK, [scorecardId, accountId]);
    if (scorecard === null || scorecard.wanted === null) return null;
    const { wanted, livemode } = scorecard;
    const rated = await queryRows<RatedRow>(tx, RATED, [...valuesOf(of), livemode]);
    const form = formOf(await this.scorecards.revision(tx, accountId, scorecardId, revision));
    const lines = Object.fromEntries(
      questionsOf(form).flatMap(({ key, automation }) => {
        const ratings = automation === 'score' ? rated.filter(({ question }) => question === key) : [];
        const line = confidenceLine(ratings, wanted);
        return line === null ? [] : [[key, line] as const];
      }),
    );
    await tx.query(KEEP, [scorecardId, revision, wanted, JSON.stringify(lines)]);
    return lines;
  }
}

const valuesOf = ({ accountId, scorecardId, revision }: OfRevision) => [accountId, scorecardId, revision];

interface KeptRow {
  readonly wanted: number | null;
  readonly target: number | null;
  readonly lines: string | null;
}

interface RatedRow {
  readonly question: string;
  readonly confidence: number;
  readonly n: number;
  readonly agreeing: number;
}

const KEPT = `
  SELECT s.target_agreement AS wanted, l.target, l.lines
  FROM scorecard s LEFT JOIN scorecard_line l ON l.scorecard_id = s.id AND l.revision = $3
  WHERE s.id = $2 AND s.account_id = $1`;

const LOCK = `SELECT target_agreement AS wanted, livemode FROM scorecard WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE`;

const KEEP = `
  INSERT INTO scorecard_line (scorecard_id, revision, target, lines) VALUES ($1, $2, $3, $4)
  ON CONFLICT (scorecard_id, revision) DO UPDATE SET target = excluded.target, lines = excluded.lines`;

/**
 * One rating a call and question, since two of one call are not independent and the bounds would be too narrow: that of the
 * expert, else one drawn by SHA-256. The later session counts where a call was rated in two.
 */
const RATED = `
  WITH closed AS MATERIALIZED (
    SELECT id, closed_at, expert_id FROM calibration
    WHERE account_id = $1 AND scorecard_id = $2 AND revision = $3 AND livemode = $4 AND status = 'closed'),
  machines AS (
    SELECT DISTINCT ON (c.analysis_id) c.analysis_id, c.machine, c.confidences
    FROM closed s JOIN calibration_call c ON c.calibration_id = s.id
    ORDER BY c.analysis_id, s.closed_at DESC, s.id DESC),
  people AS (
    SELECT DISTINCT ON (r.analysis_id, r.reviewer_id) r.analysis_id, r.reviewer_id, r.answers,
      r.reviewer_id IS NOT DISTINCT FROM s.expert_id AS is_expert
    FROM closed s JOIN calibration_rating r ON r.calibration_id = s.id
    ORDER BY r.analysis_id, r.reviewer_id, s.closed_at DESC, s.id DESC),
  own AS MATERIALIZED (
    SELECT m.analysis_id, answer.key AS question, answer.value AS answer, sure.value::float8 AS confidence
    FROM machines m, json_each_text(m.machine::json) AS answer, json_each_text(m.confidences::json) AS sure
    WHERE sure.key = answer.key),
  given AS MATERIALIZED (
    SELECT DISTINCT ON (p.analysis_id, one.key) p.analysis_id, one.key AS question, one.value AS answer
    FROM people p, json_each_text(p.answers::json) AS one
    ORDER BY p.analysis_id, one.key, p.is_expert DESC, sha256(convert_to(p.analysis_id || ':' || p.reviewer_id, 'UTF8'))),
  rated AS (
    SELECT own.question, own.confidence, own.answer = given.answer AS agrees
    FROM own JOIN given ON given.analysis_id = own.analysis_id AND given.question = own.question)
  SELECT question, confidence, count(*)::int AS n, count(*) FILTER (WHERE agrees)::int AS agreeing
  FROM rated GROUP BY question, confidence`;
