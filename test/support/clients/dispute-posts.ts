// Each POST about acknowledgements and disputes, with a count of what it made.
import type pg from 'pg';
import { storeModeObjects } from '../builders/mode-objects.js';
import type { Owner, PostScenario } from './post-scenario.js';

export async function disputePosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const [acknowledging, disputing, resolving] = [await open(), await open(), await open()];
  const objects = await storeModeObjects(db, acknowledging.accountId, true);
  const disputed = await storeModeObjects(db, disputing.accountId, true);
  const contested = await storeModeObjects(db, resolving.accountId, true);
  const count = async (statement: string, id: string) =>
    Number((await db.query<{ n: string }>(`SELECT (${statement}) AS n`, [id])).rows[0]?.n);
  return [
    {
      route: '/evaluations/{id}/acknowledge',
      path: `/evaluations/${objects.evaluationId}/acknowledge`,
      body: { agent_id: 'agent-7', note: 'Seen.' },
      credential: acknowledging.credential,
      status: 200,
      countEffects: () =>
        count('SELECT count(*) FROM evaluation_acknowledgement WHERE evaluation_id = $1', objects.evaluationId),
    },
    {
      route: '/evaluations/{id}/disputes',
      path: `/evaluations/${disputed.evaluationId}/disputes`,
      body: { raised_by: 'agent-7', answers: [{ question: 'solved', claim: 'yes', note: 'It was.' }] },
      credential: disputing.credential,
      status: 201,
      countEffects: () => count('SELECT count(*) FROM dispute WHERE evaluation_id = $1', disputed.evaluationId),
    },
    {
      route: '/disputes/{id}/resolve',
      path: `/disputes/${contested.disputeId}/resolve`,
      body: {
        reviewer_id: 'mara',
        decision: 'overturned',
        answers: [{ question: 'solved', answer: 'yes' }],
        note: 'It was.',
      },
      credential: resolving.credential,
      status: 200,
      countEffects: () => count('SELECT count(*) FROM review WHERE analysis_id = $1', contested.callId),
    },
  ];
}
