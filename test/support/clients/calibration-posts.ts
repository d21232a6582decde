// Each POST about samples and calibrations that makes something, with a count of what it made.
import type pg from 'pg';
import { storeModeObjects } from '../builders/mode-objects.js';
import type { Owner, PostScenario } from './post-scenario.js';

export async function calibrationPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [{ accountId, credential }, closing] = [await open(), await open()];
  const { callId, cardId, calibrationId, otherCalibrationId } = await storeModeObjects(db, accountId, true);
  const { calibrationId: closedId } = await storeModeObjects(db, closing.accountId, true);
  const count = async (statement: string, id: string) =>
    Number((await db.query<{ n: string }>(`SELECT (${statement}) AS n`, [id])).rows[0]?.n);
  const ended = (id: string) => () => count("SELECT count(*) FROM calibration WHERE id = $1 AND status <> 'open'", id);
  const reviewers = { reviewer_ids: ['mara', 'jonas'] };
  return [
    {
      route: '/samples',
      path: '/samples',
      body: { count: 1 },
      credential,
      status: 201,
      countEffects: () => count('SELECT count(*) FROM sample WHERE account_id = $1', accountId),
    },
    {
      route: '/calibrations',
      path: '/calibrations',
      body: { name: 'once', scorecard_id: cardId, analysis_ids: [callId], ...reviewers },
      credential,
      status: 201,
      countEffects: () => count("SELECT count(*) FROM calibration WHERE account_id = $1 AND name = 'once'", accountId),
    },
    {
      route: '/calibrations/{id}/links',
      path: `/calibrations/${calibrationId}/links`,
      body: { reviewer_id: 'mara', expires_in: 61 },
      credential,
      status: 201,
      countEffects: () =>
        count(
          `SELECT count(*) FROM review_link WHERE calibration_id = $1 AND expires_at - created_at < interval '62 seconds'`,
          calibrationId,
        ),
    },
    {
      route: '/calibrations/{id}/cancel',
      path: `/calibrations/${otherCalibrationId}/cancel`,
      body: null,
      credential,
      status: 200,
      countEffects: ended(otherCalibrationId),
    },
    {
      route: '/calibrations/{id}/close',
      path: `/calibrations/${closedId}/close`,
      body: null,
      credential: closing.credential,
      status: 200,
      countEffects: ended(closedId),
    },
  ];
}
