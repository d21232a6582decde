// A review that is only tried out: what it would do to the scores. No worker runs.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { PIN, type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let ask: Ask;
let call: ReviewableCall;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  const account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  call = await storeReviewableCall(service.db, rows[0].id, { webhookUrl: 'https://example.com/hook' });
});
afterAll(() => service?.stop());

const review = (json: object) => ask(`/analysis/${call.callId}/reviews`, { json: { reviewer_id: 'mara', ...json } });
const answered = (question: string, answer: string) => ({
  answers: [{ evaluation_id: call.evaluationId, question, answer }],
});
/** Without the link to the recording, which is another one each second. */
const standing = async () => [
  (await ask(`/analysis/${call.callId}`)).body.results,
  (await ask(`/evaluations/${call.evaluationId}`)).body,
];

it('tells of a dry run what it would do to the scores, by the same checks, and does nothing', async () => {
  const before = await standing();
  const entries = {
    findings: [{ finding: 'compliance.identity_verification', answer: 'no' }],
    violations: [{ rule: PIN.rule, segment_id: PIN.segmentId, upheld: false }],
    ...answered('offer', 'yes'),
  };
  const tried = await review({ ...entries, dry_run: true });
  await expect(tried).toAnswer(
    200,
    expect.objectContaining({
      object: 'review',
      dry_run: true,
      scores: { before: { compliance: 60, quality: 100 }, after: { compliance: 50, quality: 100 } },
      evaluations: [
        {
          evaluation_id: call.evaluationId,
          before: { score: 50, outcome: 'failed' },
          after: { score: 100, outcome: 'passed' },
        },
      ],
    }),
  );
  expect(await standing()).toEqual(before);
  expect((await ask(`/analysis/${call.callId}/reviews`)).body.total, 'reviews').toBe(0);
  const deliveries = 'SELECT count(*)::int AS n FROM webhook_delivery WHERE analysis_id = $1';
  expect((await service.db.query(deliveries, [call.callId])).rows[0].n, 'notifications').toBe(0);
  await expect(await review({ ...answered('absent', 'yes'), dry_run: true })).toAnswer(422);
  const written = await review(entries);
  await expect(written).toAnswer(201);
  expect(written.body.scores).toEqual(tried.body.scores);
  expect(written.body).not.toHaveProperty('dry_run');
  expect((await review({ ...entries, dry_run: true })).body.evaluations, 'nothing more would change').toEqual([]);
});
