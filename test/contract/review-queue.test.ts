// The queue of calls that deserve a look, over the interface. No worker runs: the tests write the tasks as a settled call does.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { casesOf } from '../gates/cases-of.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { addScorecard } from '../support/builders/evaluation-data.js';
import { addTasks, type NewTask } from '../support/builders/review-tasks.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';

const REVIEWERS = 50;
const CALLS = casesOf(500, 100);

let service: TestService;
let dataSource: DataSource;
let account: Account;
let accountId: string;
let ask: Ask;
let testKey: string;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  dataSource = await new DataSource(dataSourceOptions(service.env.DATABASE_URL ?? '', 2)).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
});

beforeEach(async () => {
  account = await service.openAccount();
  ask = askAs(service, account);
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
});

const add = (...tasks: NewTask[]) => addTasks(dataSource, accountId, tasks);
const claim = (reviewer_id: string, more: object = {}) =>
  ask('/review-queue/claim', { json: { reviewer_id, ...more } });
const act = (what: 'release' | 'dismiss', id: string | undefined, reviewer_id: string, more: object = {}) =>
  ask(`/review-queue/${id}/${what}`, { json: { reviewer_id, ...more } });
const listed = async (query = ''): Promise<string[]> =>
  (await ask(`/review-queue${query}`)).body.items.map((item: { analysis_id: string }) => item.analysis_id);

describe('GET /review-queue', () => {
  it('lists the calls by what a look is worth, and of equal ones the oldest first', async () => {
    const createdAt = new Date('2026-11-20T10:00:00.250Z');
    const [later, worthy, earlier] = await add(
      { worth: 0.25, createdAt: new Date('2026-11-21T10:00:00Z') },
      { worth: 0.73, reasons: ['flagged', 'violation'], agentId: 'agent-3', createdAt },
      { worth: 0.25, createdAt: new Date('2026-11-19T10:00:00Z') },
    );
    await service.db.query('UPDATE analysis SET duration_ms = 92340 WHERE id = $1', [worthy]);
    const { body } = await ask('/review-queue');
    expect(body).toMatchObject({ total: 3, skip: 0, limit: 20 });
    expect(body.items[0]).toEqual({
      analysis_id: worthy,
      created: Math.floor(createdAt.getTime() / 1000),
      agent_id: 'agent-3',
      contact_id: 'cust-42',
      duration_seconds: 92.34,
      reasons: ['violation', 'flagged'],
      doubts: [],
      returned: false,
      severity: 1,
      worth: 0.73,
      claimed_by: null,
      claimed_until: null,
    });
    expect(await listed()).toEqual([worthy, earlier, later]);
    expect(await listed('?skip=1&limit=1')).toEqual([earlier]);
  });

  it('filters by reason, agent, scorecard and time, each alone and together', async () => {
    const card = await addScorecard(dataSource, accountId);
    const old = new Date('2026-11-01T00:00:00Z');
    const [first, second, third] = await add(
      { worth: 0.9, reasons: ['violation'], agentId: 'agent-1', scorecards: [card], createdAt: old },
      { worth: 0.5, reasons: ['violation', 'withheld'], agentId: 'agent-2', scorecards: [card] },
      { worth: 0.1, reasons: ['withheld'], agentId: 'agent-1' },
    );
    expect(await listed('?reason=withheld')).toEqual([second, third]);
    expect(await listed('?agent_id=agent-1')).toEqual([first, third]);
    expect(await listed(`?scorecard_id=${card}`)).toEqual([first, second]);
    expect(await listed(`?analysis_id=${second}`)).toEqual([second]);
    expect(await listed(`?analysis_id=${second}&agent_id=agent-1`)).toEqual([]);
    expect(await listed(`?created_after=${old.getTime() / 1000}`)).toEqual([second, third]);
    expect(await listed('?created_after=2026-11-01T00:00:00Z')).toEqual([first, second, third]);
    expect(
      await listed(`?reason=withheld&agent_id=agent-2&scorecard_id=${card}&created_after=2026-11-02T00:00:00Z`),
    ).toEqual([second]);
    expect((await ask('/review-queue?reason=roles_unclear')).body).toMatchObject({ items: [], total: 0 });
  });

  it('shows another account nothing', async () => {
    const [id] = await add({ scorecards: [await addScorecard(dataSource, accountId)] });
    const { rows } = await service.db.query('SELECT scorecards[1] AS card FROM review_task WHERE analysis_id = $1', [
      id,
    ]);
    const stranger = askAs(service, await service.openAccount());
    for (const query of [
      '',
      '?reason=flagged',
      '?agent_id=agent-7',
      `?scorecard_id=${rows[0].card}`,
      `?analysis_id=${id}`,
    ])
      expect((await stranger(`/review-queue${query}`)).body, query).toMatchObject({ items: [], total: 0 });
    await expect(await stranger('/review-queue/claim', { json: { reviewer_id: 'eve' } })).toAnswer(204);
    for (const path of [`/review-queue/${id}/release`, `/review-queue/${id}/dismiss`])
      await expect(await stranger(path, { json: { reviewer_id: 'eve' } })).toAnswer(404, {
        detail: 'Analysis not found',
      });
  });

  it('shows a test key the calls of both modes', async () => {
    await add({}, { livemode: false });
    expect((await ask('/review-queue', { credential: testKey })).body.total).toBe(2);
  });

  it.each([
    'reason=boredom',
    'scorecard_id=1',
    'created_after=yesterday',
    'limit=101',
    'limit=0',
    'skip=-1',
    'agent_id=%00',
    "agent_id=a'%20OR%20true--&reason=violation'",
  ])('refuses a query that it does not understand: %s', async (query) => {
    await expect(await ask(`/review-queue?${query}`)).toAnswer(422);
  });

  it('takes names and offsets of any kind as what they are', async () => {
    await add({});
    for (const query of [
      "agent_id='%20OR%20true--",
      'skip=9007199254740993',
      'agent_id=%25',
      'created_after=253402300798',
    ])
      expect((await ask(`/review-queue?${query}`)).body.items, query).toEqual([]);
  });
});

