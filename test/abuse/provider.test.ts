// A provider that is slow, fails or gives wrong answers: the tests check what becomes of the call.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finalAnalysis, startTestService, type TestService, until, uploadOf } from '../support/apps/running-service.js';
import { concat, silence, voice, wav } from '../support/audio/audio-fixtures.js';
import {
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
  turnOf,
} from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { expectInvariants } from '../support/matchers/invariants.js';
import { type OpenAiStub, type OpenAiStubOptions, refuse } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

/** A recording with one turn of one party. It gives one piece, with a length that no piece of the scripted call has. */
const ONE_TURN = wav([concat(silence(1_000), voice(12_000, { seed: 99 }), silence(1_000)), silence(14_000)]);

let provider: OpenAiStub;
let receiver: WebhookReceiver;
let service: TestService;
let api: CheckedPaths;
let transcribing: OpenAiStubOptions['transcribe'];
let judging: OpenAiStubOptions['chat'];

beforeAll(async () => {
  provider = await startScriptedProvider({
    transcribe: (request) => transcribing?.(request),
    chat: (request) => judging?.(request),
  });
  receiver = await startWebhookReceiver();
  // One call at a time: a call that waits for the provider must not block the others.
  service = await startTestService({
    ...providerSettings(provider),
    WORKER_CONCURRENCY: '1',
    WORKER_SWEEP_SECONDS: '1',
    PROVIDER_ATTEMPTS: '6',
    FREE_INCLUDED_MINUTES: '100000',
  });
  const { liveKey } = await service.openAccount();
  api = checkedPaths(service.baseUrl, liveKey);
});
beforeEach(() => {
  transcribing = undefined;
  judging = undefined;
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await provider?.close();
});

const submit = async (recording = recordedCall()) => (await api.post('/analysis', { body: uploadOf(recording) })).id;
const pieces = () => provider.requests.filter(({ path }) => path === '/audio/transcriptions');
const quiet = () => expectInvariants({ db: service.db, dataDir: service.dataDir, receiver });

async function expectFailed(id: string, unsaid: string): Promise<void> {
  const analysis = await finalAnalysis(api, id);
  expect(analysis).toBeInStatus('failed');
  expect(analysis).toMatchObject({ transcript: null, results: null });
  const { metadata } = analysis;
  expect(metadata.error_message).toMatch(/^The (transcription|analysis) provider's answer could not be used\.?$/);
  expect(JSON.stringify(metadata)).not.toContain(unsaid);
}

describe('a provider that fails', () => {
  it('five times 429 are waited for as told, and nothing else is sent meanwhile [fault 69]', async () => {
    const askedAtMs: number[] = [];
    transcribing = () => {
      askedAtMs.push(performance.now());
      const times = askedAtMs.length;
      if (times > 5) return undefined;
      const headers: Record<string, string> = times === 1 ? { 'retry-after': '2' } : { 'retry-after-ms': '600' };
      return { ...refuse(429, 'Slow down'), headers };
    };
    const ids = [await submit(), await submit(ONE_TURN)];
    for (const id of ids) expect(await finalAnalysis(api, id)).toBeInStatus('completed');
    expect(askedAtMs, 'requests for speech, of which five were refused').toHaveLength(5 + TURNS.length + 1);
    for (let n = 1; n < 6; n += 1) {
      const waited = (askedAtMs[n] ?? 0) - (askedAtMs[n - 1] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(n === 1 ? 1_990 : 590);
    }
    await quiet();
  });

  it.each<[string, OpenAiStubOptions['transcribe']]>([
    ['HTML', () => ({ body: '<html>hunter2</html>' })],
    ['JSON that breaks off', () => ({ body: '{"text":"hunter2', headers: { 'content-type': 'application/json' } })],
    ['nothing', () => ({ body: '', headers: { 'content-type': 'application/json' } })],
    ['60 MB', () => ({ fault: 'huge' })],
    ['another shape', () => ({ body: { hunter2: true } })],
  ])('%s for a transcript: asked once more, then failed, without a word of it [fault 71]', async (_, answer) => {
    transcribing = answer;
    const before = pieces().length;
    await expectFailed(await submit(ONE_TURN), 'hunter2');
    expect(pieces().length - before, 'requests for a piece whose answers cannot be read').toBe(2);
  });

  it('a judgement that is none: asked once more, then failed, and the transcription is not asked again [fault 71]', async () => {
    judging = (request) =>
      JSON.stringify(request.json?.response_format ?? {}).includes('call_resolution')
        ? { body: '<html>hunter2</html>' }
        : undefined;
    const before = pieces().length;
    await expectFailed(await submit(), 'hunter2');
    expect(pieces().length - before, 'requests for speech, one for each turn').toBe(TURNS.length);
    await quiet();
  });

  it('characters that a database refuses are replaced, and the call is completed [fault 72]', async () => {
    transcribing = (request) => ({
      body: { text: `${turnOf(request).text} \0 and \ud800 half`, languages: [{ code: 'en' }] },
    });
    const analysis = await finalAnalysis(api, await submit());
    expect(analysis).toBeInStatus('completed');
    expect(analysis.transcript?.segments, 'segments').toHaveLength(TURNS.length);
    expect(analysis.transcript?.text).toContain('half');
    expect(analysis.transcript?.text).not.toContain('\0');
    expect(analysis.transcript?.text.isWellFormed(), 'the transcript is well-formed Unicode').toBe(true);
    await quiet();
  });

  it('a call that the provider resets, while it answers others, is asked for six times, then it has failed and nothing is reserved [fault 70]', async () => {
    const lengths: number[] = [];
    let resets = 0;
    transcribing = async (request) => {
      const bytes = request.file?.bytes.length ?? 0;
      lengths.push(bytes);
      if (bytes <= 5 * Math.min(...lengths)) return undefined;
      resets += 1;
      // As if it had answered for another call since the run began: however long this attempt had to wait, it counts.
      await service.db.query(
        "UPDATE engine_pause SET success_at = now(), success_by = gen_random_uuid() WHERE engine = 'transcription'",
      );
      return { fault: 'reset' };
    };
    const others = async () => expect(await finalAnalysis(api, await submit())).toBeInStatus('completed');
    await others();
    const id = await submit(ONE_TURN);
    await until(async () => {
      // The waits between attempts add up to a minute; the test ends each of them at once.
      await service.db.query('UPDATE analysis SET run_after = now() WHERE id = $1 AND run_after > now()', [id]);
      return (await api.get('/analysis/{id}', { path: { id } })).status === 'failed';
    }, 'the call to fail');
    expect(resets, 'requests for the call').toBe(6);
    await others();
    await quiet();
  });
});
