import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FfmpegAudioDecoder } from '../../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { OpenAiClient } from '../../../../src/adapters/openai/openai-client.js';
import { OpenAiSpeechToText } from '../../../../src/adapters/openai/transcription/openai.speech-to-text.js';
import { Semaphore } from '../../../../src/platform/concurrency/semaphore.js';
import type { PieceTranscript, SpeechPiece, TranscribeOptions } from '../../../../src/ports/speech-to-text.js';
import { describeSpeechToText } from '../../../ports/speech-to-text.contract.js';
import { makeDecoder, makeRecording, type Recording } from '../../../support/audio/recording.js';
import {
  ODD_TRANSCRIPTIONS,
  OPENAI_FAILURES,
  PROVIDER_SECRET,
  UNTIDY_TRANSCRIPTION,
} from '../../../support/stubs/openai-failures.js';
import {
  type OpenAiStub,
  refuse,
  type StubAnswer,
  type StubRequest,
  startOpenAiStub,
} from '../../../support/stubs/openai-stub.js';

const DIARIZE = 'gpt-4o-transcribe-diarize';
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
  readonly answer?: (request: StubRequest) => StubAnswer | undefined;
  readonly model?: string;
  readonly diarizationModel?: string | null;
  /** Default: wav; `unset` leaves it to the engine. */
  readonly uploadFormat?: 'ogg' | 'wav' | 'unset';
}

async function engineOf(
  setting: Setting,
): Promise<{ engine: OpenAiSpeechToText; stub: OpenAiStub; warnings: string[] }> {
  const stub = await startOpenAiStub({ transcribe: (request) => setting.answer?.(request) });
  const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: PROVIDER_SECRET, gate: new Semaphore(4) });
  open.push(client, stub);
  const warnings: string[] = [];
  const engine = new OpenAiSpeechToText({
    client,
    decoder,
    transcriptionModel: setting.model ?? 'gpt-transcribe',
    diarizationModel: setting.diarizationModel === undefined ? DIARIZE : setting.diarizationModel,
    ...(setting.uploadFormat !== 'unset' && { uploadFormat: setting.uploadFormat ?? 'wav' }),
    warn: (sentence) => warnings.push(sentence),
  });
  return { engine, stub, warnings };
}

async function transcribe(
  setting: Setting,
  piece: Partial<SpeechPiece> = {},
  options: Partial<TranscribeOptions> = {},
): Promise<{ transcript: PieceTranscript; requests: readonly StubRequest[] }> {
  const { engine, stub } = await engineOf(setting);
  const transcript = await engine.transcribe(recording.piece(piece), recording.options(options));
  return { transcript, requests: stub.requests };
}

const PIECE = { startMs: 3000, endMs: 13_000, speech: [{ startMs: 3500, endMs: 12_000 }] };
const said = (speaker: string) => ({ start: 1, end: 2, text: 'Hello.', speaker });
const diarized = (...segments: object[]): StubAnswer => ({ body: { text: 'A: not to be trusted', segments } });
const KNOWN = ['A', 'B'].map((label) => ({ label, sample: { startMs: 0, endMs: 2500 } }));

