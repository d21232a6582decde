// Jobs that judge stored calls again, and their scorecards. Until a test starts the worker, jobs stay as they were asked for.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { startService } from '../../src/program/service.js';
import { withQuestion } from '../scorecards/sent-forms.js';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { accountIdOf, BY_PHRASES, formWith, publishForm } from '../support/builders/published-form.js';
import { copyCall } from '../support/builders/stored-calls.js';
import { checkedPaths, makeTestKey } from '../support/clients/checked-paths.js';
import { checkEvent, contractFetch } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';
import { freePort } from '../support/processes/free-port.js';
import { startWebhookReceiver } from '../support/stubs/webhook-receiver.js';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id: string;
    readonly status: string;
    readonly counts: { total: number; completed: number; failed: number; skipped: number };
    readonly estimate: { calls: number };
    readonly completed_at: number | null;
    readonly detail: unknown;
    readonly items: readonly { id: string }[];
    readonly total: number;
  };
  readonly replayed: boolean;
}

const NOTHING_ASKED = { input_tokens: null, output_tokens: null, cost: null, background_cost: null };
const LIMIT = 40;

let service: TestService;
let owner: Account;
let accountId: string;
/** A completed call of the sandbox, of which the others are copies. */
let played: string;
let worker: Awaited<ReturnType<typeof startWorker>> | null = null;

beforeAll(async () => {
  service = await startTestService({
    EVALUATIONS_PER_MONTH: String(LIMIT),
    WORKER_SWEEP_SECONDS: '1',
    ANALYSIS_ENGINE: 'rules',
    PROCESS: 'api',
  });
  owner = await service.openAccount();
  accountId = await accountIdOf(service.db, owner.email);
  worker = await startWorker();
  const sandbox = checkedPaths(service.baseUrl, await makeTestKey(service.baseUrl, owner.accessToken));
  const call = { agent_id: 'sandbox', contact_id: 'sandbox', scenario: 'good_call' as const };
  played = (await finalAnalysis(sandbox, (await sandbox.post('/analysis', { body: call })).id)).id;
  await worker.stop();
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});

async function startWorker() {
  const config = loadConfig({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()) });
  return startService({ announce: () => undefined, config, logger: pino({ level: 'silent' }) });
}

