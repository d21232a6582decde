import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { OpenAiClient } from '../../../src/adapters/openai/openai-client.js';
import { OpenAiSpeechToText } from '../../../src/adapters/openai/transcription/openai.speech-to-text.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { CapabilitiesChanged } from '../../../src/ports/speech-to-text.js';
import { describeChange, describePreparation } from '../../ports/speech-to-text-cut.contract.js';
import { makeDecoder, makeRecording, type Recording } from '../../support/audio/recording.js';
import { refuse, type StubAnswer, type StubRequest, startOpenAiStub } from '../../support/stubs/openai-stub.js';

const DIARIZE = 'gpt-4o-transcribe-diarize';
const PIECE = { startMs: 3000, endMs: 13_000, speech: [{ startMs: 3500, endMs: 12_000 }] };
let recording: Recording;
let decoder: FfmpegAudioDecoder;
const open: Array<{ close(): Promise<void> }> = [];

beforeAll(async () => {
  recording = await makeRecording(20_000);
  decoder = await makeDecoder();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});
afterAll(() => rm(recording.dir, { recursive: true }));

interface Setting {
  readonly answer: (request: StubRequest) => StubAnswer | undefined;
  readonly models?: () => StubAnswer;
  readonly model?: string;
  readonly now?: () => number;
}

async function engineOf({ answer, models = () => ({}), model = 'gpt-transcribe', now = Date.now }: Setting) {
  const stub = await startOpenAiStub({ transcribe: answer, models });
  const tasks = new Set<string>();
  const client = new OpenAiClient({
    baseUrl: stub.baseUrl,
    apiKey: 'sk-stub',
    gate: new Semaphore(4),
    onCall: ({ task }) => tasks.add(task),
  });
  open.push(client, stub);
  const engine = new OpenAiSpeechToText({
    client,
    decoder,
    transcriptionModel: model,
    diarizationModel: DIARIZE,
    uploadFormat: 'wav',
    warn: () => undefined,
    now,
  });
  return { engine, stub, tasks };
}