for (const [what, setting, changes] of [
  ['a channel', { uploadFormat: 'ogg' }, PIECE],
  ['a channel with times', { model: 'whisper-1' }, PIECE],
  ['a mono recording', {}, { ...PIECE, channel: null }],
] as const) {
  const hear = async (answer?: StubAnswer) => {
    const { engine, stub } = await engineOf({ ...setting, answer: () => answer });
    return { engine, stub, piece: recording.piece(changes) };
  };
  describeSpeechToText(`openai, ${what}`, {
    working: {
      speech: () => hear({ body: UNTIDY_TRANSCRIPTION }),
      silence: () => hear({ body: { text: ' ', segments: [] } }),
      stuck: async () => {
        const given = await hear({ fault: 'hang' });
        return { ...given, started: () => given.stub.received(1) };
      },
      answering: async () => {
        const given = await hear({ body: UNTIDY_TRANSCRIPTION, fault: 'stall' });
        return { ...given, started: () => expect.poll(() => given.stub.bytesSent()).toBeGreaterThan(0) };
      },
      odd: ODD_TRANSCRIPTIONS.map(({ answer, ...each }) => ({ ...each, transcription: () => hear(answer) })),
      longest:
        'uploadFormat' in setting
          ? { noCase: 'on a busy machine, 22 minutes take one minute to encode' }
          : () => hear({ body: UNTIDY_TRANSCRIPTION }),
      knownVoice:
        'channel' in changes
          ? async () => ({ ...(await hear(diarized(said('speaker_1'), said('A')))), voices: KNOWN })
          : { noCase: 'one voice speaks on a channel' },
      spotting: { noCase: 'the provider searches for no phrases' },
      preparation: { noCase: 'only a model that was gone is asked for: optional-model.unit.test.ts' },
      changed: { noCase: 'only a diarization model can go: optional-model.unit.test.ts' },
    },
    failures: OPENAI_FAILURES.map(({ answer, ...failure }) => ({ ...failure, transcription: () => hear(answer) })),
    secrets: [PROVIDER_SECRET, '127.0.0.1'],
    unusable: async () => {
      const { engine, stub } = await hear();
      await stub.close();
      return engine;
    },
  });
}

describe('what is sent', () => {
  it('a channel: exactly the piece, in text-only format, and nothing else', async () => {
    const { requests } = await transcribe({}, { startMs: 5000, endMs: 7000, speech: [{ startMs: 5100, endMs: 6900 }] });
    expect(requests, 'requests for one piece').toHaveLength(1);
    expect(requests[0]?.fields).toEqual({ model: ['gpt-transcribe'], response_format: ['json'] });
    const file = requests[0]?.file;
    expect(file).toMatchObject({ field: 'file', name: 'call.wav', mimeType: 'audio/wav' });
    expect(file?.bytes.subarray(-64_000)).toHaveBytes(recording.pcm.subarray(160_000, 224_000));
    expect(file?.bytes.length).toBeLessThan(64_200);
  });

  it('Ogg/Opus by name, type and content where it is configured', async () => {
    const { requests } = await transcribe({ uploadFormat: 'ogg' });
    expect(requests[0]?.file).toMatchObject({ name: 'call.ogg', mimeType: 'audio/ogg' });
    expect(requests[0]?.file?.bytes.toString('latin1', 0, 4)).toBe('OggS');
    expect(requests[0]?.file?.bytes.toString('latin1')).toContain('OpusHead');
    expect(requests[0]?.file?.bytes.length).toBeLessThan(100_000);
  });

  it('whisper: times of segments and words', async () => {
    const { requests } = await transcribe({ model: 'whisper-1' }, {}, { language: 'de' });
    expect(requests[0]?.fields).toEqual({
      model: ['whisper-1'],
      response_format: ['verbose_json'],
      timestamp_granularities: ['segment', 'word'],
      language: ['de'],
    });
  });

  it.each<[string, readonly string[] | undefined]>([
    ['gpt-4o-transcribe', ['logprobs']],
    ['gpt-4o-mini-transcribe', ['logprobs']],
    ['gpt-4o-mini-transcribe-2025-12-15', ['logprobs']],
    ['gpt-transcribe', undefined],
    ['whisper-1', undefined],
    [DIARIZE, undefined],
  ])('%s: asks for the probabilities of tokens where the model gives them', async (model, include) => {
    const { requests } = await transcribe({ model });
    expect(requests[0]?.fields.include).toEqual(include);
  });

  it('mono: the diarization model with its chunking, and the known voices as wav data URLs of 2 to 10 s', async () => {
    const voices = [
      { label: 'A', sample: { startMs: 1000, endMs: 3000 } },
      { label: 'short', sample: { startMs: 4000, endMs: 5999 } },
      { label: 'B', sample: { startMs: 5000, endMs: 19_000 } },
    ];
    const { requests } = await transcribe({}, { channel: null }, { voices });
    const { known_speaker_references: references, ...fields } = requests[0]?.fields ?? {};
    expect(fields).toEqual({
      model: [DIARIZE],
      response_format: ['diarized_json'],
      chunking_strategy: ['auto'],
      known_speaker_names: ['speaker_1', 'speaker_2'],
    });
    const samples = (references ?? []).map((url) => {
      expect(url).toMatch(/^data:audio\/wav;base64,/);
      return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    });
    expect(samples, 'samples of voices: the short one is left out').toHaveLength(2);
    expect(samples[0]?.subarray(44)).toHaveBytes(recording.pcm.subarray(32_000, 96_000));
    expect(samples[1]?.subarray(44)).toHaveBytes(recording.pcm.subarray(160_000, 480_000));
    expect(samples[0]?.readUInt32LE(24), 'sample rate of a voice').toBe(16_000);
  });

  it('never more than four voices', async () => {
    const voices = ['a', 'b', 'c', 'd', 'e'].map((label) => ({ label, sample: { startMs: 0, endMs: 3000 } }));
    const { requests } = await transcribe({}, { channel: null }, { voices });
    expect(requests[0]?.fields.known_speaker_names, 'names of voices, of five that are known').toHaveLength(4);
    expect(requests[0]?.fields.known_speaker_references, 'samples of voices, of five that are known').toHaveLength(4);
  });

  it('mono without a diarization model: like a channel', async () => {
    const { requests, transcript } = await transcribe({ diarizationModel: null }, { channel: null });
    expect(requests[0]?.fields).toEqual({ model: ['gpt-transcribe'], response_format: ['json'] });
    expect(transcript.segments[0]?.speaker).toBeNull();
  });
});

