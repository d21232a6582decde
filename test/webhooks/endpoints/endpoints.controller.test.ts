// Endpoints for the notifications of a whole account: what clients make, read, change and delete.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { storedScorecard } from '../../support/builders/stored-scorecards.js';
import { happen, type MadeEndpoint, makeEndpoint } from '../../support/builders/webhook-endpoints.js';
import { eventually } from '../../support/processes/eventually.js';
import { answering, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let service: WebhookApp;
let receiver: WebhookReceiver;
let accountId: string;

setUpWebhooks({ waitsMs: [] }, (given) => {
  ({ service, receiver, accountId } = given);
});

const get = (path: string) => service.request('GET', `/webhooks/endpoints${path}`);
const listed = async (query = '') => (await get(query)).body as { items: MadeEndpoint[]; total: number };
const detailOf = (answer: { body: unknown }) => (answer.body as { detail: unknown }).detail;
const deliveriesOf = async (id: string, query = '') =>
  (await get(`/${id}/deliveries${query}`)).body as { items: Record<string, unknown>[]; total: number };

describe('an endpoint', () => {
  it('is made with a secret of its own, and shown without it', async () => {
    const made = await service.request('POST', '/webhooks/endpoints', {
      url: receiver.url,
      events: ['analysis.completed', 'evaluation.completed'],
      filter: { agent_id: 'agent-7', metadata: { campaign: 'spring' } },
      payload: 'thin',
      description: 'Data warehouse',
    });
    await expect(made).toAnswer(201, {
      id: expect.any(String),
      object: 'webhook_endpoint',
      created: expect.any(Number),
      livemode: true,
      url: receiver.url,
      description: 'Data warehouse',
      events: ['analysis.completed', 'evaluation.completed'],
      filter: { agent_id: 'agent-7', scorecard_id: null, metadata: { campaign: 'spring' } },
      payload: 'thin',
      health: 'active',
      last_success_at: null,
      last_error: null,
      failing_since: null,
      paused_at: null,
      next_probe_at: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...shown } = made.body as MadeEndpoint;
    await expect(await get(`/${shown.id}`)).toAnswer(200, shown);
    await expect(await get('')).toAnswer(200, { items: [shown], total: 1, skip: 0, limit: 20 });
    const own = await get(`/${shown.id}/secret`);
    await expect(own).toAnswer(200);
    expect(own.body).toMatchObject({ object: 'webhook_secret', secret, previous_expires_at: null });
    const [row]: { secret_encrypted: Buffer }[] = await service.sql.query(
      'SELECT secret_encrypted FROM webhook_endpoint WHERE id = $1',
      [shown.id],
    );
    expect(row?.secret_encrypted.toString('latin1'), 'the secret at rest').not.toContain(secret.slice(6, 20));
  });

  it('asks for every event by *, whatever else is named', async () => {
    const { id } = await makeEndpoint(service, receiver.url, { events: ['analysis.failed', '*'] });
    expect((await get(`/${id}`)).body).toMatchObject({ events: ['*'], payload: 'full', description: null });
  });

  it('is replaced as a whole, and keeps its secret', async () => {
    const { id, secret } = await makeEndpoint(service, receiver.url, { filter: { agent_id: 'agent-7' } });
    const changed = await service.request('PUT', `/webhooks/endpoints/${id}`, {
      url: `${receiver.url}/next`,
      events: ['analysis.failed'],
    });
    await expect(changed).toAnswer(200);
    expect(changed.body).toMatchObject({
      id,
      url: `${receiver.url}/next`,
      events: ['analysis.failed'],
      filter: { agent_id: null, scorecard_id: null, metadata: null },
    });
    expect((await get(`/${id}/secret`)).body).toMatchObject({ secret });
  });

  it('is one of 20: the next is refused until one is deleted', async () => {
    const made = await Promise.all(
      Array.from({ length: 25 }, () => makeEndpoint(service, receiver.url).catch(() => null)),
    );
    const ids = made.flatMap((endpoint) => endpoint?.id ?? []);
    expect(ids, 'endpoints of 25 requests at once').toHaveLength(20);
    const refused = await service.request('POST', '/webhooks/endpoints', { url: receiver.url, events: ['*'] });
    await expect(refused).toAnswer(400, { detail: 'An account can have 20 webhook endpoints: delete one first' });
    await service.request('DELETE', `/webhooks/endpoints/${ids[0]}`);
    await makeEndpoint(service, receiver.url);
  });

  it('is unknown to another account', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    service.actAs(await service.account());
    const body = { url: receiver.url, events: ['*'] };
    const since = new Date(Date.now() - 60_000).toISOString();
    for (const [method, path, sent] of [
      ['GET', `/${id}`],
      ['PUT', `/${id}`, body],
      ['DELETE', `/${id}`],
      ['GET', `/${id}/secret`],
      ['POST', `/${id}/rotate`],
      ['POST', `/${id}/test`, {}],
      ['GET', `/${id}/deliveries`],
      ['POST', `/${id}/recover`, { since }],
    ] as const) {
      const answer = await service.request(method, `/webhooks/endpoints${path}`, sent);
      await expect(answer).toAnswer(404, { detail: 'Webhook endpoint not found' });
    }
    expect(await listed()).toMatchObject({ items: [], total: 0 });
  });
});

describe('the modes', () => {
  it('stand apart: a test key makes, lists and changes endpoints of test mode alone', async () => {
    const live = await makeEndpoint(service, receiver.url);
    service.actAs(accountId, false);
    const test = await makeEndpoint(service, receiver.url);
    expect((await listed()).items.map(({ id }) => id)).toEqual([test.id]);
    expect((await listed('?livemode=true')).items.map(({ id }) => id)).toEqual([live.id]);
    const body = { url: receiver.url, events: ['*'] };
    const since = new Date().toISOString();
    for (const [method, path, sent] of [
      ['PUT', '', body],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test', {}],
      ['POST', '/recover', { since }],
    ] as const) {
      const answer = await service.request(method, `/webhooks/endpoints/${live.id}${path}`, sent);
      await expect(answer).toAnswer(403, { detail: 'A test key cannot change live objects' });
    }
  });

  it('hear of their own events: those of test mode are recorded, shown with their request, and never sent', async () => {
    const live = await makeEndpoint(service, receiver.url);
    service.actAs(accountId, false);
    const test = await makeEndpoint(service, receiver.url, { payload: 'thin' });
    const { analysisId, deliveryIds } = await happen(service, accountId, { livemode: false });
    expect(deliveryIds, 'deliveries that are due').toEqual([]);
    const { items } = await deliveriesOf(test.id);
    expect(items).toEqual([
      expect.objectContaining({ status: 'suppressed', analysis_id: analysisId, endpoint_id: test.id, attempts: [] }),
    ]);
    expect(await deliveriesOf(live.id)).toMatchObject({ total: 0 });
    const shown = await service.request('GET', `/analysis/${analysisId}/deliveries/${items[0]?.id}`);
    await expect(shown).toAnswer(200);
    const { request } = shown.body as { request: { headers: Record<string, string>; body: string; url: string } };
    const told = new Webhook(test.secret).verify(request.body, request.headers);
    expect(told).toMatchObject({ livemode: false, data: { id: analysisId, object: 'analysis' } });
    expect(receiver.received, 'requests of test mode').toHaveLength(0);
  });
});

describe('what is refused', () => {
  it.each([
    ['no events', { events: [] }, ['body', 'events']],
    ['an unknown event', { events: ['analysis.exploded'] }, ['body', 'events', 0]],
    ['a thousand events', { events: Array.from({ length: 1_000 }, () => 'x') }, ['body', 'events']],
    ['a member that no filter has', { filter: { agent: 'agent-7' } }, ['body', 'filter', 'agent']],
    ['a filter that is a list', { filter: [] }, ['body', 'filter']],
    ['no scorecard id', { filter: { scorecard_id: 'x' } }, ['body', 'filter', 'scorecard_id']],
    [
      'eleven keys',
      { filter: { metadata: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`k${i}`, 'v'])) } },
      ['body', 'filter', 'metadata'],
    ],
    ['metadata without a key', { filter: { metadata: {} } }, ['body', 'filter', 'metadata']],
    ['a number as value', { filter: { metadata: { tier: 2 } } }, ['body', 'filter', 'metadata', 'tier']],
    ['a NUL character', { filter: { metadata: { tier: '\0' } } }, ['body', 'filter', 'metadata', 'tier']],
    ['a long value', { filter: { metadata: { tier: 'x'.repeat(501) } } }, ['body', 'filter', 'metadata', 'tier']],
    [
      'a filter that none of the events fits',
      { events: ['redaction.completed'], filter: { agent_id: 'a' } },
      ['body', 'filter', 'agent_id'],
    ],
    [
      'a card and events that tell of none',
      { events: ['analysis.completed'], filter: { scorecard_id: randomUUID() } },
      ['body', 'filter', 'scorecard_id'],
    ],
    [
      'an agent and a card and only jobs',
      { events: ['rescore.completed'], filter: { agent_id: 'a', scorecard_id: randomUUID() } },
      ['body', 'filter', 'agent_id'],
    ],
    ['an unknown payload', { payload: 'tiny' }, ['body', 'payload']],
    ['a URL of another scheme', { url: 'ftp://example.com/' }, ['body', 'url']],
    ['a URL with credentials', { url: 'https://me:secret@example.com/' }, ['body', 'url']],
    ['a URL with a line break', { url: 'https://example.com/\r\nX: y' }, ['body', 'url']],
    ['a port of a backing service', { url: 'https://example.com:6379/' }, ['body', 'url']],
  ])('%s', async (_, fields, loc) => {
    const answer = await service.request('POST', '/webhooks/endpoints', {
      url: receiver.url,
      events: ['*'],
      ...fields,
    });
    await expect(answer).toAnswer(422);
    expect(detailOf(answer)).toEqual([expect.objectContaining({ loc: loc.map(String) })]);
    const { id } = await makeEndpoint(service, receiver.url);
    const put = await service.request('PUT', `/webhooks/endpoints/${id}`, {
      url: receiver.url,
      events: ['*'],
      ...fields,
    });
    await expect(put).toAnswer(422);
    await service.request('DELETE', `/webhooks/endpoints/${id}`);
  });

  it('a scorecard of another account', async () => {
    const card = await storedScorecard(service.sql, await service.account());
    const fields = { url: receiver.url, events: ['*'], filter: { scorecard_id: card } };
    await expect(await service.request('POST', '/webhooks/endpoints', fields)).toAnswer(404, {
      detail: 'Scorecard not found',
    });
    const own = await storedScorecard(service.sql, accountId);
    const { id } = await makeEndpoint(service, receiver.url, { filter: { scorecard_id: own } });
    await expect(await service.request('PUT', `/webhooks/endpoints/${id}`, fields)).toAnswer(404);
  });

  it('a time to recover from that is in the future, or more than 30 days ago', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    for (const daysAgo of [-1, 31]) {
      const since = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      await expect(await service.request('POST', `/webhooks/endpoints/${id}/recover`, { since })).toAnswer(422);
    }
  });
});