describe('a diarization model that the provider has withdrawn', () => {
  const gone = refuse(404, `The model \`${DIARIZE}\` has been deprecated`, 'model_not_found');
  const goneUnless = (model: string) => (request: StubRequest) =>
    request.fields.model?.[0] === model ? undefined : gone;
  const mono = () => recording.piece({ ...PIECE, channel: null });

  /** An hour ago. */
  async function withdrawn(models: StubAnswer) {
    let now = 0;
    const setting = { answer: goneUnless('gpt-transcribe'), models: () => models, now: () => now };
    const { engine, stub } = await engineOf(setting);
    await expect(engine.transcribe(mono(), recording.options({}))).rejects.toBeInstanceOf(CapabilitiesChanged);
    now = 3_600_000;
    return { engine, piece: mono(), started: () => stub.received(4) };
  }

  describeChange(async () => {
    const { engine } = await engineOf({ answer: goneUnless('gpt-transcribe') });
    return { engine, piece: mono() };
  });

  describePreparation({
    ready: () => withdrawn({}),
    stuck: () => withdrawn({ fault: 'hang' }),
    failures: { noCase: 'a list of models that cannot be had changes nothing' },
  });

  it.each([
    ['404 that names the model', gone],
    ['404', refuse(404, 'Not Found')],
    ['403 for a model of another project', refuse(403, 'no access', 'model_not_found')],
    ['410', refuse(410, 'Gone')],
  ])('%s: mono is heard as a channel is, and operators are told', async (_, answer) => {
    const { engine, stub } = await engineOf({
      answer: ({ fields }) => (fields.model?.[0] === DIARIZE ? answer : undefined),
    });
    expect(engine.shortfall).toBeNull();
    await expect(engine.transcribe(mono(), recording.options({}))).rejects.toBeInstanceOf(CapabilitiesChanged);
    expect(engine.capabilities).toMatchObject({ diarizesMono: false, carriesSpeakers: false, timesSegments: false });
    expect(engine.shortfall).toContain(`${DIARIZE} (OPENAI_DIARIZATION_MODEL)`);
    await engine.transcribe(mono(), recording.options({}));
    expect(stub.requests.map(({ fields }) => fields.model?.[0])).toEqual([DIARIZE, DIARIZE, DIARIZE, 'gpt-transcribe']);
  });

  it('is not given up for one or two refusals: the piece is heard with its speakers', async () => {
    for (const refusals of [1, 2]) {
      const { engine, stub } = await engineOf({ answer: ({ index }) => (index < refusals ? gone : undefined) });
      await engine.transcribe(mono(), recording.options({}));
      expect(engine.capabilities.diarizesMono, `the model counts as withdrawn after ${refusals} refusals`).toBe(true);
      expect(engine.shortfall).toBeNull();
      expect(
        stub.requests.map(({ fields }) => fields.model?.[0]),
        'the models that were asked',
      ).toEqual(Array.from({ length: refusals + 1 }, () => DIARIZE));
    }
  });

  it('is looked for once an hour, and used again where it is listed', async () => {
    let now = 0;
    let listed: object[] = [];
    const { engine, stub, tasks } = await engineOf({
      answer: goneUnless('gpt-transcribe'),
      models: () => ({ body: { object: 'list', data: listed } }),
      now: () => now,
    });
    await expect(engine.transcribe(mono(), recording.options({}))).rejects.toBeInstanceOf(CapabilitiesChanged);
    const looks = async (atMs: number) => {
      now = atMs;
      await Promise.all([1, 2].map(() => engine.prepare(mono(), recording.options({}))));
      return stub.requests.filter(({ path }) => path === '/models').length;
    };
    expect(await looks(3_599_000), 'looks for the model in the first hour').toBe(0);
    now = 3_600_000;
    await engine.prepare(recording.piece({ ...PIECE, channel: 0 }), recording.options({}));
    expect(await looks(3_599_000), 'looks for the model for a channel').toBe(0);
    expect(await looks(3_600_000), 'looks for the model after an hour').toBe(1);
    expect(engine.capabilities.diarizesMono, 'the engine claims to tell speakers apart').toBe(false);
    listed = [{ id: DIARIZE }];
    expect(await looks(7_199_000), 'looks for the model in the second hour').toBe(1);
    expect(await looks(7_200_000), 'looks for the model after two hours').toBe(2);
    expect(engine.capabilities.diarizesMono, 'the engine says that it tells speakers apart').toBe(true);
    expect(engine.shortfall).toBeNull();
    expect(await looks(99_000_000), 'A model that is in use again is still looked for').toBe(2);
    expect([...tasks], 'what the requests count for').toEqual(['transcription']);
  });

  it('stays gone while the list of models cannot be had', async () => {
    const { engine } = await withdrawn(refuse(500, 'down'));
    await engine.prepare(mono(), recording.options({}));
    expect(engine.capabilities.diarizesMono, 'the engine claims to tell speakers apart').toBe(false);
  });

  it('changes nothing for a channel, and a transcription model that is gone pauses the engine', async () => {
    const { engine } = await engineOf({ answer: () => gone });
    const channel = recording.piece({ ...PIECE, channel: 0 });
    await expect(engine.transcribe(channel, recording.options({}))).rejects.toMatchObject({ pausesEngine: true });
    expect(engine.shortfall).toBeNull();
    const cutOff: StubAnswer = { body: '{"segments":[', headers: { 'content-type': 'application/json' } };
    for (const answer of [refuse(500, 'down'), cutOff]) {
      const failing = await engineOf({ answer: () => answer });
      const heard = failing.engine.transcribe(mono(), recording.options({}));
      await expect(heard).rejects.toMatchObject({ code: 'provider_failed', pausesEngine: false });
      expect(failing.engine.shortfall, 'a model that failed counts as withdrawn').toBeNull();
    }
    const same = await engineOf({ answer: () => gone, model: DIARIZE });
    await expect(same.engine.transcribe(mono(), recording.options({}))).rejects.toMatchObject({ pausesEngine: true });
  });
});
