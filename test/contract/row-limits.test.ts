// What an account may have of rows that cost no minutes, to the last of many that come at once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { heard, storeCard } from '../support/builders/evaluated-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
});
afterAll(() => service?.stop());

const HOOK = { webhook_url: 'https://example.com/hook', webhook_events: ['analysis.failed'] };

async function failedCall(): Promise<string> {
  const id = randomUUID();
  await service.db.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at,
       error_code, error_message, processing_time_ms)
     VALUES ($1::uuid, $2, true, 'a', 'c', 'r', 'recordings/' || $1::text, 'failed', now(), 'provider_failed', 'It failed', 1)`,
    [id, accountId],
  );
  return id;
}

const addDeliveries = (analysisId: string, count: number) =>
  service.db.query(
    `INSERT INTO webhook_delivery (id, account_id, analysis_id, event_id, event, url, livemode, status)
     SELECT gen_random_uuid(), $2, $1, 'evt_' || gen_random_uuid(), 'analysis.failed', 'https://example.com', true, 'delivered'
     FROM generate_series(1, $3)`,
    [analysisId, accountId, count],
  );

describe('an account', () => {
  it('has 100 API keys, however many are made at once, and keeps a hundred revoked ones', async () => {
    await service.db.query(
      `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, revoked_at)
       SELECT gen_random_uuid(), $1, 'Many', 'sk', convert_to(gen_random_uuid()::text, 'UTF8'), true, '{}',
         CASE WHEN n > 94 THEN now() - n * interval '1 minute' END FROM generate_series(1, 344) AS n`,
      [accountId],
    );
    const make = () => ask('/api-keys', { json: { name: 'One of many' } });
    const answers = await Promise.all(Array.from({ length: 10 }, make));
    await expect(answers).toAnswerInAnyOrder([...Array(5).fill(201), ...Array(5).fill(400)]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toEqual({ detail: 'An account can have 100 API keys: revoke one first' });
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM api_key WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows[0].n, 'keys with revoked ones').toBe(200);
    await ask(`/api-keys/${answers.find(({ status }) => status === 201)?.body.id}`, { method: 'DELETE' });
    await expect(await make()).toAnswer(201);
  });

  it('has 20 rescores in progress, and starts 100 in 24 hours', async () => {
    const json = { scorecard_id: await storeCard(service.db, accountId, [heard('spoken')]) };
    const start = () => ask('/rescores', { json });
    const answers = await Promise.all(Array.from({ length: 24 }, start));
    await expect(answers).toAnswerInAnyOrder([...Array(20).fill(201), ...Array(4).fill(400)]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      detail: 'An account can have 20 rescores in progress: wait for one or cancel it',
    });
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
    await expect(await ask(`/rescores/${id}/cancel`, { method: 'POST' })).toAnswer(200);
    await expect(await start()).toAnswer(201);
    await service.db.query("UPDATE rescore SET status = 'canceled', settled_at = now()");
    await service.db.query(
      `INSERT INTO rescore (id, account_id, created_at, livemode, scorecard_id, revision, filter, estimate, request_id, total,
         status, settled_at)
       SELECT gen_random_uuid(), account_id, now(), true, scorecard_id, 1, '{}', estimate, 'r', 0, 'completed', now()
       FROM rescore, generate_series(1, 78) WHERE id = $1`,
      [id],
    );
    await expect(await start()).toAnswer(201);
    await expect(await start()).toAnswer(400, { detail: 'An account can start 100 rescores in 24 hours' });
    await service.db.query("UPDATE rescore SET created_at = created_at - interval '25 hours'");
    await expect(await start()).toAnswer(201);
  });

  it('has 5 redactions in progress, and starts 100 in 24 hours', async () => {
    const start = () => ask('/redactions', { json: { preset: 'pci' } });
    const answers = await Promise.all(Array.from({ length: 8 }, start));
    await expect(answers).toAnswerInAnyOrder([...Array(5).fill(201), ...Array(3).fill(400)]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      detail: 'An account can have 5 redactions in progress: wait for one or cancel it',
    });
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
    await expect(await ask(`/redactions/${id}/cancel`, { method: 'POST' })).toAnswer(200);
    await expect(await start()).toAnswer(201);
    await service.db.query("UPDATE redaction SET status = 'canceled', settled_at = now()");
    await service.db.query(
      `INSERT INTO redaction (id, account_id, livemode, wanted, filter, request_id, total, status, settled_at)
       SELECT gen_random_uuid(), account_id, true, wanted, '{}', 'r', 0, 'completed', now()
       FROM redaction, generate_series(1, 93) WHERE id = $1`,
      [id],
    );
    await expect(await start()).toAnswer(201);
    await expect(await start()).toAnswer(400, { detail: 'An account can start 100 redactions in 24 hours' });
    await service.db.query("UPDATE redaction SET created_at = created_at - interval '25 hours'");
    await expect(await start()).toAnswer(201);
  });
});

describe('an analysis', () => {
  it('has 100 notifications, however many registrations come at once', async () => {
    const id = await failedCall();
    await addDeliveries(id, 95);
    const register = () => ask(`/analysis/${id}/webhook`, { json: HOOK });
    const answers = await Promise.all(Array.from({ length: 10 }, register));
    await expect(answers).toAnswerInAnyOrder([...Array(5).fill(200), ...Array(5).fill(400)]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      detail: 'An analysis can have 100 notifications',
    });
    const quiet = { ...HOOK, webhook_events: ['analysis.completed'] };
    await expect(await ask(`/analysis/${id}/webhook`, { json: quiet }), 'one that makes none').toAnswer(200);
  });

  it('has notifications that are tried 100 times', async () => {
    const id = await failedCall();
    await addDeliveries(id, 1);
    const { rows } = await service.db.query('SELECT id FROM webhook_delivery WHERE analysis_id = $1', [id]);
    const attempts = (count: number) =>
      service.db.query(
        `INSERT INTO webhook_attempt (delivery_id, number, at, status_code, duration_ms)
         SELECT $1, n, now(), 500, 1 FROM generate_series(1, $2) AS n ON CONFLICT DO NOTHING`,
        [rows[0].id, count],
      );
    const again = () => ask(`/analysis/${id}/deliveries/${rows[0].id}/redeliver`, { method: 'POST' });
    await attempts(99);
    await expect(await again()).toAnswer(200);
    await attempts(100);
    await expect(await again()).toAnswer(400, { detail: 'A notification can be tried 100 times' });
  });
});