describe('POST /review-queue/claim', () => {
  it('gives the call that is most worth a look for 30 minutes, and the next one to the next request', async () => {
    const [low, high] = await add({ worth: 0.1 }, { worth: 0.8 });
    const before = Date.now();
    const answer = await claim('mara');
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({ analysis_id: high, claimed_by: 'mara' });
    const minutes = (Date.parse(answer.body.claimed_until) - before) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(Math.floor(minutes)).toBeLessThanOrEqual(30);
    expect((await ask('/review-queue')).body.items[0]).toEqual(answer.body);

    expect((await claim('mara')).body, 'to the same reviewer').toMatchObject({ analysis_id: low });
    await expect(await claim('ben')).toAnswer(204);
  });

  it('gives a call of the wanted reason and agent', async () => {
    const [, second] = await add(
      { worth: 0.9, reasons: ['flagged'] },
      { worth: 0.1, reasons: ['violation'], agentId: 'agent-2' },
    );
    await expect(await claim('mara', { reason: 'violation', agent_id: 'agent-7' })).toAnswer(204);
    expect((await claim('mara', { reason: 'violation', agent_id: 'agent-2' })).body.analysis_id).toBe(second);
  });

  it('gives each of hundreds of calls to one of 50 reviewers who ask at once', async () => {
    const ids = await add(...Array.from({ length: CALLS }, (_, i) => ({ worth: (i % 20) / 20 })));
    const given = await Promise.all(
      Array.from({ length: REVIEWERS }, async (_, reviewer) => {
        const claimed: string[] = [];
        for (;;) {
          const answer = await claim(`reviewer-${reviewer}`);
          if (answer.status === 204) return claimed;
          // A busy machine may have no connection for it in time.
          if (answer.status === 503) continue;
          await expect(answer).toAnswer(200);
          claimed.push(answer.body.analysis_id);
        }
      }),
    );
    expect(given.flat().sort()).toEqual([...ids].sort());
  });

  it('gives a call again when its claim has ended', async () => {
    const [id] = await add({});
    await claim('mara');
    await service.db.query('UPDATE review_task SET claimed_until = now() WHERE analysis_id = $1', [id]);
    expect((await ask('/review-queue')).body.items[0]).toMatchObject({ claimed_by: null, claimed_until: null });
    expect((await claim('ben')).body).toMatchObject({ analysis_id: id, claimed_by: 'ben' });
  });

  it('repeats its answer, also that nothing is to do, for the same Idempotency-Key', async () => {
    const keyed = (key: string) =>
      contractFetch(`${service.baseUrl}/review-queue/claim`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ reviewer_id: 'mara' }),
      });
    await add({ worth: 0.9 }, { worth: 0.1 });
    const key = randomUUID();
    const [first, again] = [await (await keyed(key)).text(), await (await keyed(key)).text()];
    expect(again).toBe(first);
    await claim('ben');
    const late = randomUUID();
    await expect(await keyed(late)).toAnswer(204);
    await add({});
    const repeated = await keyed(late);
    await expect(repeated).toAnswer(204);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  });

  it('gives a test key calls of test mode alone, and a live one calls of both', async () => {
    const [live, test] = await add({ worth: 0.9 }, { worth: 0.2, livemode: false });
    const withTestKey = () => ask('/review-queue/claim', { json: { reviewer_id: 'mara' }, credential: testKey });
    expect((await withTestKey()).body.analysis_id).toBe(test);
    await expect(await withTestKey()).toAnswer(204);
    await act('release', test, 'mara');
    expect((await claim('ben')).body.analysis_id).toBe(live);
    expect((await claim('ben')).body.analysis_id).toBe(test);
  });

  it.each<[string, unknown]>([
    ['no reviewer', {}],
    ['an empty reviewer', { reviewer_id: '' }],
    ['a reviewer of 256 characters', { reviewer_id: 'x'.repeat(256) }],
    ['a NUL', { reviewer_id: 'a\0b' }],
    ['a reviewer that is no text', { reviewer_id: { $ne: null } }],
    ['an unknown reason', { reviewer_id: 'mara', reason: "violation}' OR '{" }],
    ['a list', []],
  ])('refuses a body that it does not understand, and claims nothing: %s', async (_, json) => {
    await add({});
    await expect(await ask('/review-queue/claim', { json })).toAnswer(422);
    expect((await ask('/review-queue')).body.items[0].claimed_by).toBeNull();
  });
});

