// The limits on sound, on the sample calls and on worse copies of them: the calls as a perfect engine hears them, which gives no
// probabilities. [whole]
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { OpenAiClient } from '../../../src/adapters/openai/openai-client.js';
import { OpenAiSpeechToText } from '../../../src/adapters/openai/transcription/openai.speech-to-text.js';
import { PocketsphinxSpeechToText } from '../../../src/adapters/pocketsphinx/pocketsphinx.speech-to-text.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { HearingLimits } from '../../../src/ports/speech-to-text.js';
import type { HearingReason, Segment } from '../../../src/ports/transcript.js';
import { VoiceActivityDetector } from '../../../src/speech/listening/voice-activity.js';
import { hearParties } from '../../../src/speech/pieces/hearing.js';
import { ffmpegForTests, mix, noise, type Samples } from '../../support/audio/audio-fixtures.js';
import { repository, sampleReference } from '../../support/audio/sample-calls.js';

const run = promisify(execFile);
let ffmpeg: string;
let folder: string;
let decoder: FfmpegAudioDecoder;

beforeAll(async () => {
  ffmpeg = await ffmpegForTests();
  folder = await mkdtemp(join(tmpdir(), 'hearing-'));
  decoder = new FfmpegAudioDecoder({ program: ffmpeg });
});
afterAll(() => rm(folder, { recursive: true }));

const demo = new PocketsphinxSpeechToText({ program: { program: '', env: {}, hmm: '', lm: '', dict: '' } }).engine
  .hearing;
/** Of the models at OpenAI, which stand for all neural ones here. */
function neural() {
  const client = new OpenAiClient({ baseUrl: 'http://127.0.0.1/v1', apiKey: '', gate: new Semaphore(1) });
  const models = { transcriptionModel: 'gpt-transcribe', diarizationModel: null };
  return new OpenAiSpeechToText({ client, decoder, ...models, warn: () => undefined }).engine.hearing;
}

type Spoil = (lane: Samples) => Samples;
const asIs: Spoil = (lane) => lane;
/** White noise so far below the speech of the sample calls, whose level is that of 1930. */
const noisy =
  (decibel: number): Spoil =>
  (lane) =>
    mix(lane, noise(lane.length / 16, 1930 * 10 ** (-decibel / 20)));
const driven =
  (decibel: number): Spoil =>
  (lane) => {
    const peak = lane.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
    const gain = (10 ** (decibel / 20) * 32_767) / peak;
    return lane.map((sample) => Math.max(-32_767, Math.min(32_767, gain * sample)));
  };

async function lanesOf(path: string): Promise<readonly [Samples, Samples]> {
  const { signal } = new AbortController();
  const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 600_000, signal });
  const bytes = await buffer(audio.pcm);
  const lane = (channel: number) =>
    new Int16Array(bytes.length / 4).map((_, at) => bytes.readInt16LE(4 * at + 2 * channel));
  return [lane(0), lane(1)];
}

interface Copy {
  readonly spoil?: Spoil;
  /** Arguments of ffmpeg for a copy of the file. */
  readonly encode?: readonly string[];
  readonly mono?: boolean;
}

/** The reasons against agent and customer, for a neural engine and for that of the demo. */
async function reasonsOf(recording: string, call: string, { spoil = asIs, encode = [], mono = false }: Copy) {
  let path = join(repository, 'samples', recording);
  if (encode.length > 0) {
    const encoded = join(folder, 'encoded.wav');
    await run(ffmpeg, ['-nostdin', '-loglevel', 'error', '-y', '-i', path, ...encode, encoded]);
    path = encoded;
  }
  const { turns } = await sampleReference(call);
  const segments = turns.map(
    ({ speaker, channel, startMs, endMs, text }, id): Segment => ({
      ...{ id, speaker, channel: mono ? null : channel, startMs, endMs, text },
      confidence: null,
      words: null,
    }),
  );
  const [left, right] = await lanesOf(path);
  const lanes = mono ? [mix(left, right)] : [left, right];
  const tracks = lanes.map((lane, channel) => {
    const detector = new VoiceActivityDetector();
    detector.push(spoil(lane));
    return { channel: mono ? null : channel, ...detector.finish() };
  });
  const diarization = { method: mono ? 'model' : 'channel', roleConfidence: 1 } as const;
  const reasons = (limits: HearingLimits) => {
    const { agent, customer } = hearParties({ segments, diarization }, tracks, limits);
    return [agent.reasons, customer.reasons];
  };
  return { neural: reasons(neural()), demo: reasons(demo) };
}

const TELEPHONE = ['-ar', '8000', '-c:a', 'pcm_mulaw'];

describe.each([
  ['good-call.ogg', 'good-call'],
  ['bad-call.ogg', 'bad-call'],
])('%s', (recording, call) => {
  it.each<[string, Copy, HearingReason[], HearingReason[]]>([
    ['as it is', {}, [], []],
    ['through a telephone', { encode: TELEPHONE }, [], ['narrow_band']],
    ['in noise 40 dB below', { spoil: noisy(40) }, [], []],
    ['in noise 20 dB below', { spoil: noisy(20) }, [], ['noisy']],
    ['in noise 10 dB below', { spoil: noisy(10) }, ['noisy'], ['noisy']],
    ['driven 20 dB over full scale', { spoil: driven(20) }, ['clipped'], ['clipped']],
    ['mixed into one channel', { mono: true }, [], []],
    ['mixed into one channel, in noise 25 dB below', { mono: true, spoil: noisy(25) }, [], ['noisy']],
  ])('%s: for a neural engine, and for the one of the demo', async (_, copy, neurally, demonstrated) => {
    expect(await reasonsOf(recording, call, copy)).toEqual({
      neural: [neurally, neurally],
      demo: [demonstrated, demonstrated],
    });
  });
});

it('good-call-phone.ogg, telephone with noise 25 dB below: good enough for a neural engine alone', async () => {
  expect(await reasonsOf('good-call-phone.ogg', 'good-call', {})).toEqual({
    neural: [[], []],
    demo: [
      ['noisy', 'narrow_band'],
      ['noisy', 'narrow_band'],
    ],
  });
});