describe('an event', () => {
  it('goes to the webhook of the call and to each endpoint under one id, each signed with its own secret', async () => {
    const full = await makeEndpoint(service, `${receiver.url}/full`);
    const thin = await makeEndpoint(service, `${receiver.url}/thin`, { payload: 'thin' });
    await makeEndpoint(service, `${receiver.url}/other`, { events: ['analysis.failed'] });
    const { analysisId } = await happen(service, accountId, {
      webhook: { url: `${receiver.url}/call`, events: ['analysis.completed'] },
    });
    const requests = await receiver.requests(3);
    expect(requests.map(({ path }) => path).sort()).toEqual(['/hook/call', '/hook/full', '/hook/thin']);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 'webhook ids').toBe(1);
    const secrets = {
      '/hook/call': (await service.secrets.get(accountId)).secret,
      '/hook/full': full.secret,
      '/hook/thin': thin.secret,
    } as Record<string, string>;
    const told = Object.fromEntries(
      requests.map(({ path, body, headers }) => [path, new Webhook(secrets[path] ?? '').verify(body, headers)]),
    );
    expect(told['/hook/full']).toEqual(told['/hook/call']);
    expect(told['/hook/thin']).toEqual({
      event: 'analysis.completed',
      id: requests[0]?.headers['webhook-id'],
      created: expect.any(Number),
      livemode: true,
      data: { id: analysisId, object: 'analysis' },
    });
  });

  it('stands in the log of its endpoint by its state, and of its analysis', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    receiver.behave(answering(410), answering(200));
    const first = await happen(service, accountId);
    await eventually(async () => expect(await deliveriesOf(id, '?status=failed')).toMatchObject({ total: 1 }));
    const second = await happen(service, accountId);
    await eventually(async () => expect(await deliveriesOf(id, '?status=delivered')).toMatchObject({ total: 1 }));
    const log = await deliveriesOf(id);
    expect(log.items.map(({ analysis_id, status }) => [analysis_id, status])).toEqual([
      [second.analysisId, 'delivered'],
      [first.analysisId, 'failed'],
    ]);
    expect(log.items[1]).toMatchObject({ endpoint_id: id, attempts: [expect.objectContaining({ error: 'gone' })] });
    expect(await deliveriesOf(id, '?status=pending')).toMatchObject({ items: [], total: 0 });
    expect(await deliveriesOf(id, '?limit=1&skip=1')).toMatchObject({ items: [log.items[1]], total: 2 });
    const ofCall = await service.request('GET', `/analysis/${first.analysisId}/deliveries`);
    expect(ofCall.body).toMatchObject({ total: 1, items: [{ id: log.items[1]?.id, endpoint_id: id }] });
  });

  it('that failed is sent again by a redelivery, to the present address of its endpoint', async () => {
    const { id } = await makeEndpoint(service, `${receiver.url}/old`);
    receiver.behave(answering(410), answering(200));
    const { analysisId, deliveryIds } = await happen(service, accountId);
    await service.waitForStatus(deliveryIds[0] ?? '', 'failed');
    await service.request('PUT', `/webhooks/endpoints/${id}`, { url: `${receiver.url}/new`, events: ['*'] });
    const path = `/analysis/${analysisId}/deliveries/${deliveryIds[0]}/redeliver`;
    await expect(await service.request('POST', path)).toAnswer(200);
    await service.waitForStatus(deliveryIds[0] ?? '', 'delivered');
    const requests = await receiver.requests(2);
    expect(requests.map(({ path: at }) => at)).toEqual(['/hook/old', '/hook/new']);
    expect(requests[1]?.headers['webhook-id']).toBe(requests[0]?.headers['webhook-id']);
  });

  it('does not count to the notifications that a client may have of one analysis', async () => {
    await makeEndpoint(service, receiver.url);
    const { analysisId } = await happen(service, accountId);
    for (let more = 1; more <= 100; more++) await happen(service, accountId, { analysisId });
    await service.sql.transaction((tx) => service.deliveries.checkRoom(tx, analysisId));
  });

  it('of a call that fails and is started again is withdrawn at its endpoints too, and cannot be recovered', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    receiver.behave(answering(500));
    const analysisId = await service.analysis(accountId, { status: 'failed' });
    const { deliveryIds } = await happen(service, accountId, { analysisId, event: 'analysis.failed' });
    await service.waitForStatus(deliveryIds[0] ?? '', 'failed');
    await service.sql.query("UPDATE analysis SET status = 'completed' WHERE id = $1", [analysisId]);
    const since = new Date(Date.now() - 60_000).toISOString();
    await service.request('POST', `/webhooks/endpoints/${id}/recover`, { since });
    await eventually(async () => {
      const [row]: { recover_from: Date | null }[] = await service.sql.query(
        'SELECT recover_from FROM webhook_endpoint WHERE id = $1',
        [id],
      );
      expect(row?.recover_from, 'the order is done').toBeNull();
    });
    expect(await service.deliveryRow(deliveryIds[0] ?? '')).toMatchObject({ status: 'failed' });
    expect(receiver.received, 'requests at the endpoint').toHaveLength(1);
  });
});

