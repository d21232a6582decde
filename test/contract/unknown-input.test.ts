// What a client sends that the service does not know: refused in a query, ignored and named in a body. Fields that it sends
// twice; methods and paths that there are not.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { contractFetch, document } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
});
afterAll(() => service?.stop());

async function ask(path: string, init: RequestInit = {}) {
  const response = await contractFetch(`${service.baseUrl}${path}`, {
    ...init,
    headers: { 'x-api-key': account.liveKey, ...init.headers },
  });
  const body = JSON.parse(await response.text());
  const answer = { status: response.status, body, ignored: response.headers.get('x-ignored-fields') };
  return answerTo(`${init.method ?? 'GET'} ${path}`, answer);
}

/** The body of a 422 whose items have these members. */
const faults = (...items: object[]) => ({ detail: items.map((item) => expect.objectContaining(item)) });

const JSON_TYPE = { 'content-type': 'application/json' };
const BY_URL = { audio_url: 'https://example.com/call.wav', agent_id: 'agent-7', contact_id: 'cust-42' };

describe('the filter of a list', () => {
  it('may be called status or status_filter, and both only where they agree [settled 11]', async () => {
    await ask('/analysis', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(BY_URL) });
    const totals = async (query: string) => (await ask(`/analysis?${query}`)).body.total;
    expect(await totals('status=processing')).toBe(await totals('status_filter=processing'));
    expect(await totals('status=processing')).toBeGreaterThan(0);
    expect(await totals('status=failed'), 'analyses that failed, by status').toBe(0);
    expect(await totals('status=failed&status_filter=failed'), 'analyses that failed, by both names').toBe(0);
    await expect(await ask('/analysis?status=failed&status_filter=completed')).toAnswer(
      422,
      faults({
        type: 'value_error',
        loc: ['query', 'status'],
        msg: 'Value error, status and status_filter must not differ',
        input: 'failed',
      }),
    );
    await expect(await ask('/analysis?status=done')).toAnswer(422, faults({ type: 'enum', loc: ['query', 'status'] }));
  });

  it('is refused where it is misspelt [settled 10]', async () => {
    await expect(await ask('/analysis?agent=agent-7&limit=0')).toAnswer(
      422,
      faults(
        { type: 'greater_than_equal', loc: ['query', 'limit'] },
        { type: 'extra_forbidden', loc: ['query', 'agent'], msg: 'Extra inputs are not permitted', input: 'agent-7' },
      ),
    );
  });
});

describe('a submission with unknown members', () => {
  it('is accepted, and its answer names them: as JSON [settled 15]', async () => {
    const body = JSON.stringify({ ...BY_URL, webhookUrl: 'https://example.com', agentChannel: 1 });
    const answer = await ask('/analysis', { method: 'POST', headers: JSON_TYPE, body });
    await expect(answer).toAnswer(201);
    expect(answer.ignored, 'the members that the answer names').toBe('webhookUrl, agentChannel');
    expect(answer.body.metadata).not.toHaveProperty('webhookUrl');
  });

  it('is accepted, and its answer names them: as a form [settled 15]', async () => {
    const form = uploadOf(recordedCall(), { webhookUrl: 'https://example.com', 'with, comma': 'x' });
    const answer = await ask('/analysis', { method: 'POST', body: form });
    await expect(answer).toAnswer(201);
    expect(answer.ignored, 'the members that the answer names').toBe('webhookUrl, with%2C%20comma');
    const known = await ask('/analysis', { method: 'POST', body: uploadOf(recordedCall()) });
    await expect(known).toAnswer(201);
    expect(known.ignored, 'the members that the answer names where all are known').toBeNull();
  });

  it('is told of them beside its faults [settled 15]', async () => {
    const form = uploadOf(recordedCall(), { agent_channel: '7', agentId: 'x' });
    const answer = await ask('/analysis', { method: 'POST', body: form });
    await expect(answer).toAnswer(422);
    expect(answer.ignored, 'the members that the answer names').toBe('agentId');
  });
});

describe('a field of a form that is given twice', () => {
  const submit = async (fields: readonly (readonly [name: string, value: string])[]) => {
    const form = uploadOf(recordedCall());
    for (const [name, value] of fields) form.append(name, value);
    return ask('/analysis', { method: 'POST', body: form });
  };

  it('is a list where it may be one, as it is with commas', async () => {
    const events = ['analysis.completed', 'analysis.failed'];
    const repeated = await submit(events.map((event) => ['webhook_events', event] as const));
    const joined = await submit([['webhook_events', events.join(',')]]);
    await expect(repeated).toAnswer(201);
    expect(repeated.body.metadata.webhook_events).toEqual(events);
    expect(joined.body.metadata.webhook_events).toEqual(events);
  });

  it('is refused elsewhere', async () => {
    await expect(await submit([['agent_id', 'agent-8']])).toAnswer(
      422,
      faults({
        type: 'value_error',
        loc: ['body', 'agent_id'],
        msg: 'Value error, the field is given more than once',
      }),
    );
  });
});

describe('an unknown method', () => {
  /** `from-url` is also an id of an analysis, although a malformed one. */
  const methodsOf = (path: string) =>
    Object.entries(document.json.paths).flatMap(([template, item]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
        ? Object.keys(item).map((name) => name.toUpperCase())
        : [],
    );

  it.each(Object.keys(document.json.paths))('%s: 405 that lists the others', async (path) => {
    const methods = methodsOf(path);
    // tus clients ask by OPTIONS what the service can.
    const further = [...(methods.includes('GET') ? ['HEAD'] : []), ...(path.startsWith('/uploads') ? ['OPTIONS'] : [])];
    const allowed = [...methods, ...further].sort();
    for (const method of ['PATCH', 'DELETE', 'PUT'].filter((name) => !methods.includes(name))) {
      const response = await contractFetch(`${service.baseUrl}${path.replace(/\{\w+\}/g, randomUUID())}`, {
        method,
        headers: { 'x-api-key': account.liveKey },
      });
      await expect(response, method).toAnswer(405, { detail: 'Method Not Allowed' });
      expect(response.headers.get('allow')).toBe(allowed.join(', '));
    }
  });
});

describe('an unknown path', () => {
  it.each(['/nothing', '/analysis/a/b/c', '/auth', ''])('%s: 404 in the same shape [errors 6]', async (path) => {
    const response = await contractFetch(`${service.baseUrl}${path}`, { headers: { 'x-api-key': account.liveKey } });
    await expect(response).toAnswer(404, { detail: 'Not Found' });
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
  });
});
