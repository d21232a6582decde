// Reads what was rated in closed sessions, and what the machine answered when they were closed.
import { queryRow, queryRows, type Sql } from '../../../platform/database/sql.js';
import type { StoredRatings } from './counting-task.js';

/** JSON text of the ratings of a call without any. */
export const NO_RATINGS = '[]';

const OF_SESSION = `
  SELECT c.analysis_id AS id, c.machine, coalesce((
    SELECT json_agg(json_build_object('reviewer', r.reviewer_id, 'isExpert', r.reviewer_id IS NOT DISTINCT FROM s.expert_id, 'answers', r.answers))
    FROM calibration_rating r WHERE r.calibration_id = c.calibration_id AND r.analysis_id = c.analysis_id), '[]')::text AS ratings
  FROM calibration_call c JOIN calibration s ON s.id = c.calibration_id
  WHERE c.calibration_id = $1 AND c.account_id = $2`;

export const readRatingsOf = (sql: Sql, accountId: string, calibrationId: string): Promise<StoredRatings[]> =>
  queryRows<StoredRatings>(sql, OF_SESSION, [calibrationId, accountId]);

export interface ClosedSessions {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly scorecardId: string;
  readonly revision: number;
  /** Inclusive. */
  readonly closedAfter: Date | null;
  /** Exclusive. */
  readonly closedBefore: Date | null;
}

const CLOSED = `
    SELECT id, closed_at, expert_id FROM calibration
    WHERE account_id = $1 AND scorecard_id = $2 AND revision = $3 AND livemode = $4 AND status = 'closed'
      AND ($5::timestamptz IS NULL OR closed_at >= $5) AND ($6::timestamptz IS NULL OR closed_at < $6)`;

/** Each version of a row has an `xmin` of its own. */
const STATE_OF_SESSIONS = `
  WITH closed AS MATERIALIZED (${CLOSED}),
  versions AS (
    SELECT concat_ws(' ', s.id, s.closed_at, s.expert_id, c.analysis_id, c.xmin) AS version
    FROM closed s JOIN calibration_call c ON c.calibration_id = s.id
    UNION ALL
    SELECT concat_ws(' ', s.id, r.analysis_id, r.reviewer_id, r.xmin)
    FROM closed s JOIN calibration_rating r ON r.calibration_id = s.id)
  SELECT md5(string_agg(version, ',' ORDER BY version)) AS state FROM versions`;

/** The later closed session counts where a call was rated twice by the same person, and for the answers of the machine. */
const OF_SESSIONS = `
  WITH closed AS MATERIALIZED (${CLOSED}),
  rated AS (
    SELECT DISTINCT ON (r.analysis_id, r.reviewer_id) r.analysis_id, r.reviewer_id, r.answers,
      r.reviewer_id IS NOT DISTINCT FROM s.expert_id AS is_expert
    FROM closed s JOIN calibration_rating r ON r.calibration_id = s.id
    ORDER BY r.analysis_id, r.reviewer_id, s.closed_at DESC, s.id DESC),
  people AS (
    SELECT analysis_id, json_agg(json_build_object('reviewer', reviewer_id, 'isExpert', is_expert, 'answers', answers)) AS ratings
    FROM rated GROUP BY analysis_id),
  machines AS (
    SELECT DISTINCT ON (c.analysis_id) c.analysis_id, c.machine
    FROM closed s JOIN calibration_call c ON c.calibration_id = s.id
    ORDER BY c.analysis_id, s.closed_at DESC, s.id DESC)
  SELECT m.analysis_id AS id, m.machine, coalesce(p.ratings, '[]')::text AS ratings
  FROM machines m LEFT JOIN people p ON p.analysis_id = m.analysis_id LIMIT $7`;

/** Changes with every change of what `readRatings` reads, down to a single answer, and takes little of what counting takes. */
export async function stateOfRatings(sql: Sql, of: ClosedSessions): Promise<string> {
  const state = await queryRow<{ state: string }>(sql, STATE_OF_SESSIONS, valuesOf(of));
  return state?.state ?? '';
}

const valuesOf = ({ accountId, scorecardId, revision, livemode, closedAfter, closedBefore }: ClosedSessions) => [
  accountId,
  scorecardId,
  revision,
  livemode,
  closedAfter,
  closedBefore,
];

/** @returns at most so many calls */
export const readRatings = (sql: Sql, of: ClosedSessions, limit: number): Promise<StoredRatings[]> =>
  queryRows<StoredRatings>(sql, OF_SESSIONS, [...valuesOf(of), limit]);