describe('what the pipeline may expect of the engine', () => {
  it.each<[string, Setting, object]>([
    ['gpt-transcribe with diarization', {}, { diarizesMono: true, carriesSpeakers: true, timesSegments: false }],
    [
      'gpt-transcribe alone',
      { diarizationModel: null },
      { diarizesMono: false, carriesSpeakers: false, timesSegments: false },
    ],
    ['whisper-1', { model: 'whisper-1', diarizationModel: null }, { diarizesMono: false, timesSegments: true }],
    ['no format configured', { uploadFormat: 'unset' }, { maxPieceMs: 1_300_000 }],
    ['Opus', { uploadFormat: 'ogg' }, { maxPieceMs: 1_300_000 }],
    ['wav', { uploadFormat: 'wav' }, { maxPieceMs: 720_000 }],
  ])('%s', async (_name, setting, expected) => {
    const { engine, stub } = await engineOf(setting);
    expect(engine.capabilities).toMatchObject(expected);
    const { model = 'gpt-transcribe', diarizationModel } = setting;
    expect(engine.engine).toEqual({
      grade: 'production',
      name: `openai:${model}`,
      accuracy:
        diarizationModel === null
          ? `OpenAI's ${model}; speakers of mono recordings are told by what they say.`
          : `OpenAI's ${model}, and ${DIARIZE} for mono recordings.`,
      hearing: { minScore: 0.6, minSnrDb: 15, needsWideBand: false },
    });
    await engine.prepare(recording.piece({ channel: null }), recording.options());
    expect([engine.shortfall, stub.requests], 'what an engine lacks, and asks before a call').toEqual([null, []]);
  });
});

