// The sandbox over the public interface: with a test key, a scenario stands in for the recording.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis } from '../../clients/typescript/src/index.js';
import { SCENARIOS } from '../../src/ports/scenario.js';
import { casesOf } from '../gates/cases-of.js';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths, makeTestKey } from '../support/clients/checked-paths.js';
import { refusalOf } from '../support/clients/refusal.js';
import { contractFetch } from '../support/clients/responses.js';
import { storedFiles } from '../support/clients/upload-traces.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const CALL = { agent_id: 'agent-7', contact_id: 'cust-42' };
type Scenario = (typeof SCENARIOS)[number];

async function memberOf(answer: Response, name: 'id' | 'detail'): Promise<unknown> {
  const body: Record<string, unknown> = JSON.parse(await answer.text());
  return body[name];
}

describe('the sandbox', () => {
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;
  let testKey: string;
  let sandbox: CheckedPaths;
  let slow: Promise<{ done: Analysis; seen: ReadonlySet<number> }>;

  beforeAll(async () => {
    // A provider is configured, so that a question to it would be seen.
    provider = await startScriptedProvider();
    service = await startTestService({ ...providerSettings(provider), TEST_MINUTES: '2' });
    account = await service.openAccount();
    testKey = await makeTestKey(service.baseUrl, account.accessToken);
    sandbox = checkedPaths(service.baseUrl, testKey);
    // Waits for half a minute, beside the other scenarios. Its own test tells of a failure.
    slow = watchSlow();
    slow.catch(() => undefined);
  });
  afterAll(async () => {
    await service?.stop();
    await provider?.close();
  });

  const submit = (scenario: Scenario, more: object = {}) =>
    sandbox.post('/analysis', { body: { ...CALL, scenario, ...more } });
  const play = async (scenario: Scenario): Promise<Analysis> => finalAnalysis(sandbox, (await submit(scenario)).id);
  const post = (body: FormData | string, headers: Record<string, string> = {}) =>
    contractFetch(`${service.baseUrl}/analysis`, {
      method: 'POST',
      headers: {
        'x-api-key': testKey,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    });
  const count = async (table: string): Promise<number> =>
    (await service.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n ?? -1;
  /** Beside the mark of the store. */
  const untilNothingIsStored = () =>
    until(
      async () => !(await storedFiles(service)).some((name) => /^[0-9a-f-]{36}/.test(name)),
      'the file of the form to go',
    );

  async function watchSlow() {
    const { id } = await submit('slow');
    const seen = new Set<number>();
    const done = await until(async () => {
      const now = await sandbox.get('/analysis/{id}', { path: { id } });
      if (now.progress) seen.add(now.progress.percent);
      return now.status !== 'processing' && now;
    }, 'the end of slow');
    return { done, seen };
  }

  it('good_call: everything that the agent must do is found, each with its words [settled 35]', async () => {
    const accepted = await submit('good_call');
    expect(accepted).toMatchObject({ status: 'processing', livemode: false, audio: { url: null, size_bytes: 0 } });
    const done = await finalAnalysis(sandbox, accepted.id);
    expect(done).toMatchObject({
      status: 'completed',
      audio: { url: null, size_bytes: 0, file_size: 0, format: null, duration_seconds: 117.16, channels: 2 },
      call: { duration_ms: 117_160 },
      results: { compliance: { score: 100, violations: [] }, quality: { overall_score: 100 } },
      metadata: { engine: { transcription: 'scenario:good_call', analysis: 'rules', grade: 'demo' } },
    });
    expect(done.results?.compliance.identity_verification.citations[0]?.verification).toBe('verified');
  });

  it('bad_call: violations are found, each with its words [settled 35]', async () => {
    const { results } = await play('bad_call');
    expect(results?.compliance.score, 'compliance score of the bad call').toBe(0);
    expect(results?.compliance.violations, 'violations of the bad call').toHaveLength(3);
  });

  it('mono_unclear_roles: speakers keep their numbers [settled 35]', async () => {
    const { transcript, audio } = await play('mono_unclear_roles');
    expect(new Set(transcript?.segments.map(({ speaker }) => speaker))).toEqual(new Set(['speaker_0', 'speaker_1']));
    expect(transcript?.diarization).toEqual({ method: 'model', role_confidence: 0 });
    expect(audio.channels, 'channels of the mono call').toBe(1);
  });

  it('no_speech: a completed analysis without words and scores [settled 35]', async () => {
    const analysis = await play('no_speech');
    expect(analysis).toBeInStatus('completed');
    expect(analysis.transcript?.segments).toEqual([]);
    expect(analysis.results?.compliance.score).toBeNull();
    expect(analysis.call.duration_ms, 'ms of the call without speech').toBe(18_000);
  });

  it('not_assessable: heard too badly for a finding [settled 35]', async () => {
    const { transcript, results } = await play('not_assessable');
    expect(transcript?.hearing?.agent).toMatchObject({ assessable: false, reasons: ['low_confidence', 'noisy'] });
    expect(results?.compliance.score).toBeNull();
    expect(results?.quality.overall_score).toBeNull();
  });

  it('long_call: two hours of words [settled 35]', async () => {
    const { call, transcript, results } = await play('long_call');
    expect(call.duration_ms).toBeGreaterThan(7_195_000);
    expect(transcript?.segments.length).toBeGreaterThan(300);
    expect(results?.compliance.score, 'compliance score of the long call').toBe(100);
  });

  it('cold_apology: a word of sympathy without any, and no violation', async () => {
    const { transcript, results } = await play('cold_apology');
    expect(transcript?.text.match(/sorry/gi), 'apologies').toHaveLength(4);
    expect(results?.compliance.violations).toEqual([]);
  });

  it('card_read_out and keys_pressed: nothing is masked unless it is asked [settled 35]', async () => {
    const read = await play('card_read_out');
    expect(read.transcript?.text).toContain('four two four two');
    expect(read.redaction).toMatchObject({ status: 'none' });
    const pressed = await play('keys_pressed');
    expect(pressed.redaction).toMatchObject({ status: 'none' });
    expect(JSON.stringify(pressed.transcript)).not.toMatch(/four two/);
    expect(read.results?.compliance.violations, 'the agent asked for the code').not.toEqual([]);
    expect(pressed.results?.compliance.violations, 'the agent asked for keys').toEqual([]);
  });

  it.each([
    ['fails_unreadable', 'not_audio', 'The recording holds no audio that can be decoded'],
    ['fails_provider', 'provider_failed', 'The transcription provider failed to answer.'],
  ] as const)('%s: fails with %s, and again after a retry [settled 35]', async (scenario, code, sentence) => {
    const failed = await play(scenario);
    const why = { error_code: code, error_message: sentence, retryable: true };
    expect(failed).toMatchObject({ status: 'failed', metadata: why, transcript: null, results: null });
    await sandbox.post('/analysis/{id}/retry', { path: { id: failed.id } });
    expect(await finalAnalysis(sandbox, failed.id)).toMatchObject({ status: 'failed', metadata: why });
  });

  it.each([
    [
      'quota_exceeded',
      402,
      'Usage limit exceeded: 100.00 of 100.00 plan minutes used. Upgrade your plan or wait for the next billing cycle.',
    ],
    [
      'overage_exceeded',
      402,
      'Overage limit of 50.00 minutes reached. Upgrade your plan or wait for the next billing cycle.',
    ],
    ['storage_failed', 500, 'Audio upload failed'],
    ['rate_limited', 429, 'Rate limit exceeded. Try again in 1 seconds.'],
  ] as const)(
    '%s: answers %d, and again with the same Idempotency-Key [settled 37]',
    async (scenario, status, sentence) => {
      const before = await count('analysis');
      for (const attempt of [1, 2]) {
        const answer = await post(JSON.stringify({ ...CALL, scenario }), { 'idempotency-key': `refused-${scenario}` });
        await expect(answer, `${attempt}`).toAnswer(status, { detail: sentence });
        expect(answer.headers.get('retry-after')).toBe(status === 429 ? '1' : null);
        expect(answer.headers.get('idempotent-replayed')).toBeNull();
      }
      expect(await count('analysis'), 'analyses that are stored').toBe(before);
    },
  );

  it('a live credential is refused in both forms [settled 38]', async () => {
    const items = [
      {
        type: 'value_error',
        loc: ['body', 'scenario'],
        msg: 'Value error, a scenario needs a test key (sk_test_…)',
        input: 'good_call',
      },
    ];
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...CALL, scenario: 'good_call' })) form.set(name, value);
    for (const credential of [account.liveKey, account.accessToken]) {
      const live = checkedPaths(service.baseUrl, credential);
      const refused = { status: 422, detail: items };
      expect(await refusalOf(live.post('/analysis', { body: { ...CALL, scenario: 'good_call' } }))).toEqual(refused);
      expect(await refusalOf(live.post('/analysis', { body: form }))).toEqual(refused);
    }
  });

  it('an unknown scenario is refused, and so is a request with neither a scenario nor a recording', async () => {
    const unknown = await post(JSON.stringify({ ...CALL, scenario: 'very_good_call' }));
    await expect(unknown).toAnswer(422);
    expect(await memberOf(unknown, 'detail')).toMatchObject([
      { type: 'enum', loc: ['body', 'scenario'], input: 'very_good_call' },
    ]);
    const neither = await post(JSON.stringify(CALL));
    expect(await memberOf(neither, 'detail')).toEqual([
      { type: 'missing', loc: ['body', 'audio_url'], msg: 'Field required' },
    ]);
  });

  it.each(['before', 'after'] as const)(
    'a file is read and dropped, with the scenario %s it [settled 39]',
    async (where) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(CALL)) form.set(name, value);
      if (where === 'before') form.set('scenario', 'no_speech');
      form.set('audio_file', new Blob(['this is no recording']), 'notes.txt');
      if (where === 'after') form.set('scenario', 'no_speech');
      const answer = await post(form);
      await expect(answer).toAnswer(201);
      const done = await finalAnalysis(sandbox, String(await memberOf(answer, 'id')));
      expect(done).toMatchObject({ status: 'completed', audio: { url: null, size_bytes: 0, format: null } });
      await untilNothingIsStored();
    },
  );

  it('a recording that came before the scenario is deleted again [settled 39]', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(CALL)) form.set(name, value);
    form.set(
      'audio_file',
      new Blob([new Uint8Array(Buffer.from(`RIFF\x24\0\0\0WAVEfmt ${'x'.repeat(5_000)}`, 'latin1'))]),
    );
    form.set('scenario', 'no_speech');
    await expect(await post(form)).toAnswer(201);
    await untilNothingIsStored();
  });

  it('an audio_url is ignored [settled 39]', async () => {
    const { id } = await submit('no_speech', { audio_url: 'http://127.0.0.1:1/call.wav' });
    expect(await finalAnalysis(sandbox, id)).toBeInStatus('completed');
  });

  it('the address for JSON alone takes it too', async () => {
    const { id } = await sandbox.post('/analysis/from-url', { body: { ...CALL, scenario: 'no_speech' } });
    expect(await finalAnalysis(sandbox, id)).toBeInStatus('completed');
  });

  it('the notification is signed, kept and not sent', async () => {
    const { id } = await submit('bad_call', { webhook_url: 'https://example.com/hooks' });
    await finalAnalysis(sandbox, id);
    const { items } = await sandbox.get('/analysis/{id}/deliveries', { path: { id } });
    expect(items).toMatchObject([{ event: 'analysis.completed', status: 'suppressed' }]);
    const path = { id, delivery_id: items[0]?.id ?? '' };
    const { request } = await sandbox.get('/analysis/{id}/deliveries/{delivery_id}', { path });
    expect(request?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ data: { id, results: { compliance: { score: 0 } } } });
  });

  it('one Idempotency-Key makes one analysis', async () => {
    const send = () => post(JSON.stringify({ ...CALL, scenario: 'good_call' }), { 'idempotency-key': 'one-good-call' });
    const [first, second] = [await send(), await send()];
    await expect(first).toAnswer(201);
    await expect(second).toAnswer(201);
    expect(await memberOf(first, 'id')).toBe(await memberOf(second, 'id'));
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['good_call', casesOf(100, 10)],
    ['bad_call', casesOf(20, 10)],
    ['mono_unclear_roles', casesOf(20, 10)],
    ['no_speech', casesOf(20, 10)],
    ['not_assessable', casesOf(20, 10)],
  ] as const)('%s: %s times the same but for ids and times [settled 40]', async (scenario, times) => {
    const ids: string[] = [];
    for (let batch = 0; batch < times / 10; batch++)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, () => submit(scenario)))).map(({ id }) => id));
    const texts = new Set<string>();
    for (const id of ids) {
      const { created: _, ...rest } = await finalAnalysis(sandbox, id);
      texts.add(
        JSON.stringify({
          ...rest,
          id: '',
          metadata: { ...rest.metadata, completed_at: '', processing_time_ms: 0, retained_until: null },
        }),
      );
    }
    expect(texts.size, 'different answers').toBe(1);
  });

  it('the report and the transcript need no recording', async () => {
    const { id } = await play('good_call');
    const report = await fetch(`${service.baseUrl}/analysis/${id}/report`, { headers: { 'x-api-key': testKey } });
    await expect(report).toAnswer(200);
    expect(await report.text()).toContain('Northwind Energy');
    const transcript = await fetch(`${service.baseUrl}/analysis/${id}/transcript?format=vtt`, {
      headers: { 'x-api-key': testKey },
    });
    await expect(transcript).toAnswer(200);
    expect(await transcript.text()).toMatch(/^WEBVTT/);
    const words = await sandbox.get('/analysis/{id}', { path: { id }, query: { include: 'words' } });
    expect(words.transcript?.segments[0]?.words?.length).toBeGreaterThan(20);
  });

  it('slow: 30 seconds, with progress [settled 35]', async () => {
    const { done, seen } = await slow;
    expect(done).toBeInStatus('completed');
    expect(done.metadata.processing_time_ms, 'the time that the scenario takes').toBeGreaterThanOrEqual(30_000);
    // Seven stretches end between 15 and 75 percent. A busy machine looks too seldom to see each of them.
    const between = [...seen].filter((percent) => percent > 15 && percent < 75);
    expect(between.length, `percentages that a client saw while the call was heard: ${between}`).toBeGreaterThanOrEqual(
      3,
    );
  });

  it('takes no minutes, asks no provider, and works when no test minutes are left [settled 36]', async () => {
    const owner = checkedPaths(service.baseUrl, account.accessToken);
    expect(await count('ledger_entry'), 'entries in the ledger').toBe(0);
    expect(await count('minutes_reservation'), 'minutes that are reserved').toBe(0);
    expect(provider.requests.filter(({ path }) => /transcriptions|chat/.test(path))).toEqual([]);
    await service.db.query('UPDATE usage_period SET included_hundredths = 0 WHERE NOT livemode');
    const upload = new FormData();
    for (const [name, value] of Object.entries(CALL)) upload.set(name, value);
    upload.set('audio_file', new Blob(['RIFF']), 'call.wav');
    const refused = await post(upload);
    await expect(refused).toAnswer(402, { detail: 'Test mode limit exceeded: 0.00 of 0.00 test minutes used.' });
    await expect(
      await refusalOf(sandbox.post('/analysis', { body: { ...CALL, audio_url: 'https://example.com/a.wav' } })),
    ).toAnswer(402);
    expect(await play('no_speech')).toBeInStatus('completed');
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...CALL, scenario: 'no_speech' })) form.set(name, value);
    await expect(await post(form)).toAnswer(201);
    expect(await owner.get('/billing/usage')).toBeDefined();
  });

  it('can be deleted in the middle, and leaves nothing', async () => {
    const { id } = await submit('slow');
    await until(async () => {
      const { progress } = await sandbox.get('/analysis/{id}', { path: { id } });
      return (progress?.percent ?? 0) > 20;
    }, 'the first stretch');
    await sandbox.delete('/analysis/{id}', { path: { id } });
    expect(await count('deleted_call'), 'deleted calls that are noted').toBe(0);
  });

  it('names the scenarios in the API document', async () => {
    const answer = await fetch(`${service.rootUrl}/openapi.json`);
    expect(await answer.json()).toMatchObject({ components: { schemas: { Scenario: { enum: SCENARIOS } } } });
  });
});
