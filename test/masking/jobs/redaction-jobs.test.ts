// Jobs that mask stored calls, at work: the texts of each call are masked in its turn, and the job counts what became of it.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { startService } from '../../../src/program/service.js';
import { type Account, startTestService, type TestService, until } from '../../support/apps/running-service.js';
import { countPlanted, maskTexts, storePlanted } from '../../support/builders/planted-calls.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { checkEvent } from '../../support/clients/responses.js';
import { freePort } from '../../support/processes/free-port.js';
import { startWebhookReceiver } from '../../support/stubs/webhook-receiver.js';

/** Calls that a job may have at work. */
const AT_WORK = 16;

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>> | null = null;
let owner: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules', PROCESS: 'api' });
});
beforeEach(async () => {
  owner = await service.openAccount();
  ask = askAs(service, owner);
  accountId = await accountIdOf(service.db, owner.email);
  await maskTexts(service.db, accountId);
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});

async function startWorker() {
  const config = loadConfig({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()) });
  return startService({ announce: () => undefined, config, logger: pino({ level: 'silent' }) });
}

const start = async (json: object = {}) => {
  const answer = await ask('/redactions', { json, credential: owner.liveKey });
  await expect(answer).toAnswer(201);
  return answer.body.id as string;
};
const read = async (id: string) => (await ask(`/redactions/${id}`)).body;
const taken = async (id: string) => {
  const { rows } = await service.db.query(
    'SELECT count(*)::int AS n, count(DISTINCT analysis_id)::int AS calls FROM call_redaction WHERE redaction_id = $1',
    [id],
  );
  return rows[0];
};
const ended = (id: string) =>
  until(async () => {
    const job = await read(id);
    return job.status !== 'processing' && job;
  }, `redaction ${id}`);

it('masks each call once, skips what is masked already, and tells of its end once', async () => {
  worker ??= await startWorker();
  const receiver = await startWebhookReceiver();
  await storePlanted(service.db, accountId, 2 * AT_WORK + 3);
  expect(await countPlanted(service.db, accountId)).toBe(2 * AT_WORK + 3);
  const id = await start({ webhook_url: receiver.url });
  expect(await ended(id)).toMatchObject({
    status: 'completed',
    counts: { total: 35, completed: 35, failed: 0, skipped: 0 },
    completed_at: expect.any(Number),
  });
  expect(await countPlanted(service.db, accountId)).toBe(0);
  expect(await taken(id)).toEqual({ n: 35, calls: 35 });
  const [told] = await receiver.requests(1);
  const notification = JSON.parse(told?.body ?? 'null');
  checkEvent('redaction.completed', notification);
  expect(notification).toMatchObject({ data: { id, status: 'completed', counts: { completed: 35 } } });

  await storePlanted(service.db, accountId, 1);
  const again = await start();
  expect((await ended(again)).counts).toEqual({ total: 36, completed: 1, failed: 0, skipped: 35 });
  expect(receiver.received, 'notifications').toHaveLength(1);
  await receiver.close();
});

it('masks those that the filter finds, and completes without any', async () => {
  worker ??= await startWorker();
  await storePlanted(service.db, accountId, 2, 'one');
  await storePlanted(service.db, accountId, 3, 'other');
  const id = await start({ filter: { agent_id: 'one' } });
  expect((await ended(id)).counts).toMatchObject({ total: 2, completed: 2 });
  expect(await countPlanted(service.db, accountId)).toBe(3);
  const none = await start({ filter: { agent_id: 'nobody' } });
  expect(await ended(none)).toMatchObject({ status: 'completed', counts: { total: 0 } });
});

it('reaches its end when calls are deleted before their turn', async () => {
  await worker?.stop();
  worker = null;
  const calls = await storePlanted(service.db, accountId, 4);
  const id = await start();
  await ask(`/analysis/${calls[1]}`, { method: 'DELETE' });
  worker = await startWorker();
  expect((await ended(id)).counts).toEqual({ total: 4, completed: 3, failed: 0, skipped: 1 });
});

it('takes no further call once it is canceled, and counts those that it has taken', async () => {
  await worker?.stop();
  worker = null;
  await storePlanted(service.db, accountId, 60);
  const id = await start();
  worker = await startWorker();
  await until(async () => (await taken(id)).n > 0, 'calls that are taken');
  const canceled = await ask(`/redactions/${id}/cancel`, { method: 'POST' });
  await expect(canceled).toAnswer(200);
  expect(canceled.body).toMatchObject({ status: 'canceled' });
  const { n } = await taken(id);
  await until(async () => (await read(id)).counts.completed === n, 'the calls that were taken');
  expect(await taken(id), 'calls taken since').toEqual({ n, calls: n });
  expect(await countPlanted(service.db, accountId)).toBe(60 - n);
  expect(n).toBeLessThan(60);
});