describe('what is heard', () => {
  it('text alone: one segment over the speech, the language from the answer', async () => {
    const { transcript } = await transcribe(
      {
        answer: () => ({
          body: { text: ' Guten Tag. ', languages: [{ code: 'de' }], usage: { type: 'duration', seconds: 3 } },
        }),
      },
      {
        startMs: 4000,
        endMs: 9000,
        speech: [
          { startMs: 4200, endMs: 6000 },
          { startMs: 6500, endMs: 8700 },
        ],
      },
    );
    expect(transcript).toEqual({
      segments: [{ speaker: null, startMs: 4200, endMs: 8700, text: 'Guten Tag.', confidence: null, words: null }],
      language: 'de',
      spotted: [],
      providerSeconds: 3,
    });
  });

  it.each(['', '  \n'])('nothing said: no segments (%j)', async (text) => {
    const { transcript } = await transcribe({ answer: () => ({ body: { text } }) });
    expect(transcript.segments).toEqual([]);
    expect(transcript.language).toBeNull();
  });

  it('NUL and lone surrogates are replaced, whole pairs kept [fault 72]', async () => {
    const answer = () => ({
      body: '{"text":"a\\u0000b\\ud800c\\udc00d \\ud83d\\ude00"}',
      headers: { 'content-type': 'application/json' },
    });
    const { transcript } = await transcribe({ answer });
    expect(transcript.segments[0]?.text).toBe('a\uFFFDb\uFFFDc\uFFFDd 😀');
  });

  it('verbose: absolute times, words by segment, language by name, silence and invention dropped', async () => {
    const body = {
      task: 'transcribe',
      language: 'english',
      duration: 10,
      text: 'all of it',
      segments: [
        { id: 1, start: 3, end: 4, text: ' How are you?', no_speech_prob: 0.9, avg_logprob: -0.2 },
        { id: 0, start: 0.5, end: 2, text: ' Hello there.', no_speech_prob: 0.1, avg_logprob: -0.1 },
        { id: 2, start: 5.5, end: 6, text: ' Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
        { id: 3, start: 8, end: 9, text: ' Subtitles by nobody', no_speech_prob: 0.1, avg_logprob: -0.1 },
        { id: 4, start: 4.2, end: 99, text: ' ' },
      ].sort((a, b) => a.start - b.start),
      words: [
        { word: 'Hello', start: 0.5, end: 1 },
        { word: 'there.', start: 1.2, end: 2 },
        { word: 'How', start: 3, end: 3.2 },
      ],
    };
    const { transcript } = await transcribe(
      { model: 'whisper-1', answer: () => ({ body }) },
      { startMs: 10_000, endMs: 20_000, speech: [{ startMs: 10_400, endMs: 15_900 }] },
    );
    expect(transcript.language).toBe('en');
    expect(transcript.providerSeconds, 'seconds that the provider bills').toBe(10);
    expect(transcript.segments.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
      [10_500, 12_000, 'Hello there.'],
      [13_000, 14_000, 'How are you?'],
    ]);
    expect(transcript.segments[0]?.words).toEqual([
      { text: 'Hello', startMs: 10_500, endMs: 11_000, confidence: null },
      { text: 'there.', startMs: 11_200, endMs: 12_000, confidence: null },
    ]);
    expect(transcript.segments.map(({ confidence }) => confidence)).toEqual([Math.exp(-0.1), Math.exp(-0.2)]);
    expect(transcript.segments[1]?.words?.map(({ text }) => text)).toEqual(['How']);
  });

  it('diarized: labels as given, times within the piece, ascending', async () => {
    const answer = () =>
      diarized(
        { id: 's1', type: 'transcript.text.segment', start: 2.5, end: 400, text: ' Hi. ', speaker: 'B' },
        { id: 's0', type: 'transcript.text.segment', start: -0.1, end: 2.4, text: 'Hello.', speaker: 'A' },
        { id: 's2', type: 'transcript.text.segment', start: 2.4, end: 2.5, text: '  ', speaker: 'A' },
      );
    const { transcript } = await transcribe({ answer }, { channel: null, startMs: 1000, endMs: 9000 });
    expect(transcript.segments.map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text])).toEqual([
      ['A@1000', 1000, 3400, 'Hello.'],
      ['B@1000', 3500, 9000, 'Hi.'],
    ]);
    expect(transcript.language).toBeNull();
  });

  it('a new voice is never taken for a known one, nor for one of another piece', async () => {
    const answer = () =>
      diarized(
        { start: 0, end: 1, text: 'known', speaker: 'speaker_1' },
        { start: 1, end: 2, text: 'new', speaker: 'A' },
        { start: 2, end: 3, text: 'other', speaker: 'C' },
        { start: 3, end: 4, text: 'new again', speaker: 'A' },
        { start: 4, end: 5, text: 'unknown', speaker: '?' },
      );
    const voices = [{ label: 'A@0', sample: { startMs: 0, endMs: 3000 } }];
    const { transcript } = await transcribe({ answer }, { channel: null, startMs: 10_000 }, { voices });
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['A@0', 'A@10000', 'C@10000', 'A@10000', null]);
  });

  it('a channel heard by a diarizing model carries no labels', async () => {
    const answer = () => diarized({ start: 0, end: 1, text: 'one', speaker: 'A' });
    const { transcript, requests } = await transcribe({ model: DIARIZE, answer });
    expect(requests[0]?.fields.chunking_strategy).toEqual(['auto']);
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual([null]);
  });
});

