// What POST /engine-trials takes and refuses, and who sees a trial. No worker runs.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { heard, storeCall, storeCard } from '../../support/builders/evaluated-calls.js';
import { storeMember } from '../../support/builders/stored-members.js';
import { enginesFile } from '../../support/builders/tried-calls.js';
import { makeTestKey } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

const BY_RULES = { task: 'analysis', provider: 'rules', offered: true };
const SPEECH = {
  task: 'transcription',
  provider: 'openai',
  base_url: 'http://127.0.0.1:9/v1',
  model: 'm',
  api_key_env: 'K',
};
const ENGINES = ['strict', 'mild'];

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let calls: string[];

beforeAll(async () => {
  const ENGINES_FILE = await enginesFile(
    {
      strict: { ...BY_RULES, offered: false },
      mild: BY_RULES,
      hidden: { ...BY_RULES, offered: false },
      house: SPEECH,
      centre: { ...SPEECH, offered: true, price_per_minute: 0.6 },
    },
    { analysis: 'strict', transcription: 'house' },
  );
  service = await startTestService({ PROCESS: 'api', ENGINES_FILE, K: 'sk-stub', EVALUATIONS_PER_MONTH: '10' });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = (await service.db.query('SELECT id FROM account WHERE email = $1', [account.email])).rows[0].id;
  calls = [await storeCall(service.db, accountId), await storeCall(service.db, accountId)];
});

const body = (more: object = {}) => ({ task: 'analysis', engines: ENGINES, analysis_ids: calls, ...more });
const start = (more: object = {}, credential?: string) =>
  ask('/engine-trials', { json: body(more), ...(credential !== undefined && { credential }) });
const locsOf = (answer: { body: { detail: { type: string; loc: string[] }[] } }) =>
  answer.body.detail.map(({ type, loc }) => [type, ...loc].join(' '));
const counted = async () =>
  (
    await service.db.query(
      'SELECT coalesce(sum(evaluations), 0)::int AS n FROM evaluation_count WHERE account_id = $1',
      [accountId],
    )
  ).rows[0].n;

it('takes the engines that are offered and the one of the service, of the task, each once', async () => {
  const refused = await start({ engines: ['strict', 'hidden', 'house', 'none'] });
  await expect(refused).toAnswer(422);
  expect(locsOf(refused)).toEqual(['enum body engines 1', 'enum body engines 2', 'enum body engines 3']);
  expect(locsOf(await start({ engines: ['strict', 'strict'] }))).toEqual(['value_error body engines 1']);
  for (const engines of [['strict'], ['strict', 'mild', 'a', 'b', 'c']])
    await expect(await start({ engines })).toAnswer(422);
  await expect(await start()).toAnswer(201);
});

it('names each call that is unknown, unfinished, or of another account', async () => {
  const other = await service.openAccount();
  const otherId = (await service.db.query('SELECT id FROM account WHERE email = $1', [other.email])).rows[0].id;
  const unfinished = await storeCall(service.db, accountId);
  await service.db.query("UPDATE analysis SET status = 'processing', settled_at = NULL WHERE id = $1", [unfinished]);
  const ids = [calls[0], randomUUID(), unfinished, await storeCall(service.db, otherId)];
  const refused = await start({ analysis_ids: ids });
  await expect(refused).toAnswer(422);
  expect(locsOf(refused)).toEqual([1, 2, 3].map((at) => `enum body analysis_ids ${at}`));
  expect(await counted()).toBe(0);
});

it('takes calls by name or by a draw, and not both', async () => {
  const without = { analysis_ids: undefined };
  expect(locsOf(await start(without))).toEqual(['missing body analysis_ids']);
  expect(locsOf(await start({ count: 1 }))).toEqual(['value_error body count']);
  expect(locsOf(await start({ filter: {}, seed: 's' }))).toEqual(['value_error body filter', 'value_error body seed']);
  await expect(await start({ ...without, count: 201 })).toAnswer(422);
  await expect(
    await start({ task: 'transcription', engines: ['house', 'centre'], scorecard_id: randomUUID() }),
  ).toAnswer(422);
  await expect(await start({ ...without, count: 1, filter: { agent_id: 'unknown' } })).toAnswer(400, {
    detail: 'No completed call fits the filter',
  });
  await expect(await start({ scorecard_id: randomUUID() })).toAnswer(404);
});

it('draws the first calls by SHA-256 of seed and id', async () => {
  calls.push(await storeCall(service.db, accountId), await storeCall(service.db, accountId));
  const drawn = await start({ analysis_ids: undefined, count: 2, seed: 'autumn', filter: { livemode: true } });
  await expect(drawn).toAnswer(201);
  expect(drawn.body).toMatchObject({ seed: 'autumn', population: 4, calls: 2 });
  const hash = (id: string) => createHash('sha256').update(`autumn:${id}`).digest('hex');
  const wanted = [...calls].sort((a, b) => (hash(a) < hash(b) ? -1 : 1)).slice(0, 2);
  const items = (await ask(`/engine-trials/${drawn.body.id}/items`)).body.items;
  expect(new Set(items.map((item: { analysis_id: string }) => item.analysis_id))).toEqual(new Set(wanted));
});

