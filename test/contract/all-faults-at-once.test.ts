import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';

const IDS = { agent_id: 'agent-1', contact_id: 'cust-1' };
/** The service refuses port 25 in every configuration: it belongs to mail servers. */
const FORBIDDEN_PORT = 'http://example.com:25/';

let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await startTestService();
  account = await service.openAccount();
});

afterAll(() => service?.stop());

describe('a request with more than one malformed part', () => {
  it.each([
    ['two path ids', 'POST', '/analysis/x/deliveries/y/redeliver', undefined, ['path.id', 'path.delivery_id']],
    ['a path id and the query', 'GET', '/analysis/x?include=everything', undefined, ['path.id', 'query.include']],
    [
      'a path id and a page',
      'GET',
      '/analysis/x/deliveries?skip=-1&limit=0',
      undefined,
      ['path.id', 'query.skip', 'query.limit'],
    ],
    [
      'a path id and the body',
      'POST',
      '/analysis/x/webhook',
      { webhook_url: 'no address', webhook_events: ['analysis.begun'] },
      ['path.id', 'body.webhook_url', 'body.webhook_events.0'],
    ],
    ['a path id and no body', 'POST', '/analysis/x/webhook', undefined, ['path.id', 'body.webhook_url']],
  ])('is answered with all its faults: %s', async (_, method, path, body, places) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': account.liveKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await expect(response).toAnswer(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual(places);
  });

  it.each([
    ['of a log-in', '/auth/login', {}, ['body.email', 'body.password']],
    [
      'of a submission by address',
      '/analysis',
      { audio_url: 'x' },
      ['agent_id', 'contact_id', 'audio_url'].map((field) => `body.${field}`),
    ],
    [
      'of a submission without a body',
      '/analysis',
      null,
      ['agent_id', 'contact_id', 'audio_url'].map((field) => `body.${field}`),
    ],
    ['of a path id, and of the body', '/analysis/x/webhook', {}, ['path.id', 'body.webhook_url']],
    ['of nothing else', '/auth/password-reset', { email: 'ada@example.com' }, []],
  ])('is answered with its bad Idempotency-Key and the faults %s', async (_, path, body, others) => {
    for (const key of ['', 'k'.repeat(256)]) {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: {
          'x-api-key': account.liveKey,
          'idempotency-key': key,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(await locations(response)).toEqual(['header.idempotency-key', ...others].sort());
    }
  });

  it('is answered with its bad Idempotency-Key alone when the rest is a form with a recording', async () => {
    const form = new FormData();
    form.append('audio_file', new Blob([wav([silence(1_000)])]), 'call.wav');
    expect(await locations(await submit(form, undefined, { 'idempotency-key': 'k'.repeat(256) }))).toEqual([
      'header.idempotency-key',
    ]);
  });

  it.each([
    ['both', 'body.audio_url', { ...IDS, audio_url: FORBIDDEN_PORT }],
    [
      'beside identifiers that are missing',
      'body.agent_id body.contact_id body.audio_url',
      { audio_url: FORBIDDEN_PORT },
    ],
  ])('is answered with forbidden addresses beside the other faults of a submission: %s', async (_, others, body) => {
    const response = await submit(JSON.stringify({ ...body, webhook_url: FORBIDDEN_PORT }), 'application/json');
    expect(await locations(response)).toEqual([...others.split(' '), 'body.webhook_url'].sort());
  });

  it('is answered with all faults of a form, and with files that are not expected', async () => {
    const form = new FormData();
    form.append('agent_id', 'a');
    form.append('agent_id', 'b');
    form.append('language', 'english');
    form.append('webhook_url', FORBIDDEN_PORT);
    form.append('contact_id', 'cust-1');
    form.append('notes', new Blob(['a file']), 'notes.txt');
    expect(await locations(await submit(form))).toEqual(
      ['agent_id', 'audio_file', 'language', 'notes', 'webhook_url'].map((field) => `body.${field}`),
    );
  });

  it('is answered with empty identifiers of a form only: empty optional fields count as left out', async () => {
    const form = new FormData();
    for (const field of [
      'agent_id',
      'contact_id',
      'webhook_url',
      'webhook_events',
      'agent_channel',
      'language',
      'output_language',
      'call_started_at',
      'direction',
      'metadata',
    ])
      form.append(field, '');
    form.append('audio_file', new Blob([wav([silence(1_000)])]), 'call.wav');
    expect(await locations(await submit(form))).toEqual(['body.agent_id', 'body.contact_id']);
  });

  it.each([
    [{ email: 'no address', phone_number: '1' }, ['body.current_password', 'body.email', 'body.phone_number']],
    [{ password: 'short', current_password: null }, ['body.current_password', 'body.password']],
    [{ metadata: [] }, ['body.metadata']],
  ])(
    'is answered with the missing current password beside the other faults of a change: %j',
    async (body, expected) => {
      const response = await fetch(`${service.baseUrl}/users/me`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(await locations(response)).toEqual(expected);
    },
  );
});

function submit(body: string | FormData, type?: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': account.liveKey, ...(type && { 'content-type': type }), ...headers },
    body,
  });
}

/** The locations of the faults, in alphabetical order. */
async function locations(response: Response): Promise<string[]> {
  await expect(response).toAnswer(422);
  const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
  return detail.map(({ loc }) => loc.join('.')).sort();
}