interface Asking {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

async function ask(
  method: string,
  path: string,
  { body, headers = {}, key = owner.liveKey }: Asking = {},
): Promise<Answer> {
  const response = await contractFetch(`${service.baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return answerTo(`${method} ${path}`, { status: response.status, body: JSON.parse(await response.text()), replayed });
}

const start = (body: object, headers: Asking['headers'] = {}) => ask('POST', '/rescores', { body, headers });
const newCard = () => publishForm(service.db, accountId, formWith(BY_PHRASES));

async function numberOf(sql: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await service.db.query<{ n: number }>(`SELECT (${sql})::int AS n`, [...values]);
  return rows[0]?.n ?? Number.NaN;
}
const countOf = (table: string) => numberOf(`SELECT count(*) FROM ${table} WHERE account_id = $1`, [accountId]);
const used = (livemode?: boolean) =>
  numberOf(
    `SELECT coalesce(sum(evaluations), 0) FROM evaluation_count c JOIN usage_period p ON p.id = c.period_id
     WHERE c.account_id = $1 AND p.livemode = coalesce($2, p.livemode)`,
    [accountId, livemode ?? null],
  );

describe('a rescoring job that no worker has taken', () => {
  it('tells in a dry run what it would take, and stores nothing [scorecards 23]', async () => {
    const scorecard_id = await newCard();
    await copyCall(service.db, played, 3, { agentId: 'dry' });
    const answer = await start({ scorecard_id, dry_run: true, filter: { agent_id: 'dry' } });
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({
      object: 'rescore',
      status: 'dry_run',
      livemode: true,
      scorecard: { id: scorecard_id, name: 'Retention line', revision: 1 },
      counts: { total: 3, completed: 0, failed: 0, skipped: 0 },
      estimate: { calls: 3, ...NOTHING_ASKED },
      completed_at: null,
    });
    await expect(await ask('GET', `/rescores/${answer.body.id}`)).toAnswer(404);
    expect([await countOf('rescore'), await countOf('evaluation'), await used()]).toEqual([0, 0, 0]);
  });

  it('finds the calls that the list of analyses would show, but for those that are not completed [scorecards 24]', async () => {
    const scorecard_id = await newCard();
    const noon = new Date('2026-10-20T12:00:00.400Z');
    await copyCall(service.db, played, 1, { agentId: 'f-Anna', contactId: 'x', createdAt: noon });
    await copyCall(service.db, played, 1, {
      agentId: 'f-ben',
      contactId: 'x',
      createdAt: new Date('2026-10-20T12:00:01Z'),
    });
    await copyCall(service.db, played, 1, { agentId: 'f-ben', contactId: 'y', createdAt: noon, livemode: false });
    const running = await copyCall(service.db, played, 1, { agentId: 'f-ben', contactId: 'y', createdAt: noon });
    await service.db.query("UPDATE analysis SET status = 'failed', error_message = 'No' WHERE id = ANY($1)", [running]);
    const noonSeconds = Math.floor(noon.getTime() / 1000);
    const cases: [object, number][] = [
      [{ search: 'F-' }, 3],
      [{ search: 'f-anna' }, 1],
      [{ agent_id: 'f-ben' }, 2],
      [{ agent_id: 'f-ben', contact_id: 'y' }, 1],
      [{ search: 'f-', livemode: false }, 1],
      [{ search: 'f-', created_after: noonSeconds }, 1],
      [{ search: 'f-', created_before: noonSeconds }, 2],
      [{ search: 'f-', created_after: '2026-10-20T12:00:01Z' }, 1],
      [{ search: 'f-', status: 'completed' }, 3],
      [{ search: 'f-', status_filter: 'failed' }, 0],
      [{ agent_id: 'f-unknown' }, 0],
    ];
    for (const [filter, expected] of cases) {
      const { body } = await start({ scorecard_id, filter, dry_run: true });
      expect([filter, body.counts?.total, body.estimate?.calls]).toEqual([filter, expected, expected]);
    }
  });

  it.each([
    [{}, ['body', 'scorecard_id'], 'missing'],
    [{ scorecard_id: 'x' }, ['body', 'scorecard_id'], 'uuid_parsing'],
    [{ scorecard_id: randomUUID(), filter: { status: 'done' } }, ['body', 'filter', 'status'], 'enum'],
    [{ scorecard_id: randomUUID(), filter: { agent: 'a' } }, ['body', 'filter', 'agent'], 'extra_forbidden'],
    [
      { scorecard_id: randomUUID(), filter: { created_after: 1.5 } },
      ['body', 'filter', 'created_after'],
      'datetime_parsing',
    ],
    [{ scorecard_id: randomUUID(), webhook_events: ['analysis.completed'] }, ['body', 'webhook_events', '0'], 'enum'],
    [{ scorecard_id: randomUUID(), webhook_url: 'https://example.com:22/' }, ['body', 'webhook_url'], 'value_error'],
  ])('is refused with the place of the fault: %j [scorecards 24]', async (body, loc, type) => {
    const answer = await start(body);
    await expect(answer).toAnswer(422, { detail: [expect.objectContaining({ loc, type })] });
  });

  it('needs a scorecard that makes evaluations [scorecards 26]', async () => {
    const scorecard_id = await newCard();
    const revise = (sql: string) => service.db.query(`UPDATE ${sql}`, [scorecard_id]);
    await expect(await start({ scorecard_id: randomUUID() })).toAnswer(404, { detail: 'Scorecard not found' });
    await expect(await start({ scorecard_id, revision: 2 })).toAnswer(404, { detail: 'Revision not found' });
    await revise("scorecard_revision SET status = 'draft' WHERE scorecard_id = $1");
    await expect(await start({ scorecard_id, revision: 1 })).toAnswer(400, {
      detail: 'Revision 1 is a draft: publish it first',
    });
    await revise('scorecard SET published_revision = NULL WHERE id = $1');
    await expect(await start({ scorecard_id, dry_run: true })).toAnswer(400, {
      detail: 'The scorecard has no published revision',
    });
    await revise('scorecard SET archived_at = now() WHERE id = $1');
    await expect(await start({ scorecard_id })).toAnswer(400, {
      detail: 'The scorecard is archived: it makes no new evaluations',
    });
  });

  it('is not there for another account, nor are its calls and scorecards [scorecards 29]', async () => {
    const scorecard_id = await newCard();
    const { body: own } = await start({ scorecard_id, filter: { agent_id: 'none' } });
    const { liveKey: key, email } = await service.openAccount();
    const gone = { detail: 'Rescore not found' };
    await expect(await ask('GET', `/rescores/${own.id}`, { key })).toAnswer(404, gone);
    await expect(await ask('POST', `/rescores/${own.id}/cancel`, { key })).toAnswer(404, gone);
    expect((await ask('GET', '/rescores', { key })).body).toMatchObject({ items: [], total: 0, skip: 0, limit: 20 });
    await expect(await ask('POST', '/rescores', { key, body: { scorecard_id } })).toAnswer(404, {
      detail: 'Scorecard not found',
    });
    const theirs = await publishForm(service.db, await accountIdOf(service.db, email), formWith(BY_PHRASES));
    const dry = await ask('POST', '/rescores', { key, body: { scorecard_id: theirs, dry_run: true } });
    expect(dry.body.counts.total, 'Calls of another account are counted').toBe(0);
  });

  it('is refused where the evaluations of the month do not suffice for all of it [scorecards 26]', async () => {
    const scorecard_id = await newCard();
    await copyCall(service.db, played, LIMIT + 1, { agentId: 'too-many' });
    const before = await used();
    const answer = await start({ scorecard_id, filter: { agent_id: 'too-many' } });
    const detail = `Evaluation limit reached: ${before} of ${LIMIT} evaluations used. Wait for the next billing cycle.`;
    await expect(answer).toAnswer(402, { detail });
    expect(await used(), 'the evaluations used').toBe(before);
  });

  it('counts each call in its own mode, and gives back in the same', async () => {
    const scorecard_id = await newCard();
    await copyCall(service.db, played, 3, { agentId: 'both-modes' });
    await copyCall(service.db, played, 2, { agentId: 'both-modes', livemode: false });
    const [live, test] = [await used(true), await used(false)];
    const started = await start({ scorecard_id, filter: { agent_id: 'both-modes' } });
    await expect(started).toAnswer(201);
    expect([await used(true), await used(false)], 'evaluations used').toEqual([live + 3, test + 2]);
    await expect(await ask('POST', `/rescores/${started.body.id}/cancel`)).toAnswer(200);
    expect([await used(true), await used(false)], 'evaluations used after the cancellation').toEqual([live, test]);
  });

  it('is refused as a whole where those of one mode do not suffice', async () => {
    const scorecard_id = await newCard();
    await copyCall(service.db, played, 1, { agentId: 'one-mode' });
    await copyCall(service.db, played, LIMIT + 1, { agentId: 'one-mode', livemode: false });
    const [live, test] = [await used(true), await used(false)];
    const detail = `Evaluation limit reached: ${test} of ${LIMIT} evaluations used. Wait for the next billing cycle.`;
    await expect(await start({ scorecard_id, filter: { agent_id: 'one-mode' } })).toAnswer(402, { detail });
    expect([await used(true), await used(false)], 'evaluations used').toEqual([live, test]);
  });

  it('is started once for one Idempotency-Key, canceled once, and gives back what it held [scorecards 27]', async () => {
    const scorecard_id = await newCard();
    await copyCall(service.db, played, 5, { agentId: 'once' });
    const before = await used();
    const key = { 'idempotency-key': randomUUID() };
    const first = await start({ scorecard_id, filter: { agent_id: 'once' } }, key);
    const second = await start({ scorecard_id, filter: { agent_id: 'once' } }, key);
    await expect(first).toAnswer(201);
    await expect(second).toAnswer(201);
    expect(second.replayed, 'the second answer is the first one again').toBe(true);
    expect(await used(), 'the evaluations used').toBe(before + 5);
    expect(second.body).toEqual(first.body);

    const cancel = { 'idempotency-key': randomUUID() };
    const path = `/rescores/${first.body.id}/cancel`;
    const canceled = await ask('POST', path, { headers: cancel });
    await expect(canceled).toAnswer(200);
    expect(canceled.body).toBeInStatus('canceled');
    expect(await used(), 'evaluations used after the cancellation').toEqual(before);
    expect(canceled.body.completed_at).toEqual(expect.any(Number));
    expect((await ask('POST', path, { headers: cancel })).body).toEqual(canceled.body);
    await expect(await ask('POST', path)).toAnswer(400, { detail: 'Only a rescore in progress can be canceled' });
  });

  it('is listed newest first [scorecards 29]', async () => {
    const scorecard_id = await newCard();
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.unshift((await start({ scorecard_id, filter: { agent_id: 'none' } })).body.id);
    const { body } = await ask('GET', '/rescores?limit=2');
    const next = await ask('GET', '/rescores?limit=1&skip=2');
    expect([...body.items, ...next.body.items].map(({ id }) => id)).toEqual(made);
    expect(body.total).toBe(await countOf('rescore'));
  });
});

describe('a rescoring job at work', () => {
  beforeAll(async () => {
    worker = await startWorker();
  });

  const ended = (id: string) =>
    until(async () => {
      const { body } = await ask('GET', `/rescores/${id}`);
      return body.status !== 'processing' && body;
    }, `rescore ${id}`);

  it('judges each call once, skips what was judged before, and costs no minutes [scorecards 25]', async () => {
    const scorecard_id = await newCard();
    const calls = await copyCall(service.db, played, 7, { agentId: 'judged' });
    const filter = { agent_id: 'judged' };
    const [ledgerBefore, usedBefore] = [await countOf('ledger_entry'), await used()];
    const started = await start({ scorecard_id, filter });
    expect(started).toMatchObject({
      status: 201,
      body: { status: 'processing', estimate: { calls: 7, ...NOTHING_ASKED } },
    });
    expect(await ended(started.body.id)).toMatchObject({
      status: 'completed',
      counts: { total: 7, completed: 7, failed: 0, skipped: 0 },
      completed_at: expect.any(Number),
    });
    const { rows } = await service.db.query<{ analysis_id: string }>(
      "SELECT analysis_id FROM evaluation WHERE rescore_id = $1 AND status = 'completed' AND score = 100",
      [started.body.id],
    );
    expect(rows.map(({ analysis_id }) => analysis_id).sort()).toEqual([...calls].sort());
    expect([await used(), await countOf('ledger_entry')]).toEqual([usedBefore + 7, ledgerBefore]);

    await copyCall(service.db, played, 2, { agentId: 'judged' });
    const dry = await start({ scorecard_id, filter, dry_run: true });
    expect([dry.body.counts.total, dry.body.estimate.calls]).toEqual([9, 2]);
    const again = await start({ scorecard_id, filter });
    expect((await ended(again.body.id)).counts).toEqual({ total: 9, completed: 2, failed: 0, skipped: 7 });
    expect(await used(), 'evaluations used by both jobs').toBe(usedBefore + 9);
    await expect(await ask('POST', `/rescores/${again.body.id}/cancel`)).toAnswer(400);
  });

  it('completes without calls, and notifies its own address once [scorecards 28]', async () => {
    const scorecard_id = await newCard();
    const receiver = await startWebhookReceiver();
    const webhook_url = receiver.url;
    const { body } = await start({ scorecard_id, filter: { agent_id: 'none' }, webhook_url });
    expect((await ended(body.id)).counts).toEqual({ total: 0, completed: 0, failed: 0, skipped: 0 });
    const { rows } = await service.db.query('SELECT event, url FROM webhook_delivery WHERE rescore_id = $1', [body.id]);
    expect(rows).toEqual([{ event: 'rescore.completed', url: webhook_url }]);
    const [told] = await receiver.requests(1);
    await receiver.close();
    const notification = JSON.parse(told?.body ?? 'null');
    checkEvent('rescore.completed', notification);
    expect(notification).toMatchObject({ data: { id: body.id, status: 'completed' } });
  });

  it('sends no event of its evaluations: only one that was asked for by itself is told of', async () => {
    const scorecard_id = await newCard();
    const receiver = await startWebhookReceiver();
    const [id] = await copyCall(service.db, played, 1, { agentId: 'told' });
    await service.db.query('UPDATE analysis SET webhook_url = $2, webhook_events = $3 WHERE id = $1', [
      id,
      receiver.url,
      ['evaluation.completed'],
    ]);
    const job = await start({ scorecard_id, filter: { agent_id: 'told' } });
    expect((await ended(job.body.id)).counts).toMatchObject({ completed: 1 });
    const asked = await ask('POST', `/analysis/${id}/evaluations`, { body: { scorecard_id: await newCard() } });
    const [told] = await receiver.requests(1);
    await receiver.close();
    const notification = JSON.parse(told?.body ?? 'null');
    checkEvent('evaluation.completed', notification);
    expect(notification).toMatchObject({ data: { id: asked.body.id, analysis_id: id, status: 'completed' } });
  });

  it('reaches its end when calls are deleted before they are judged [scorecards 25]', async () => {
    await worker?.stop();
    const scorecard_id = await newCard();
    const calls = await copyCall(service.db, played, 4, { agentId: 'deleted' });
    const before = await used();
    const { body } = await start({ scorecard_id, filter: { agent_id: 'deleted' } });
    await ask('DELETE', `/analysis/${calls[1]}`);
    worker = await startWorker();
    expect((await ended(body.id)).counts).toEqual({ total: 4, completed: 3, failed: 0, skipped: 1 });
    expect(await used(), 'evaluations used').toBe(before + 3);
  });
});

describe('a scorecard', () => {
  it('and its drafts are read and changed', async () => {
    const card = `/scorecards/${await newCard()}`;
    const draft = withQuestion({});
    const answers = [
      await ask('GET', card),
      await ask('PUT', card, { body: { name: 'Other' } }),
      await ask('POST', `${card}/revisions`, { body: draft }),
      await ask('PUT', `${card}/revisions/2`, { body: draft }),
      await ask('GET', `${card}/revisions/2`),
      await ask('GET', `${card}/revisions`),
    ];
    await expect(answers).toAnswerEach([200, 200, 201, 200, 200, 200]);
  });
});

describe('a revision', () => {
  it('is tried on a stored call at once, which stores nothing', async () => {
    const before = await countOf('evaluation');
    const answer = await ask('POST', `/scorecards/${await newCard()}/revisions/1/try`, {
      body: { analysis_ids: [played] },
    });
    await expect(answer).toAnswer(200);
    expect(answer.body.items).toMatchObject([{ analysis_id: played, status: 'completed', score: 100 }]);
    expect(await countOf('evaluation'), 'evaluations that are stored').toBe(before);
  });

  it('of an archived scorecard is not published', async () => {
    const card = `/scorecards/${await newCard()}`;
    await ask('DELETE', card);
    const answer = await ask('POST', `${card}/revisions/1/publish`);
    await expect(answer).toAnswer(400, { detail: 'The scorecard is archived and cannot be changed' });
  });
});
