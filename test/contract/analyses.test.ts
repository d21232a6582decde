// What the specification says about analyses, tried over HTTP; each answer is checked against the OpenAPI document too.
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until, uploadOf } from '../support/apps/running-service.js';
import { CALL_MS, providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import { refusalOf } from '../support/clients/refusal.js';
import { checkEvent, contractFetch } from '../support/clients/responses.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

let provider: OpenAiStub;
let receiver: WebhookReceiver;
let service: TestService;
let account: Account;
let ask: Ask;
/** The analysis that the first two tests submit and complete; most tests below read it. */
let completedId: string;
/** The stub of the provider answers questions about a transcript when this is resolved. */
let released: Promise<void> = Promise.resolve();

beforeAll(async () => {
  provider = await startScriptedProvider({
    chat: async () => {
      await released;
      return undefined;
    },
  });
  receiver = await startWebhookReceiver();
  service = await startTestService(providerSettings(provider));
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await provider?.close();
});

describe('an analysis', () => {
  it('is accepted with 201: processing, without transcript and results, in Unix seconds [resources 1-4 6 9 13-16, endpoints 11 15, errors 1, settled 3]', async () => {
    const before = Math.floor(Date.now() / 1000);
    const sent = upload('agent-7', 'cust-42', { webhook_url: receiver.url, metadata: '{"campaign":"spring"}' });
    const answer = await ask('/analysis/', { ...sent, credential: account.liveKey });
    await expect(answer).toAnswer(201);
    const { body } = answer;
    expect(body).toMatchObject({
      object: 'analysis',
      status: 'processing',
      livemode: true,
      transcript: null,
      results: null,
      call: { agent_id: 'agent-7', contact_id: 'cust-42' },
      metadata: { webhook_url: receiver.url, completed_at: null, processing_time_ms: null, error_message: null },
    });
    expect(body.audio.size_bytes, 'bytes of the recording').toBe(recordedCall().length);
    expect(body.audio.file_size).toBe(body.audio.size_bytes);
    expect(body.created).toBeGreaterThanOrEqual(before);
    expect(body.created).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    completedId = body.id;
  });

  it('is polled until it is completed, and then has every member of the specification [resources 4 7 8 10-13 15-26, endpoints 19, versioning 4, settled 3]', async () => {
    const done = await until(async () => {
      const { body } = await ask(`/analysis/${completedId}`, { credential: account.liveKey });
      return body.status === 'processing' ? null : body;
    }, 'the analysis');
    expect(done).toBeInStatus('completed');
    expect(done.call).toMatchObject({ duration_ms: CALL_MS, duration_seconds: CALL_MS / 1000 });
    expect(done.audio).toMatchObject({ url: expect.any(String), format: 'wav', duration_seconds: CALL_MS / 1000 });
    expect(done.transcript).toMatchObject({
      text: expect.stringMatching(/^Agent: .+\nCustomer: /),
      language: 'en',
      segments: expect.any(Array),
    });
    const { compliance, quality, coaching, summary } = done.results;
    const found = { performed: expect.any(Boolean), confidence: expect.any(Number), evidence: expect.any(String) };
    expect(compliance).toMatchObject({
      identity_verification: { ...found, flagged: expect.any(Boolean) },
      privacy_protection: found,
      mandatory_disclosures: found,
      purpose_declaration: found,
      score: expect.any(Number),
    });
    expect(quality).toMatchObject({
      sentiment_analysis: {
        overall_sentiment: expect.any(String),
        customer_sentiment: expect.any(String),
        agent_sentiment: expect.any(String),
      },
      call_resolution: { resolved: expect.any(Boolean), confidence: expect.any(Number) },
      greeting: { present: expect.any(Boolean) },
      empathetic_language: { present: expect.any(Boolean) },
      professionalism: { present: expect.any(Boolean), assessable: expect.any(Boolean) },
      overall_score: expect.any(Number),
    });
    expect(coaching.customer_effort_score).toBeGreaterThanOrEqual(1);
    expect(coaching.customer_effort_score).toBeLessThanOrEqual(5);
    expect(coaching.recommendations).toEqual(expect.arrayContaining([expect.any(String)]));
    expect(summary).toEqual(expect.any(String));
    expect(done.metadata).toMatchObject({
      campaign: 'spring',
      error_message: null,
      error_code: null,
      retryable: false,
      version: expect.any(String),
    });
    expect(done.metadata.completed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(done.metadata.processing_time_ms).toEqual(expect.any(Number));
  });

  it('is sent to its webhook: event, id, status and results [resources 31]', async () => {
    const [notification] = await receiver.requests(1);
    const body = JSON.parse(notification?.body ?? 'null');
    checkEvent('analysis.completed', body);
    const { results } = (await ask(`/analysis/${completedId}`)).body;
    expect(body).toMatchObject({
      event: 'analysis.completed',
      data: { id: completedId, status: 'completed', results },
    });
  });

  it('gives its words and its transcript in three forms, and follows as events', async () => {
    const { body } = await ask(`/analysis/${completedId}?include=words`);
    expect(body.transcript.segments[0]).toHaveProperty('words');
    const exported = async (format: string) =>
      (await ask(`/analysis/${completedId}/transcript?format=${format}`)).text.split('\n');
    expect((await exported('txt'))[0]).toMatch(/^Agent: /);
    expect((await exported('srt')).slice(0, 3)).toEqual([
      '1',
      expect.stringContaining(' --> '),
      expect.stringMatching(/^Agent: /),
    ]);
    expect((await exported('vtt'))[4]).toMatch(/^<v Agent>/);
    expect((await ask(`/analysis/${completedId}/events`)).text).toContain('event: completed');
  });

  it('takes a webhook afterwards, and tells it at once [endpoints 29]', async () => {
    const earlier = receiver.received.length;
    const answer = await ask(`/analysis/${completedId}/webhook`, {
      json: { webhook_url: `${receiver.url}/2` },
    });
    await expect(answer).toAnswer(200);
    expect(answer.body.metadata.webhook_url).toEqual(`${receiver.url}/2`);
    const second = (await receiver.requests(earlier + 1))[earlier];
    expect(second?.path).toBe('/hook/2');
    const { body: log } = await ask(`/analysis/${completedId}/deliveries`);
    expect(log.total, 'deliveries in the log').toBe(2);
    const [newest] = log.items;
    const again = await ask(`/analysis/${completedId}/deliveries/${newest.id}/redeliver`, { method: 'POST' });
    await expect(again).toAnswer(200);
    expect(again.body).toBeInStatus('pending');
    expect(again.body.id).toEqual(newest.id);
    const third = (await receiver.requests(earlier + 2))[earlier + 1];
    expect([third?.path, third?.headers['webhook-id']]).toEqual(['/hook/2', second?.headers['webhook-id']]);
  });

  it('takes a webhook while it is worked on, and tells it everything once it is completed [endpoints 29, fault 89]', async () => {
    let release: () => void = () => undefined;
    released = new Promise((resolve) => {
      release = resolve;
    });
    const api = checkedPaths(service.baseUrl, account.liveKey);
    const earlier = receiver.received.length;
    const { id } = await api.post('/analysis', { body: uploadOf(recordedCall(), { agent_id: 'agent-8' }) });
    const registered = await api.post('/analysis/{id}/webhook', {
      path: { id },
      body: { webhook_url: `${receiver.url}/3` },
    });
    expect(registered).toBeInStatus('processing');
    expect(registered.metadata.webhook_url).toEqual(`${receiver.url}/3`);
    expect(receiver.received, 'A notification leaves before the call is completed').toHaveLength(earlier);
    release();
    const sent = (await receiver.requests(earlier + 1))[earlier];
    const { transcript, results, call } = await api.get('/analysis/{id}', { path: { id } });
    expect(JSON.parse(sent?.body ?? 'null')).toMatchObject({
      event: 'analysis.completed',
      data: { id, status: 'completed', results, transcript, call },
    });
    expect(transcript?.segments.length).toBeGreaterThan(0);
    await api.delete('/analysis/{id}', { path: { id } });
  });

  it('has no more events for a client that has seen the last', async () => {
    const events = `${service.baseUrl}/analysis/${completedId}/events`;
    const headers = { authorization: `Bearer ${account.accessToken}` };
    const last = /^id: (\d+)$/m.exec(await (await contractFetch(events, { headers })).text())?.[1];
    const again = await contractFetch(events, { headers: { ...headers, 'last-event-id': String(last) } });
    await expect(again).toAnswer(204, '');
  });

  it('of a test key is not live, and no notification leaves [resources 5, fault 82]', async () => {
    const { body: testKey } = await ask('/api-keys', { json: { name: 'Test', mode: 'test' } });
    const earlier = receiver.received.length;
    const sent = upload('agent-test', 'cust-test', { webhook_url: receiver.url });
    const { body } = await ask('/analysis', { ...sent, credential: testKey.key });
    expect(body.livemode, 'the analysis of a test key is live').toBe(false);
    const { items } = await until(async () => {
      const log = (await ask(`/analysis/${body.id}/deliveries`)).body;
      return log.total === 1 ? log : null;
    }, 'the delivery of test mode');
    expect(items).toMatchObject([{ status: 'suppressed', attempts: [] }]);
    const { request } = (await ask(`/analysis/${body.id}/deliveries/${items[0].id}`)).body;
    const { secret } = (await ask('/webhooks/secret')).body;
    const unsent = new Webhook(secret).verify(request.body, request.headers);
    checkEvent('analysis.completed', unsent);
    expect(unsent).toMatchObject({ event: 'analysis.completed', livemode: false, data: { id: body.id } });
    const sample = { webhook_url: receiver.url, analysis_id: body.id };
    const shown = (await ask('/webhooks/test', { json: sample, credential: testKey.key })).body.request;
    expect(new Webhook(secret).verify(shown.body, shown.headers)).toMatchObject({ data: { id: body.id } });
    const redelivered = await ask(`/analysis/${body.id}/deliveries/${items[0].id}/redeliver`, { method: 'POST' });
    await expect(redelivered).toAnswer(400);
    expect(receiver.received, 'A notification leaves in test mode').toHaveLength(earlier);
    const { rows } = await service.db.query('SELECT livemode FROM ledger_entry WHERE analysis_id = $1', [body.id]);
    expect(rows).toEqual([{ livemode: false }]);
  });

  it('of live mode takes no webhook from a test key, and sends nothing to it', async () => {
    const { body: testKey } = await ask('/api-keys', { json: { name: 'Test', mode: 'test' } });
    const earlier = receiver.received.length;
    const json = { webhook_url: `${receiver.url}/test` };
    const answer = await ask(`/analysis/${completedId}/webhook`, { json, credential: testKey.key });
    await expect(answer).toAnswer(403, {
      detail: 'A test key cannot change live objects',
    });
    const { body } = await ask(`/analysis/${completedId}/deliveries?limit=1`);
    expect(body.items[0]?.url, 'the address of the newest delivery').not.toBe(json.webhook_url);
    expect(receiver.received, 'A test key makes a live call send a notification').toHaveLength(earlier);
  });

  it('needs a file, or a URL in JSON, and both identifiers: every missing field is an item [endpoints 11 14, errors 14]', async () => {
    const missing = (name: string) =>
      expect.objectContaining({ type: 'missing', loc: ['body', name], msg: 'Field required' });
    const json = await ask('/analysis', { json: {} });
    await expect(json).toAnswer(422, { detail: expect.arrayContaining([missing('audio_url')]) });
    const form = await ask('/analysis', { form: { webhook_url: 'https://example.com/hook' } });
    await expect(form).toAnswer(422);
    expect(form.body.detail, 'fields that are missing').toHaveLength(3);
    for (const name of ['audio_file', 'agent_id', 'contact_id']) expect(form.body.detail).toContainEqual(missing(name));
  });

  it('of another format is refused with the list of formats [errors 12]', async () => {
    const form = { audio_file: new Blob(['plain text']), agent_id: 'a', contact_id: 'c' };
    const answer = await ask('/analysis', { form });
    await expect(answer).toAnswer(400);
    expect(answer.body.detail).toBe(
      'Unsupported audio format. Supported formats: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm',
    );
    const empty = await ask('/analysis', { form: { ...form, audio_file: new Blob([]) } });
    await expect(empty).toAnswer(400, { detail: 'Audio file is empty' });
  });

  it('is refused with the usage and the limit once the plan is used up', async () => {
    const other = await service.openAccount();
    await ask('/billing/usage', { credential: other.accessToken });
    const accountId = (await ask('/users/me', { credential: other.accessToken })).body.id;
    await service.db.query('UPDATE usage_period SET included_hundredths = 0 WHERE account_id = $1', [accountId]);
    const answer = await ask('/analysis', { ...upload('a', 'c'), credential: other.liveKey });
    await expect(answer).toAnswer(402, {
      detail: expect.stringMatching(/^Usage limit exceeded: [\d.]+ of [\d.]+ plan minutes used\./),
    });
  });
});

describe('the list of analyses', () => {
  it('has its four members, filters that combine, and the newest first [resources 27, endpoints 23 24 26 27]', async () => {
    const all = (await ask('/analysis/')).body;
    expect(all).toMatchObject({ object: 'list', has_more: false, total: 2 });
    expect(all.data.map(({ call }: { call: { agent_id: string } }) => call.agent_id)).toEqual([
      'agent-test',
      'agent-7',
    ]);
    const totals = async (query: string) => (await ask(`/analysis/?${query}`)).body.total;
    expect(await totals('agent_id=agent-7'), 'analyses of the agent').toBe(1);
    expect(await totals('agent_id=AGENT-7'), 'An exact filter folds the case of the agent').toBe(0);
    expect(await totals('contact_id=cust-42'), 'analyses of the contact').toBe(1);
    expect(await totals('contact_id=cust-42&agent_id=agent-test'), 'analyses of one contact by another agent').toBe(0);
    expect(await totals('search=CUST'), 'analyses found by contact').toBe(2);
    expect(await totals('search=agent-T'), 'analyses found by agent').toBe(1);
    expect(await totals('status_filter=failed'), 'analyses that failed').toBe(0);
    const page = (await ask('/analysis/?limit=1&offset=0')).body;
    expect([page.data.length, page.has_more, page.total]).toEqual([1, true, 2]);
    expect((await ask('/analysis/?limit=1&offset=1')).body).toMatchObject({
      has_more: false,
      data: [{ id: completedId }],
    });
  });

  it.each([
    ['limit=0', 'greater_than_equal', 'limit', 'Input should be greater than or equal to 1'],
    ['limit=1001', 'less_than_equal', 'limit', 'Input should be less than or equal to 1000'],
    ['limit=ten', 'int_parsing', 'limit', 'Input should be a valid integer, unable to parse string as an integer'],
    ['offset=-1', 'greater_than_equal', 'offset', 'Input should be greater than or equal to 0'],
    ['status_filter=done', 'enum', 'status_filter', "Input should be 'processing', 'completed' or 'failed'"],
    [
      'created_after=2026-11-20',
      'datetime_parsing',
      'created_after',
      'Input should be a valid datetime, such as 2026-11-20T09:58:00Z',
    ],
    ['created_before=2026-11-20T09:58:00', 'timezone_aware', 'created_before', 'Input should have timezone info'],
    ['livemode=yes', 'bool_parsing', 'livemode', 'Input should be a valid boolean, unable to interpret input'],
  ])('refuses %s [endpoints 25 26, errors 11 20, limits 6, settled 12]', async (query, type, field, msg) => {
    const answer = await ask(`/analysis/?${query}`);
    const input = query.split('=')[1];
    await expect(answer).toAnswer(422, { detail: [{ type, loc: ['query', field], msg, input }] });
  });

  it.each(['limit=1', 'limit=1000', 'offset=5'])('takes %s [endpoints 25]', async (query) => {
    await expect(await ask(`/analysis/?${query}`)).toAnswer(200);
  });

  it('takes no minutes [endpoints 22, limits 17]', async () => {
    const used = async () => (await ask('/billing/usage')).body.minutes_used;
    const before = await used();
    await ask('/analysis/');
    expect(await used(), 'minutes used').toBe(before);
  });
});

describe('the lists other than that of analyses', () => {
  it.each(['skip=-1', 'limit=0', 'limit=101'])('general lists refuse %s [limits 7]', async (query) => {
    for (const path of ['/api-keys/', '/billing/history', `/analysis/${completedId}/deliveries`])
      await expect(await ask(`${path}?${query}`), path).toAnswer(422);
  });

  it('general lists have items, total, skip and limit, 20 unless asked otherwise [endpoints 28, limits 7]', async () => {
    for (const path of ['/api-keys/', '/billing/history', `/analysis/${completedId}/deliveries`]) {
      const { body } = await ask(path);
      expect(body).toMatchObject({ items: expect.any(Array), total: expect.any(Number), skip: 0, limit: 20 });
      expect((await ask(`${path}?limit=100&skip=0`)).body.limit, 'limit that was asked for').toBe(100);
    }
  });
});

describe('the generated client', () => {
  it('reads what the types promise', async () => {
    const api = checkedPaths(service.baseUrl, account.accessToken);
    const user = await api.get('/users/me');
    expect(user.email).toBe(account.email);
    const list = await api.get('/analysis', { query: { limit: 1, agent_id: 'agent-7' } });
    expect(list.data[0]?.results?.compliance.score).toEqual(expect.any(Number));
    const one = await api.get('/analysis/{id}', { path: { id: completedId } });
    expect(one.transcript?.segments[0]?.speaker).toBe('agent');
    expect(one.results?.compliance.identity_verification.evidence).toEqual(expect.any(String));
    const summary = await api.get('/analysis', { query: { limit: 1, view: 'summary' } });
    expect(summary.data[0]?.results?.compliance.identity_verification.evidence).toBeUndefined();
    const key = await api.post('/api-keys', { body: { name: 'Generated' } });
    expect(await api.delete('/api-keys/{key_id}', { path: { key_id: key.id } })).toMatchObject({ deleted: true });
    const gone = api.get('/analysis/{id}', { path: { id: key.id } });
    expect(await refusalOf(gone)).toEqual({ status: 404, detail: 'Analysis not found' });
    await expect(gone).rejects.toThrow(`get /api/v1/analysis/${key.id}: 404 Analysis not found`);
  });
});
