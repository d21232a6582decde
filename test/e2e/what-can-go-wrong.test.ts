// Calls that fail: the client gets a plain reason, nothing is billed, and no minutes stay reserved.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Analysis, CallAnalysis, CreateAnalysisParams } from '../../clients/typescript/src/index.js';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { bytesOf, noise, silence, wav, wavHeader } from '../support/audio/audio-fixtures.js';
import {
  CALL_MS,
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
} from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { refusalOf } from '../support/clients/refusal.js';
import { checkEvent } from '../support/clients/responses.js';
import { Gate } from '../support/processes/gate.js';
import { type OpenAiStub, refuse, type StubAnswering } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

/** A well-formed WAV whose format number is not assigned to any codec. */
function unknownCodec(): Buffer {
  const samples = bytesOf(noise(500, 9000));
  const header = wavHeader({ dataBytes: samples.length, channels: 1, sampleRate: 16_000, tag: 0x4321 });
  return Buffer.concat([header, samples]);
}

describe('what can go wrong', () => {
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let recordings: Server;
  let service: TestService;
  let account: Account;
  let api: CallAnalysis;
  let transcribing: StubAnswering = () => undefined;
  let serving: RequestListener = (_, response) => response.end(recordedCall());

  beforeAll(async () => {
    provider = await startScriptedProvider({ transcribe: (request) => transcribing(request) });
    receiver = await startWebhookReceiver();
    recordings = createServer((request, response) => serving(request, response));
    await new Promise<void>((done) => recordings.listen(0, '127.0.0.1', done));
    service = await startTestService({
      ...providerSettings(provider),
      WORKER_SWEEP_SECONDS: '1',
      PROVIDER_ATTEMPTS: '2',
    });
  });
  beforeEach(async () => {
    transcribing = () => undefined;
    serving = (_, response) => response.end(recordedCall());
    await openAccount();
  });
  afterAll(async () => {
    await service?.stop();
    recordings?.close();
    await receiver?.close();
    await provider?.close();
  });

  const openAccount = async () => {
    account = await service.openAccount();
    api = checkedClient(service.baseUrl, account.liveKey);
  };
  const upload = (file: Buffer, fields: Pick<CreateAnalysisParams, 'webhook_url' | 'webhook_events'> = {}) =>
    api.analyses.create({ ...PARTIES, ...fields, file });
  const byUrl = (url: string) => api.analyses.create({ ...PARTIES, url });
  const recordingUrl = () => `http://127.0.0.1:${(recordings.address() as AddressInfo).port}/call.wav?signature=secret`;
  const finished = (id: string): Promise<Analysis> => finalAnalysis(api, id);
  const expectFailed = async (id: string, reason: string) => {
    const failed = await finished(id);
    expect(failed.metadata.error_message).toBe(reason);
    expect(failed).toMatchObject({ status: 'failed', transcript: null, results: null, progress: null });
    expect(failed.metadata.completed_at).toBeNull();
    expect(failed.metadata.processing_time_ms).toBeGreaterThanOrEqual(0);
    await expectNothingTaken(id);
    return failed;
  };
  const expectNothingTaken = async (id: string) => {
    const { rows } = await service.db.query(
      `SELECT (SELECT count(*)::int FROM ledger_entry WHERE analysis_id = $1) AS billed,
              (SELECT count(*)::int FROM minutes_reservation WHERE analysis_id = $1) AS reserved`,
      [id],
    );
    expect(rows).toEqual([{ billed: 0, reserved: 0 }]);
  };

  it('fetches a recording by its URL, and forgets the address [resources 12, endpoints 14]', async () => {
    const body = await byUrl(recordingUrl());
    expect(body.audio).toMatchObject({ url: null, size_bytes: null, format: null });
    const done = await finished(body.id);
    expect(done.metadata.error_message).toBeNull();
    expect(done.audio).toMatchObject({ format: 'wav', size_bytes: recordedCall().length });
    expect(JSON.stringify(done)).not.toContain('signature=secret');
    const { rows } = await service.db.query('SELECT source_url FROM analysis WHERE id = $1', [body.id]);
    expect(rows).toEqual([{ source_url: null }]);
  });

  it.each([
    ['is gone', 410, 'The recording could not be downloaded: its server answered with status 410', 'url_refused'],
    [
      'is no audio',
      200,
      /^The recording could not be used: Unsupported audio format\. Supported formats: flac/,
      'not_audio',
    ],
  ])('fails a recording that %s [resources 18, settled 8]', async (_, status, reason, code) => {
    serving = (_request, response) => response.writeHead(status).end('no recording, just words');
    const body = await byUrl(recordingUrl());
    const failed = await finished(body.id);
    expect(failed).toBeInStatus('failed');
    expect(failed.metadata.error_message).toMatch(reason);
    expect(failed.metadata.error_code).toBe(code);
    await expectNothingTaken(body.id);
  });

  it('downloads again when the connection broke', async () => {
    let tries = 0;
    serving = (_, response) => {
      tries += 1;
      const recording = recordedCall();
      if (tries > 1) return response.end(recording);
      response.writeHead(200, { 'content-length': recording.length });
      response.write(recording.subarray(0, 100_000));
      setImmediate(() => response.destroy());
    };
    const body = await byUrl(recordingUrl());
    const done = await finished(body.id);
    expect(done).toMatchObject({ status: 'completed', call: { duration_ms: CALL_MS } });
    expect(tries, 'downloads of a recording that broke off once').toBe(2);
  });

  it('waits as the provider asks, and asks each piece again only where it was refused', async () => {
    let refused = 0;
    transcribing = () => {
      if (refused > 0) return undefined;
      refused += 1;
      return { ...refuse(429, 'Slow down'), headers: { 'retry-after': '1' } };
    };
    const before = provider.requests.filter(({ path }) => path === '/audio/transcriptions').length;
    const body = await upload(recordedCall());
    expect(await finished(body.id)).toBeInStatus('completed');
    const asked = provider.requests.filter(({ path }) => path === '/audio/transcriptions').length - before;
    expect(asked, 'requests for speech: each turn once, the refused one twice').toBe(TURNS.length + 1);
  });

  it('fails a call for which the provider fails while it answers others, notifies the client, and bills nothing [fault 35, fault 70]', async () => {
    let failing: string | null = null;
    transcribing = async () => {
      const { rows } = await service.db.query('SELECT id FROM analysis WHERE lease_until > now()');
      const isMine = rows.length === 1 && rows[0].id === failing;
      return isMine ? refuse(500, 'Something of the provider that no client should read') : undefined;
    };
    const body = await upload(recordedCall(), {
      webhook_url: receiver.url,
      webhook_events: ['analysis.completed', 'analysis.failed'],
    });
    failing = body.id;
    await until(async () => {
      // As if another call were answered between two attempts, which begin at once.
      await service.db.query(
        "UPDATE engine_pause SET success_at = now(), success_by = gen_random_uuid() WHERE engine = 'transcription'",
      );
      await service.db.query('UPDATE analysis SET run_after = now() WHERE id = $1 AND run_after > now()', [body.id]);
      return (await api.analyses.get(body.id)).status === 'failed';
    }, 'the call to fail');
    const failed = await finished(body.id);
    expect(failed.metadata).toMatchObject({ error_code: 'provider_failed' });
    expect(failed.metadata.error_message).not.toContain('no client should read');
    await expectNothingTaken(body.id);
    const webhook = await until(
      async () => receiver.received.find((each) => each.body.includes(body.id)),
      'the notification',
    );
    const notification = JSON.parse(webhook.body);
    checkEvent('analysis.failed', notification);
    expect(notification).toMatchObject({
      event: 'analysis.failed',
      data: { status: 'failed', results: null, metadata: failed.metadata },
    });
  });

  it('gives a provider its attempts again once it has heard a piece', async () => {
    let heard = 0;
    transcribing = async () => {
      const { rows } = await service.db.query('SELECT fence FROM analysis ORDER BY created_at DESC LIMIT 1');
      const [{ fence }] = rows;
      if (fence > 2 || (fence === 2 && heard++ === 0)) return undefined;
      return refuse(500, 'Overloaded');
    };
    const body = await upload(recordedCall());
    const done = await finished(body.id);
    expect(done.metadata.error_message).toBeNull();
    expect(heard).toBeGreaterThan(1);
  });

  it('does not retry what the provider refuses for good [resources 17 18, endpoints 21, settled 8]', async () => {
    let asked = 0;
    transcribing = () => {
      asked += 1;
      return refuse(400, 'corrupted or unsupported');
    };
    const body = await upload(recordedCall());
    expect(await finished(body.id)).toMatchObject({ status: 'failed', metadata: { error_code: 'provider_refused' } });
    expect(asked, 'requests for a recording that the provider refuses for good').toBe(1);
  });

  it.each([
    ['a header and nothing behind it', wavHeader({ dataBytes: 0, channels: 1, sampleRate: 16_000 })],
    ['a codec that nobody knows', unknownCodec()],
  ])('fails %s without asking the provider [fault 62]', async (_, bytes) => {
    const before = provider.requests.length;
    const body = await upload(bytes);
    await expectFailed(body.id, 'The recording holds no audio that can be decoded');
    expect(provider.requests.length, 'requests to the provider').toBe(before);
  });

  it('completes silence with an empty transcript, and bills it', async () => {
    const before = provider.requests.length;
    const body = await upload(wav([silence(3_000)]));
    const done = await finished(body.id);
    expect(done.metadata.error_message).toBeNull();
    expect(done).toMatchObject({ status: 'completed', transcript: { text: '', segments: [], language: null } });
    expect(done.results?.compliance).toMatchObject({ score: null, violations: [] });
    expect(done.results?.compliance.identity_verification).toMatchObject({ performed: false, flagged: true });
    expect(done.results?.coaching.customer_effort_score).toBeNull();
    expect(done.results?.summary).not.toBe('');
    expect(provider.requests.length, 'requests to the provider').toBe(before);
    const { rows } = await service.db.query('SELECT hundredths FROM ledger_entry WHERE analysis_id = $1', [body.id]);
    expect(rows).toEqual([{ hundredths: '5' }]);
  });

  it.each([
    ['no audio at all', Buffer.from('%PDF-1.7 and so on'), 400, /^Unsupported audio format\. Supported formats: flac/],
    ['an empty file', Buffer.alloc(0), 400, 'Audio file is empty'],
  ])('refuses %s at once and keeps nothing', async (_, bytes, status, detail) => {
    const refused = await refusalOf(upload(bytes));
    expect(refused).toEqual({ status, detail: expect.stringMatching(detail) });
    const { rows } = await service.db.query(
      'SELECT count(*)::int AS n FROM analysis WHERE account_id IN (SELECT id FROM account WHERE email = $1)',
      [account.email],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('names every failing field of a form at once', async () => {
    const form = new FormData();
    form.set('agent_id', '  ');
    form.set('webhook_url', 'ftp://example.com');
    form.set('metadata', '{"version":"mine"}');
    const answer = await refusalOf(checkedPaths(service.baseUrl, account.liveKey).post('/analysis', { body: form }));
    await expect(answer).toAnswer(422);
    const items = Array.isArray(answer.detail) ? answer.detail : [];
    const faults = items.map(({ type, loc }) => `${type} ${loc.join('.')}`).sort();
    expect(faults).toEqual([
      'missing body.audio_file',
      'missing body.contact_id',
      'string_too_short body.agent_id',
      'url_parsing body.webhook_url',
      'value_error body.metadata.version',
    ]);
  });

  it('accepts no more than the plan carries [limits 16]', async () => {
    const first = await upload(recordedCall());
    await service.db.query(
      `UPDATE usage_period SET included_hundredths = 30
       WHERE account_id = (SELECT id FROM account WHERE email = $1)`,
      [account.email],
    );
    await finished(first.id);
    expect(await refusalOf(upload(recordedCall()))).toEqual({
      status: 402,
      detail: expect.stringMatching(/^Usage limit exceeded: 0\.\d\d of 0\.30 plan minutes used\. Upgrade your plan/),
    });
  });

  it('erases an account whose calls are in progress: nothing of it is left, and no webhook is sent [fault 77]', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const asked = new Promise<void>((resolve) => {
      transcribing = () => {
        resolve();
        return held;
      };
    });
    const body = await upload(recordedCall(), { webhook_url: receiver.url });
    await asked;
    const { id } = await api.users.me();
    const owner = checkedClient(service.baseUrl, account.accessToken);
    const erased = await owner.users.delete({ current_password: account.password });
    expect(erased).toEqual({ id, object: 'user', deleted: true });
    release();
    await expect(await refusalOf(api.analyses.get(body.id))).toAnswer(401);
    await openAccount();
    // The worker that lost its lease works on the next call.
    const next = await upload(recordedCall());
    expect(await finished(next.id)).toBeInStatus('completed');
    const { rows } = await service.db.query(
      `SELECT (SELECT count(*)::int FROM analysis WHERE id = $1) AS analyses,
              (SELECT count(*)::int FROM ledger_entry WHERE analysis_id = $1) AS billed,
              (SELECT count(*)::int FROM webhook_delivery WHERE analysis_id = $1) AS deliveries`,
      [body.id],
    );
    // The provider was asked, and is paid.
    expect(rows).toEqual([{ analyses: 0, billed: 1, deliveries: 0 }]);
    expect(
      receiver.received.filter((each) => each.body.includes(body.id)),
      'notifications of the deleted call',
    ).toEqual([]);
  });

  it('keeps the calls of one account from every other [fault 75]', async () => {
    const body = await upload(recordedCall());
    await finished(body.id);
    await openAccount();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const reads: readonly ((id: string) => PromiseLike<unknown>)[] = [
      (id) => api.analyses.get(id),
      (id) => api.analyses.transcript(id),
      (id) => api.analyses.deliveries(id),
    ];
    for (const read of reads) {
      const theirs = await refusalOf(read(body.id));
      expect(theirs).toEqual(await refusalOf(read(unknown)));
      await expect(theirs).toAnswer(404);
    }
  });
});

describe('a provider that refuses our credentials', () => {
  it('pauses the engine for all calls, tells operators, and fails nothing yet [fault 74]', async () => {
    const gate = new Gate();
    const provider = await startScriptedProvider({
      transcribe: async () => (await gate.pass()) ?? refuse(401, 'Incorrect API key', 'invalid_api_key'),
    });
    const service = await startTestService(providerSettings(provider));
    try {
      const { liveKey } = await service.openAccount();
      const api = checkedClient(service.baseUrl, liveKey);
      const submit = async () => (await api.analyses.create({ ...PARTIES, file: recordedCall() })).id;
      const waiting = (id: string) =>
        until(async () => {
          const { rows } = await service.db.query(
            'SELECT provider_failures, run_after > now() AS later, failing_since IS NOT NULL AS failing FROM analysis WHERE id = $1',
            [id],
          );
          return rows[0]?.later && rows[0];
        }, 'the call to wait');
      expect(await waiting(await submit())).toEqual({ provider_failures: 0, later: true, failing: true });
      // From here on no probe ends, however slow this machine is, so that there can be one only.
      gate.close();
      const asked = provider.requests.length;
      // Nothing but probes is sent for the next call, which may be one of them.
      const next = await submit();
      const { rows } = await service.db.query('SELECT status, provider_failures FROM analysis WHERE id = $1', [next]);
      expect(rows).toEqual([{ status: 'processing', provider_failures: 0 }]);
      expect(provider.requests.length - asked).toBeLessThanOrEqual(1);
      const ready = await fetch(`${service.rootUrl}/health/ready`);
      expect(JSON.parse(await ready.text()).checks.engine).toBeInStatus('degraded');
      expect(await (await fetch(`${service.rootUrl}/metrics`)).text()).toContain(
        'engine_paused{engine="transcription"} 1',
      );
    } finally {
      gate.open();
      await service.stop();
      await provider.close();
    }
  });
});
