// GET /status: why the calls of an account wait, which engine is paused, and how long data is kept.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

let service: TestService;
let account: Account;
let ask: Ask;
let accountId: string;

beforeAll(async () => {
  // No worker runs, so that submitted calls keep their state.
  service = await startTestService({ PROCESS: 'api', AUDIO_RETENTION_DAYS: '90', TEST_RETENTION_DAYS: '7' });
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
});
afterAll(() => service?.stop());

const status = async () => {
  const answer = await ask('/status', { credential: account.liveKey });
  await expect(answer).toAnswer(200);
  return answer.body;
};
const submit = async (as: Ask): Promise<string> => {
  const json = { audio_url: 'https://example.com/call.wav', agent_id: 'agent-7', contact_id: 'cust-42' };
  return (await as('/analysis', { json })).body.id;
};
const set = (id: string, columns: string) => service.db.query(`UPDATE analysis SET ${columns} WHERE id = $1`, [id]);

it('says of an account without calls how long data is kept, and that the engines work', async () => {
  expect(await status()).toEqual({
    object: 'account_status',
    calls: { in_progress: 0, waiting: 0, waiting_since: null, reason: null },
    batches_waiting_for_quota: 0,
    engines: ['transcription', 'analysis'].map((engine) => ({ engine, reason: null, paused_since: null })),
    retention: { recordings_days: 90, analyses_days: null, test_days: 7 },
  });
});

it('says since when the oldest call waits and why, whatever other accounts do', async () => {
  const first = await submit(ask);
  await submit(ask);
  await set(first, "created_at = '2026-01-02T03:04:05Z'");
  const waiting_since = Date.parse('2026-01-02T03:04:05Z') / 1000;
  const calls = { in_progress: 0, waiting: 2, waiting_since };
  expect((await status()).calls, 'a call that has just come').toEqual({ ...calls, reason: 'queued' });
  await set(first, "run_after = now() - interval '2 minutes'");
  expect((await status()).calls, 'no worker').toEqual({ ...calls, reason: 'no_worker' });

  const other = await service.openAccount();
  const held = await submit(askAs(service, other));
  await set(held, "lease_until = now() + interval '1 minute'");
  expect((await status()).calls, 'workers hold calls of others').toEqual({ ...calls, reason: 'busy' });
  await set(first, "run_after = now() + interval '2 minutes'");
  expect((await status()).calls, 'its run failed').toEqual({ ...calls, reason: 'retry' });
  await set(first, "lease_until = now() + interval '1 minute'");
  expect((await status()).calls, 'a worker holds it').toMatchObject({ in_progress: 1, waiting: 1, reason: 'busy' });
});

it('names the engine that is paused, and counts the batches that wait for minutes', async () => {
  await service.db.query(
    "UPDATE engine_pause SET since = '2026-01-02T03:04:05Z', reason = 'quota' WHERE engine = 'transcription'",
  );
  await service.db.query(
    `INSERT INTO batch (id, account_id, livemode, request_id, defaults, on_quota, status)
     VALUES (gen_random_uuid(), $1, true, 'r', '{}', 'wait', 'waiting_for_quota')`,
    [accountId],
  );
  await expect
    .poll(async () => (await status()).engines[0])
    .toEqual({
      engine: 'transcription',
      reason: 'quota',
      paused_since: Date.parse('2026-01-02T03:04:05Z') / 1000,
    });
  expect(await status()).toMatchObject({ calls: { reason: 'engine_paused' }, batches_waiting_for_quota: 1 });
});

it('needs the scope to read calls', async () => {
  const { body } = await ask('/api-keys', { json: { name: 'narrow', scopes: ['billing:read'] } });
  await expect(await ask('/status', { credential: body.key })).toAnswer(403);
});