describe('answers that cannot be used', () => {
  const html = { body: '<html>Bad gateway: secret</html>' };
  const json = (body: string): StubAnswer => ({ body, headers: { 'content-type': 'application/json' } });
  it.each<[string, StubAnswer]>([
    ['HTML', html],
    ['truncated JSON', json('{"text":"hel')],
    ['empty', json('')],
    ['60 MB', { fault: 'huge' }],
    ['another shape', { body: { result: 'hello' } }],
    ['null text', { body: { text: null } }],
  ])('%s: asked once more, then final', async (_name, answer) => {
    const { engine, stub } = await engineOf({ answer: () => answer });
    await expect(engine.transcribe(recording.piece(), recording.options())).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: false,
      message: "The transcription provider's answer could not be used.",
    });
    expect(stub.requests, 'requests for an answer that cannot be read').toHaveLength(2);
  });

  it('a diarization without segments cannot be used', async () => {
    const { engine, stub } = await engineOf({ answer: () => ({ body: { text: 'Hello. Hi.' } }) });
    const heard = engine.transcribe(recording.piece({ channel: null }), recording.options());
    await expect(heard).rejects.toMatchObject({ name: 'ProviderError', retryable: false });
    expect(stub.requests, 'requests for a diarization without segments').toHaveLength(2);
  });

  it('the second answer counts, and the same audio was sent', async () => {
    const { transcript, requests } = await transcribe({ answer: ({ index }) => (index === 0 ? html : undefined) });
    expect(transcript.segments[0]?.text).toBe('Hello there.');
    expect(requests[1]?.file?.sha256).toBe(requests[0]?.file?.sha256);
  });

  it('a refused request is not repeated: the pipeline retries', async () => {
    const { engine, stub } = await engineOf({ answer: () => refuse(429, 'slow down') });
    await expect(engine.transcribe(recording.piece(), recording.options())).rejects.toMatchObject({
      message: 'The transcription provider is busy.',
      retryable: true,
    });
    expect(stub.requests, 'The engine repeats a refused request before the pipeline waits').toHaveLength(1);
  });
});

it.each([
  [DIARIZE, ['gpt-transcribe', DIARIZE]],
  [null, ['gpt-transcribe']],
])('warns at start-up of models that are not there: with %s for mono', async (diarizationModel, missing) => {
  const { engine, warnings } = await engineOf({ diarizationModel });
  await engine.check();
  expect(warnings).toEqual(
    missing.map((model) => `The transcription provider does not list the configured model ${model}.`),
  );
});
