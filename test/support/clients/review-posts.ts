// Each POST of reviews, of corrections and of the queue that changes something, with a count of what it changed.
import type pg from 'pg';
import { expect } from 'vitest';
import { storeCall } from '../builders/evaluated-calls.js';
import { PIN, storeReviewableCall } from '../builders/reviewable-call.js';
import type { PostScenario } from './post-scenario.js';

interface Owner {
  readonly accountId: string;
  readonly credential: string;
}

/** @param open opens an account: each POST has its own, because requests of one account wait for each other's locks */
export async function reviewPosts(db: pg.Pool, open: () => Promise<Owner>): Promise<PostScenario[]> {
  const body = { reviewer_id: 'mara' };
  const count = async (condition: string, accountId: string) =>
    Number(
      (await db.query(`SELECT count(*) AS n FROM review_task WHERE account_id = $1 AND ${condition}`, [accountId]))
        .rows[0].n,
    );
  const claiming = await open();
  // A second claim would take the second call.
  for (const _ of [1, 2]) await storeTask(db, claiming.accountId, null);
  const releasing = await open();
  const released = await storeTask(db, releasing.accountId, 'mara');
  const dismissing = await open();
  const dismissed = await storeTask(db, dismissing.accountId, 'mara');
  const reviewing = await open();
  const { callId, evaluationId } = await storeReviewableCall(db, reviewing.accountId, {
    webhookUrl: 'https://example.com',
  });
  const correcting = await open();
  const corrected = await storeReviewableCall(db, correcting.accountId);
  return [
    {
      route: '/analysis/{id}/corrections',
      path: `/analysis/${corrected.callId}/corrections`,
      body: { ...body, base_version: 1, swap_roles: true },
      credential: correcting.credential,
      status: 201,
      countEffects: async () => {
        const { rows } = await db.query('SELECT count(*) AS n FROM correction WHERE analysis_id = $1', [
          corrected.callId,
        ]);
        return Number(rows[0].n);
      },
    },
    {
      route: '/analysis/{id}/reviews',
      path: `/analysis/${callId}/reviews`,
      body: {
        ...body,
        findings: [{ finding: 'compliance.identity_verification', answer: 'no' }],
        violations: [{ rule: PIN.rule, segment_id: PIN.segmentId, upheld: false }],
        answers: [{ evaluation_id: evaluationId, question: 'notice', answer: 'no' }],
      },
      credential: reviewing.credential,
      status: 201,
      // The review, the scores of the call, those of its evaluation and the notification: all of them or none.
      countEffects: async () => {
        const { rows } = await db.query(
          `SELECT (SELECT count(*) FROM review WHERE analysis_id = $1) AS reviews,
             (SELECT count(*) FROM webhook_delivery WHERE analysis_id = $1) AS notifications,
             (SELECT results::json #>> '{compliance,score}' FROM analysis_payload WHERE analysis_id = $1) AS score,
             (SELECT system_outcome IS NOT NULL FROM evaluation WHERE id = $2) AS answered`,
          [callId, evaluationId],
        );
        expect(rows).toEqual([{ reviews: '1', notifications: '1', score: '50', answered: true }]);
        return 1;
      },
    },
    {
      route: '/review-queue/claim',
      path: '/review-queue/claim',
      body,
      credential: claiming.credential,
      status: 200,
      countEffects: () => count("claimed_by = 'mara'", claiming.accountId),
    },
    {
      route: '/review-queue/{analysis_id}/release',
      path: `/review-queue/${released}/release`,
      body,
      credential: releasing.credential,
      status: 200,
      countEffects: () => count('claimed_by IS NULL', releasing.accountId),
    },
    {
      route: '/review-queue/{analysis_id}/dismiss',
      path: `/review-queue/${dismissed}/dismiss`,
      body,
      credential: dismissing.credential,
      status: 200,
      countEffects: () => count("state = 'dismissed'", dismissing.accountId),
    },
  ];
}

/** @returns the id of its call */
async function storeTask(db: pg.Pool, accountId: string, claimedBy: string | null): Promise<string> {
  const id = await storeCall(db, accountId);
  await db.query(
    `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts, claimed_by,
       claimed_until)
     VALUES ($1, $2, true, now(), 'agent-7', '{}', '{"call": {"reasons": ["flagged"], "worth": 0.1}}', $3::text,
       CASE WHEN $3::text IS NOT NULL THEN now() + interval '1 hour' END)`,
    [id, accountId, claimedBy],
  );
  return id;
}
