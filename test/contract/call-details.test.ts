// What a submission may say about the call beside its recording, the account's defaults for it, and the summary of an analysis.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis } from '../../clients/typescript/src/index.js';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import { checkEvent } from '../support/clients/responses.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const DETAILS = { call_started_at: '2026-11-20T09:58:00.5+01:00', direction: 'outbound', output_language: 'de' };
const CALL = { started_at: '2026-11-20T08:58:00.500Z', direction: 'outbound' };

let provider: OpenAiStub;
let receiver: WebhookReceiver;
let service: TestService;
let account: Account;
let ask: Ask;
/** What the provider was asked about transcripts, as JSON text. */
const questions: string[] = [];

beforeAll(async () => {
  provider = await startScriptedProvider({
    chat: ({ json }) => {
      questions.push(JSON.stringify(json));
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

async function stored(id: string): Promise<unknown> {
  const { rows } = await service.db.query('SELECT agent_channel, output_language FROM analysis WHERE id = $1', [id]);
  return rows[0];
}

describe('the details of a call', () => {
  it('stand in every answer, from both forms of a submission', async () => {
    const form = await ask('/analysis', upload('agent-d', 'cust-d', DETAILS));
    const json = await ask('/analysis', {
      json: { audio_url: 'http://127.0.0.1:8099/none.wav', agent_id: 'agent-d', contact_id: 'cust-d', ...DETAILS },
    });
    await expect([form, json]).toAnswerEach(201);
    for (const { body } of [form, json]) {
      expect(body).toMatchObject({ call: CALL });
      expect((await ask(`/analysis/${body.id}`)).body).toMatchObject({ call: CALL });
      expect(await stored(body.id)).toEqual({ agent_channel: null, output_language: 'de' });
    }
    const { body: list } = await ask('/analysis?agent_id=agent-d');
    expect(list.data).toMatchObject([{ call: CALL }, { call: CALL }]);
    for (const { body } of [form, json]) await ask(`/analysis/${body.id}`, { method: 'DELETE' });
  });

  it('are null where they were not given', async () => {
    const { body } = await ask('/analysis', upload('agent-d', 'cust-d'));
    expect(body.call).toMatchObject({ started_at: null, direction: null });
    await ask(`/analysis/${body.id}`, { method: 'DELETE' });
  });

  it('reach the model, the last event and the notification', async () => {
    // In a language of its own: the deleted call of another test may have come as far as the model.
    const details = { ...DETAILS, output_language: 'it' };
    const { body } = await ask('/analysis', upload('agent-m', 'cust-m', { ...details, webhook_url: receiver.url }));
    const [notification] = await receiver.requests(1);
    const event = JSON.parse(notification?.body ?? 'null');
    checkEvent('analysis.completed', event);
    expect(event.data).toMatchObject({ id: body.id, call: CALL });
    expect((await ask(`/analysis/${body.id}/events`)).text).toContain(`"started_at":"${CALL.started_at}"`);
    expect(
      questions.filter((question) => question.includes('in Italian')),
      'questions to the model that hold the details',
    ).toHaveLength(1);
  });

  it('are refused with all their faults at once, in both forms', async () => {
    const wrong = { call_started_at: '2026-11-20T09:58:00', direction: 'in', output_language: 'German' };
    const pattern = "String should match pattern '^[a-z]{2}$'";
    const items = [
      { type: 'string_pattern_mismatch', loc: ['body', 'output_language'], msg: pattern, input: 'German' },
      {
        type: 'timezone_aware',
        loc: ['body', 'call_started_at'],
        msg: 'Input should have timezone info',
        input: wrong.call_started_at,
      },
      { type: 'enum', loc: ['body', 'direction'], msg: "Input should be 'inbound' or 'outbound'", input: 'in' },
    ];
    const ids = { audio_url: 'https://example.com/a.wav', agent_id: 'a', contact_id: 'c' };
    for (const sent of [upload('a', 'c', wrong), { json: { ...ids, ...wrong } }]) {
      const answer = await ask('/analysis', sent);
      await expect(answer).toAnswer(422, { detail: items });
    }
  });

  it('may lie up to a day in the future, for clocks that are wrong', async () => {
    const submit = (hours: number) =>
      ask('/analysis', upload('a', 'c', { call_started_at: new Date(Date.now() + hours * 3_600_000).toISOString() }));
    const late = await submit(25);
    const msg = 'Value error, the call must not begin more than a day from now';
    await expect(late).toAnswer(422, { detail: [expect.objectContaining({ type: 'value_error', msg })] });
    const soon = await submit(23);
    await expect(soon).toAnswer(201);
    await ask(`/analysis/${soon.body.id}`, { method: 'DELETE' });
  });

  it('make another request of one with the same Idempotency-Key', async () => {
    const send = (direction: string) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(upload('a', 'c', { direction }).form)) body.set(name, value);
      const headers = { 'x-api-key': account.liveKey, 'idempotency-key': 'details' };
      return fetch(`${service.baseUrl}/analysis`, { method: 'POST', headers, body });
    };
    const [first, same, other] = [await send('inbound'), await send('inbound'), await send('outbound')];
    await expect(first).toAnswer(201);
    await expect(same).toAnswer(201);
    await expect(other).toAnswer(422);
    expect(same.headers.get('idempotent-replayed')).toBe('true');
    expect(await other.json()).toMatchObject({ detail: [{ type: 'idempotency_key_reuse' }] });
  });
});

describe("the account's defaults", () => {
  it('hold for what a submission leaves out, as they are when it is accepted [settled 6]', async () => {
    const other = await service.openAccount();
    const put = (json: object) => ask('/users/me', { method: 'PUT', json, credential: other.accessToken });
    const submit = async (fields: Record<string, string>) => {
      const answer = await ask('/analysis', { ...upload('a', 'c', fields), credential: other.liveKey });
      await expect(answer).toAnswer(201);
      return String(answer.body.id);
    };
    const before = await submit({});
    const defaults = { agent_channel: 0, output_language: 'fr' };
    expect((await put(defaults)).body).toMatchObject(defaults);
    const byDefault = await submit({});
    const given = await submit({ agent_channel: '1', output_language: 'en' });
    await put({ agent_channel: null, output_language: null });
    const after = await submit({});
    expect(await Promise.all([before, byDefault, given, after].map(stored))).toEqual([
      { agent_channel: null, output_language: null },
      defaults,
      { agent_channel: 1, output_language: 'en' },
      { agent_channel: null, output_language: null },
    ]);
  });

  it("put the agent's channel before what is said [settled 6]", async () => {
    const other = await service.openAccount();
    const json = { agent_channel: 1 };
    await ask('/users/me', { method: 'PUT', json, credential: other.accessToken });
    const sent = upload('agent-c', 'cust-c', { webhook_url: `${receiver.url}/channel` });
    await ask('/analysis', { ...sent, credential: other.liveKey });
    const notification = await until(
      async () => receiver.received.find(({ path }) => path === '/hook/channel'),
      'the notification',
    );
    const { transcript }: Analysis = JSON.parse(notification.body).data;
    expect(new Set(transcript?.segments.map(({ speaker, channel }) => `${channel}: ${speaker}`))).toEqual(
      new Set(['0: customer', '1: agent']),
    );
  });
});

describe('the summary of an analysis', () => {
  it('has the same verdicts and scores, without what was said', async () => {
    const api = checkedPaths(service.baseUrl, account.liveKey);
    const { data } = await api.get('/analysis', { query: { agent_id: 'agent-m' } });
    const [whole] = data;
    if (!whole?.results || !whole.transcript) throw new Error('The call of an earlier test is completed');
    const { results, transcript: _, ...others } = whole;
    const list = await api.get('/analysis', { query: { view: 'summary', agent_id: 'agent-m' } });
    const one = await api.get('/analysis/{id}', { path: { id: whole.id }, query: { view: 'summary' } });
    expect(list).toMatchObject({ view: 'summary', total: 1, data: [{ id: whole.id, results: one.results }] });
    expect(one).toMatchObject({ ...others, audio: expect.any(Object), view: 'summary', transcript: null });
    const { compliance, quality, coaching } = results;
    expect(one.results).toEqual({
      call_kind: 'conversation',
      not_judged_reason: null,
      compliance: {
        identity_verification: reduced('performed', compliance.identity_verification),
        privacy_protection: reduced('performed', compliance.privacy_protection),
        mandatory_disclosures: reduced('performed', compliance.mandatory_disclosures),
        purpose_declaration: reduced('performed', compliance.purpose_declaration),
        violations_count: compliance.violations.length,
        score: compliance.score,
        coverage: expect.any(Number),
      },
      quality: {
        sentiment_analysis: quality.sentiment_analysis,
        call_resolution: reduced('resolved', quality.call_resolution),
        greeting: reduced('present', quality.greeting),
        empathetic_language: reduced('present', quality.empathetic_language),
        professionalism: reduced('present', quality.professionalism),
        overall_score: quality.overall_score,
        coverage: expect.any(Number),
      },
      coaching: { customer_effort_score: coaching.customer_effort_score },
      manipulation_suspected: results.manipulation_suspected,
    });
    expect(one.results?.compliance.identity_verification.evidence).toBeUndefined();
  });

  it('was made when the call completed', async () => {
    const { body } = await ask('/analysis?view=summary&agent_id=agent-m');
    const { rows } = await service.db.query('SELECT results_summary FROM analysis_payload WHERE analysis_id = $1', [
      body.data[0].id,
    ]);
    expect(JSON.parse(rows[0]?.results_summary)).toEqual(body.data[0].results);
  });
});

/** What a summary keeps of a finding. */
const reduced = (verdict: string, finding: object = {}) =>
  Object.fromEntries([verdict, 'flagged', 'assessable', 'source'].map((name) => [name, Reflect.get(finding, name)]));
