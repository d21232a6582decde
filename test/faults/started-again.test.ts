// A failed call is started again by its client: what is paid, billed and told.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../support/apps/running-service.js';
import { CALL_MS, providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { EventReader } from '../support/clients/event-reader.js';
import { refusalOf } from '../support/clients/refusal.js';
import { contractFetch } from '../support/clients/responses.js';
import { Gate } from '../support/processes/gate.js';
import { type OpenAiStub, refuse, type StubAnswering } from '../support/stubs/openai-stub.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const NOT_FAILED = { status: 400, detail: 'Only a failed analysis can be retried' };
const GONE = { status: 400, detail: 'This analysis cannot be retried: its recording is no longer stored' };

describe('POST /analysis/{id}/retry', () => {
  const analysis = new Gate();
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let service: TestService;
  let account: Account;
  let api: CheckedPaths;
  let transcribing: StubAnswering = () => undefined;

  beforeAll(async () => {
    provider = await startScriptedProvider({
      transcribe: (request) => transcribing(request),
      chat: () => analysis.pass(),
    });
    receiver = await startWebhookReceiver();
    service = await startTestService({ ...providerSettings(provider), WORKER_SWEEP_SECONDS: '1' });
  });
  beforeEach(async () => {
    transcribing = () => undefined;
    account = await service.openAccount();
    api = checkedPaths(service.baseUrl, account.liveKey);
  });
  afterAll(async () => {
    analysis.open();
    await service?.stop();
    await receiver?.close();
    await provider?.close();
  });

  /** A call that the provider has refused for good, so that it failed; from now on the provider answers. */
  const failedCall = async (fields: Readonly<Record<string, string>> = {}, client = api) => {
    transcribing = () => refuse(400, 'corrupted or unsupported');
    const { id } = await client.post('/analysis', { body: uploadOf(recordedCall(), fields) });
    const failed = await finalAnalysis(client, id);
    expect(failed).toMatchObject({ status: 'failed', metadata: { error_code: 'provider_refused', retryable: true } });
    transcribing = () => undefined;
    return id;
  };
  const retry = (id: string, client = api) => client.post('/analysis/{id}/retry', { path: { id } });
  const minutesOf = async (id: string) => {
    const { rows } = await service.db.query(
      `SELECT (SELECT count(*)::int FROM ledger_entry WHERE analysis_id = $1) AS billed,
              (SELECT count(*)::int FROM minutes_reservation WHERE analysis_id = $1) AS reserved`,
      [id],
    );
    return rows[0];
  };

  it('completes a failed call, bills it once and tells of each end under an id of its own [settled 3 26]', async () => {
    const events = { webhook_url: receiver.url, webhook_events: 'analysis.completed,analysis.failed' };
    const id = await failedCall(events);
    const seenOf = () => receiver.received.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === id);
    await until(async () => seenOf().length === 1, 'the notification of the failure');
    expect(await minutesOf(id)).toEqual({ billed: 0, reserved: 0 });

    analysis.close();
    const again = await retry(id);
    expect(again).toMatchObject({
      id,
      status: 'processing',
      metadata: { error_message: null, error_code: null, retryable: false, processing_time_ms: null },
    });
    const { total } = await api.get('/analysis', { query: { status_filter: 'processing' } });
    expect(total, 'calls that are listed as processing').toBe(1);
    await until(async () => analysis.waiting > 0, 'the analyst to be asked');
    expect(await minutesOf(id)).toEqual({ billed: 0, reserved: 1 });
    analysis.open();

    const done = await finalAnalysis(api, id);
    expect(done).toMatchObject({ status: 'completed', call: { duration_ms: CALL_MS }, metadata: { retryable: false } });
    expect(await minutesOf(id)).toEqual({ billed: 1, reserved: 0 });
    await until(async () => seenOf().length === 2, 'the notification of the completion');
    expect(seenOf().map(({ event, data }) => [event, data.status])).toEqual([
      ['analysis.failed', 'failed'],
      ['analysis.completed', 'completed'],
    ]);
    expect([...new Set(seenOf().map((event) => event.id))], 'event ids').toHaveLength(2);
    const counts = await Promise.all(
      (['processing', 'completed', 'failed'] as const).map((status) =>
        api.get('/analysis', { query: { status_filter: status } }),
      ),
    );
    expect(counts.map((list) => list.total)).toEqual([0, 1, 0]);
    expect(await refusalOf(retry(id))).toEqual(NOT_FAILED);
  });

  it('can fail and be started again as often as the client likes [settled 26]', async () => {
    const id = await failedCall();
    transcribing = () => refuse(400, 'corrupted or unsupported');
    await retry(id);
    expect(await finalAnalysis(api, id)).toMatchObject({ status: 'failed', metadata: { retryable: true } });
    transcribing = () => undefined;
    await retry(id);
    expect(await finalAnalysis(api, id)).toBeInStatus('completed');
    expect(await minutesOf(id)).toEqual({ billed: 1, reserved: 0 });
  });

  it('lets one of many simultaneous requests win [settled 26]', async () => {
    const id = await failedCall();
    analysis.close();
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => refusalOf(retry(id))));
    const refusals = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(refusals).toEqual(Array.from({ length: 7 }, () => NOT_FAILED));
    analysis.open();
    expect(await finalAnalysis(api, id)).toBeInStatus('completed');
    expect(await minutesOf(id)).toEqual({ billed: 1, reserved: 0 });
  });

  it('is done once for all requests with one Idempotency-Key [settled 26]', async () => {
    const id = await failedCall();
    const headers = { 'x-api-key': account.liveKey, 'idempotency-key': randomUUID() };
    const send = () => contractFetch(`${service.baseUrl}/analysis/${id}/retry`, { method: 'POST', headers });
    await expect(await send()).toAnswer(200);
    expect(await finalAnalysis(api, id)).toBeInStatus('completed');
    const repeated = await send();
    await expect(repeated).toAnswer(200, expect.objectContaining({ id, status: 'processing' }));
  });

  it('refuses what is in progress, and what has no recording any more [settled 3 27]', async () => {
    analysis.close();
    const { id } = await api.post('/analysis', { body: uploadOf(recordedCall()) });
    expect(await refusalOf(retry(id))).toEqual(NOT_FAILED);
    analysis.open();
    await finalAnalysis(api, id);

    const failed = await failedCall();
    await service.db.query('UPDATE analysis SET storage_key = NULL WHERE id = $1', [failed]);
    expect(await api.get('/analysis/{id}', { path: { id: failed } })).toMatchObject({ metadata: { retryable: false } });
    expect(await refusalOf(retry(failed))).toEqual(GONE);
    expect(await refusalOf(retry(randomUUID()))).toEqual({ status: 404, detail: 'Analysis not found' });
  });

  it('needs the minutes again, under the plan as it is by then [settled 27]', async () => {
    const id = await failedCall();
    await service.db.query(
      `UPDATE usage_period SET included_hundredths = 0 WHERE account_id = (SELECT account_id FROM analysis WHERE id = $1)`,
      [id],
    );
    expect(await refusalOf(retry(id))).toEqual({
      status: 402,
      detail:
        'Usage limit exceeded: 0.00 of 0.00 plan minutes used. Upgrade your plan or wait for the next billing cycle.',
    });
    expect(await api.get('/analysis/{id}', { path: { id } })).toMatchObject({
      status: 'failed',
      metadata: { error_code: 'provider_refused', retryable: true },
    });
  });

  it('takes the minutes of the mode of the analysis, and lets no test key spend those of live mode [settled 27]', async () => {
    const owner = checkedPaths(service.baseUrl, account.accessToken);
    const { key } = await owner.post('/api-keys', { body: { name: 'Trial', mode: 'test' } });
    const trial = checkedPaths(service.baseUrl, key);
    const live = await failedCall();
    expect(await refusalOf(retry(live, trial))).toEqual({
      status: 403,
      detail: 'A test key cannot change live objects',
    });
    const test = await failedCall({}, trial);
    await retry(test, trial);
    expect(await finalAnalysis(api, test)).toBeInStatus('completed');
    const { rows } = await service.db.query('SELECT livemode FROM ledger_entry WHERE analysis_id = $1', [test]);
    expect(rows).toEqual([{ livemode: false }]);
  });

  it('is followed by events again, also by a client that saw the first end [settled 26]', async () => {
    const id = await failedCall();
    analysis.close();
    await retry(id);
    const abort = new AbortController();
    const headers = { 'x-api-key': account.liveKey, 'last-event-id': '1010' };
    const url = `${service.baseUrl}/analysis/${id}/events`;
    const stream = await EventReader.open(url, { headers, signal: abort.signal }, abort);
    await stream.until(({ event }) => event === 'progress');
    analysis.open();
    await stream.until(({ event }) => event === 'completed');
    await expect(await fetch(url, { headers })).toAnswer(204);
  });

  it('withdraws a notification of the failure that is still to be sent, and it cannot be sent again [settled 26]', async () => {
    receiver.behave(answering(500));
    const id = await failedCall({ webhook_url: receiver.url, webhook_events: 'analysis.completed,analysis.failed' });
    const deliveries = async () => (await api.get('/analysis/{id}/deliveries', { path: { id } })).items;
    await until(async () => (await deliveries()).some(({ attempts }) => attempts.length > 0), 'the first attempt');
    analysis.close();
    await retry(id);
    const [first] = await deliveries();
    expect(first).toMatchObject({ event: 'analysis.failed', status: 'failed', next_attempt_at: null });
    receiver.behave(answering(200));
    analysis.open();
    await finalAnalysis(api, id);
    await until(async () => (await deliveries()).every(({ status }) => status !== 'pending'), 'the second end');
    expect((await deliveries()).map(({ event, status }) => [event, status])).toEqual([
      ['analysis.completed', 'delivered'],
      ['analysis.failed', 'failed'],
    ]);
    const again = api.post('/analysis/{id}/deliveries/{delivery_id}/redeliver', {
      path: { id, delivery_id: first?.id ?? '' },
    });
    expect(await refusalOf(again)).toEqual({
      status: 400,
      detail: 'The analysis was started again after this notification',
    });
  });
});