describe('POST /review-queue/{analysis_id}/release', () => {
  it('gives a call back at once, and does nothing to one that no one has claimed', async () => {
    const [id] = await add({});
    await claim('mara');
    const released = await act('release', id, 'mara');
    await expect(released).toAnswer(200);
    expect(released.body).toMatchObject({ analysis_id: id, claimed_by: null, claimed_until: null });
    await expect(await act('release', id, 'ben')).toAnswer(200);
    expect((await claim('ben')).body.analysis_id).toBe(id);
  });

  it('is refused to another reviewer while the claim stands', async () => {
    const [id] = await add({});
    await claim('mara');
    for (const what of ['release', 'dismiss'] as const)
      await expect(await act(what, id, 'ben')).toAnswer(400, {
        detail: 'Another reviewer has claimed this analysis',
      });
    await service.db.query('UPDATE review_task SET claimed_until = now() WHERE analysis_id = $1', [id]);
    await expect(await act('dismiss', id, 'ben')).toAnswer(200);
  });
});

describe('POST /review-queue/{analysis_id}/dismiss', () => {
  it('takes the call out of the queue, and keeps by whom and why', async () => {
    const [id, other] = await add({ worth: 0.4, reasons: ['violation'] }, { worth: 0.1 });
    const dismissed = await act('dismiss', id, 'mara', { note: 'A test call of our own.' });
    await expect(dismissed).toAnswer(200);
    expect(dismissed.body).toMatchObject({ analysis_id: id, reasons: ['violation'], worth: 0.4, claimed_by: null });
    expect(await listed()).toEqual([other]);
    const { rows } = await service.db.query(
      'SELECT state, dismissed_by, dismissed_note FROM review_task WHERE analysis_id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'dismissed', dismissed_by: 'mara', dismissed_note: 'A test call of our own.' }]);
    await expect(await act('dismiss', id, 'mara')).toAnswer(404, { detail: 'The analysis is not in the review queue' });
    await expect(await act('release', id, 'mara')).toAnswer(404);
  });

  it('takes a note of 2000 characters, and no longer one', async () => {
    const [id] = await add({});
    await expect(await act('dismiss', id, 'mara', { note: 'x'.repeat(2_001) })).toAnswer(422);
    await expect(await act('dismiss', id, 'mara', { note: 'ä'.repeat(2_000) })).toAnswer(200);
  });

  it.each(['release', 'dismiss'] as const)('is, as %s, refused to a test key on a live call', async (what) => {
    const [live, test] = await add({}, { livemode: false });
    const withTestKey = (id?: string) =>
      ask(`/review-queue/${id}/${what}`, { json: { reviewer_id: 'mara' }, credential: testKey });
    await expect(await withTestKey(live)).toAnswer(403, { detail: 'A test key cannot change live objects' });
    await expect(await withTestKey(test)).toAnswer(200);
  });
});

it('lets a key without the scope read the queue, and change nothing', async () => {
  const [id] = await add({});
  const { key } = (await ask('/api-keys', { json: { name: 'Reader', scopes: ['analysis:read'] } })).body;
  expect((await ask('/review-queue', { credential: key })).body.total).toBe(1);
  for (const path of ['/review-queue/claim', `/review-queue/${id}/release`, `/review-queue/${id}/dismiss`])
    await expect(await ask(path, { json: { reviewer_id: 'mara' }, credential: key })).toAnswer(403, {
      detail: 'API key lacks the scope reviews:write',
    });
});

it('forgets a claimed call when it is deleted', async () => {
  const [id] = await add({});
  await claim('mara');
  await expect(await ask(`/analysis/${id}`, { method: 'DELETE' })).toAnswer(200);
  expect((await ask('/review-queue')).body.total).toBe(0);
  await expect(await act('release', id, 'mara')).toAnswer(404, { detail: 'Analysis not found' });
});