describe('a rotation', () => {
  it('signs with both secrets for 24 hours', async () => {
    const { id, secret } = await makeEndpoint(service, receiver.url);
    const rotated = await service.request('POST', `/webhooks/endpoints/${id}/rotate`);
    await expect(rotated).toAnswer(200);
    const next = rotated.body as { secret: string; previous_expires_at: string };
    expect(next.secret).not.toBe(secret);
    const hours = (Date.parse(next.previous_expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    await happen(service, accountId);
    const [request] = await receiver.requests(1);
    for (const one of [secret, next.secret]) new Webhook(one).verify(request?.body ?? '', request?.headers ?? {});
    await service.sql.query('UPDATE webhook_endpoint SET previous_until = now() WHERE id = $1', [id]);
    await happen(service, accountId);
    const [, later] = await receiver.requests(2);
    expect(() => new Webhook(secret).verify(later?.body ?? '', later?.headers ?? {})).toThrow();
  });
});

describe('a sample', () => {
  it('goes to the endpoint in its payload, signed with its secret, and is not recorded', async () => {
    const { id, secret } = await makeEndpoint(service, receiver.url, { payload: 'thin' });
    const answer = await service.request('POST', `/webhooks/endpoints/${id}/test`, { event: 'evaluation.completed' });
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({ object: 'webhook_test', delivered: true, status_code: 200, url: receiver.url });
    const [request] = await receiver.requests(1);
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual({
      event: 'evaluation.completed',
      id: (answer.body as { id: string }).id,
      created: expect.any(Number),
      livemode: false,
      data: { id: expect.any(String), object: 'evaluation' },
    });
    expect(await deliveriesOf(id)).toMatchObject({ total: 0 });
  });

  it('of test mode is shown and not sent', async () => {
    service.actAs(accountId, false);
    const { id } = await makeEndpoint(service, receiver.url);
    const answer = await service.request('POST', `/webhooks/endpoints/${id}/test`, {});
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({ delivered: false, status_code: null, request: { url: receiver.url } });
    expect(receiver.received, 'requests at the endpoint').toEqual([]);
  });
});

describe('a deleted endpoint', () => {
  it('is gone with its log; what waits for it is not sent', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    receiver.behave(answering(410));
    await happen(service, accountId);
    await eventually(async () => expect(await deliveriesOf(id, '?status=failed')).toMatchObject({ total: 1 }));
    await expect(await service.request('DELETE', `/webhooks/endpoints/${id}`)).toAnswer(200, {
      id,
      object: 'webhook_endpoint',
      deleted: true,
    });
    await expect(await get(`/${id}`)).toAnswer(404);
    const { deliveryIds } = await happen(service, accountId);
    expect(deliveryIds, 'deliveries of an event after it').toEqual([]);
    await eventually(async () => {
      const [left] = await service.sql.query('SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1', [
        id,
      ]);
      expect(left).toEqual({ n: 0 });
    });
    expect(receiver.received, 'requests at the endpoint').toHaveLength(1);
    const rows = () => service.sql.query('SELECT 1 FROM webhook_endpoint WHERE id = $1', [id]);
    expect(await rows(), 'its row, for a day').toHaveLength(1);
    await service.sql.query("UPDATE webhook_endpoint SET deleted_at = now() - interval '2 days' WHERE id = $1", [id]);
    await eventually(async () => expect(await rows()).toEqual([]));
  });
});