it('estimates the cost by engine, and stores nothing', async () => {
  await service.db.query('UPDATE analysis SET duration_ms = 90000 WHERE id = ANY($1)', [calls]);
  const answer = await start({ task: 'transcription', engines: ['house', 'centre'], dry_run: true });
  await expect(answer).toAnswer(200);
  expect(answer.body).toMatchObject({
    status: 'dry_run',
    engines: [{ estimated_cost: null }, { estimated_cost: { amount_micros: 1_800_000, currency: 'usd' } }],
  });
  await expect(await ask(`/engine-trials/${answer.body.id}`)).toAnswer(404);
  expect([await counted(), (await ask('/engine-trials')).body.total]).toEqual([0, 0]);
});

it('is one at once and five a day, deleted and canceled ones included', async () => {
  const first = await start();
  await expect(first).toAnswer(201);
  expect(await counted()).toBe(4);
  const second = await start();
  await expect(second).toAnswer(429);
  expect(second.headers.get('retry-after')).toBe('60');
  await expect(await ask(`/engine-trials/${first.body.id}/cancel`, { method: 'POST' })).toAnswer(200);
  expect(await counted()).toBe(0);
  for (let more = 0; more < 4; more++) {
    const { body: trial } = await start();
    await expect(await ask(`/engine-trials/${trial.id}`, { method: 'DELETE' })).toAnswer(200);
  }
  expect(await counted()).toBe(0);
  const sixth = await start();
  await expect(sixth).toAnswer(429, { detail: 'An account can start 5 engine trials in 24 hours' });
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(86_000);
  await expect(await start({ dry_run: true })).toAnswer(200);
});

it('counts each call by each engine, all or none', async () => {
  for (let more = 0; more < 4; more++) calls.push(await storeCall(service.db, accountId));
  await expect(await start()).toAnswer(402);
  expect([await counted(), (await ask('/engine-trials')).body.total]).toEqual([0, 0]);
  await expect(await start({ analysis_ids: calls.slice(0, 5) })).toAnswer(201);
});

it('tries test calls alone with a test key, and is closed to other accounts', async () => {
  const testKey = await makeTestKey(service.baseUrl, account.accessToken);
  await expect(await start({}, testKey)).toAnswer(403);
  await expect(await start({ analysis_ids: undefined, count: 1, filter: { livemode: true } }, testKey)).toAnswer(403);
  const tested = await storeCall(service.db, accountId, { livemode: false });
  const trial = await start({ analysis_ids: undefined, count: 5 }, testKey);
  await expect(trial).toAnswer(201);
  expect(trial.body).toMatchObject({ livemode: false, population: 1 });
  const items = (await ask(`/engine-trials/${trial.body.id}/items`)).body.items;
  expect(items[0].analysis_id).toBe(tested);
  const neighbour = askAs(service, await service.openAccount());
  for (const path of ['', '/items', '/cancel'])
    await expect(
      await neighbour(`/engine-trials/${trial.body.id}${path}`, path === '/cancel' ? { method: 'POST' } : {}),
    ).toAnswer(404);
  await expect(await neighbour(`/engine-trials/${trial.body.id}`, { method: 'DELETE' })).toAnswer(404);
  expect((await neighbour('/engine-trials')).body.total).toBe(0);
});

it('shows members with teams, and starts by them, what they see', async () => {
  const member = await storeMember(service, account, 'analyst', { teams: ['Berlin'] });
  const seen = await storeCall(service.db, accountId);
  await service.db.query('UPDATE analysis SET custom_metadata = $2 WHERE id = $1', [seen, '{"team":"Berlin"}']);
  expect(locsOf(await start({}, member.token))).toEqual([0, 1].map((at) => `enum body analysis_ids ${at}`));
  const drawn = await start({ analysis_ids: undefined, count: 9 }, member.token);
  expect(drawn.body).toMatchObject({ population: 1 });
  await ask(`/engine-trials/${drawn.body.id}/cancel`, { method: 'POST' });
  const all = await start();
  await expect(await ask(`/engine-trials/${all.body.id}`, { credential: member.token })).toAnswer(404);
  const listed = (await ask('/engine-trials', { credential: member.token })).body;
  expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([drawn.body.id]);
});

it('answers the questions of a published scorecard of its mode', async () => {
  const card = await storeCard(service.db, accountId, [heard('spoken')], { livemode: false });
  await expect(await start({ scorecard_id: card })).toAnswer(400, {
    detail: 'A test scorecard judges test calls alone',
  });
});
