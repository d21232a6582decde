import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompatibleSpeechToTextOptions } from '../../../../src/adapters/openai/transcription/compatible.speech-to-text.js';
import type { SpeechPiece, TranscribeOptions } from '../../../../src/ports/speech-to-text.js';
import { describeSpeechToText } from '../../../ports/speech-to-text.contract.js';
import type { Transcription } from '../../../ports/speech-to-text-cut.contract.js';
import { makeRecording, type Recording } from '../../../support/audio/recording.js';
import { compatibleEngines } from '../../../support/stubs/compatible-engine.js';
import {
  ODD_TRANSCRIPTIONS,
  OPENAI_FAILURES,
  PROVIDER_SECRET,
  UNTIDY_TRANSCRIPTION,
} from '../../../support/stubs/openai-failures.js';
import { type OpenAiStub, type OpenAiStubOptions, refuse } from '../../../support/stubs/openai-stub.js';

const PATH = '/audio/diarization';
let recording: Recording;
const engineOf = compatibleEngines();

beforeAll(async () => {
  recording = await makeRecording(10_000);
});
afterAll(() => rm(recording.dir, { recursive: true }));

async function hear(body: unknown, piece: Partial<SpeechPiece> = {}, options: Partial<TranscribeOptions> = {}) {
  const { engine, stub } = await engineOf({ transcribe: () => ({ body }) });
  const transcript = await engine.transcribe(recording.piece(piece), recording.options(options));
  return { transcript, requests: stub.requests };
}

const PIECE = { channel: null, startMs: 2000, endMs: 9000, speech: [{ startMs: 2500, endMs: 8000 }] };

const stuck = async () => {
  const given = await hearWith({ transcribe: () => ({ fault: 'hang' }) });
  return { ...given, started: () => given.stub.received(1) };
};

async function hearWith(answers: OpenAiStubOptions): Promise<Transcription & { stub: OpenAiStub }> {
  const { engine, stub } = await engineOf(answers, { diarizationPath: PATH });
  return { engine, stub, piece: recording.piece(PIECE) };
}

describeSpeechToText('compatible', {
  working: {
    speech: () => hearWith({ transcribe: () => ({ body: UNTIDY_TRANSCRIPTION }) }),
    silence: () => hearWith({ transcribe: () => ({ body: { text: ' ', segments: [] } }) }),
    stuck,
    answering: async () => {
      const given = await hearWith({ transcribe: () => ({ body: UNTIDY_TRANSCRIPTION, fault: 'stall' }) });
      return { ...given, started: () => expect.poll(() => given.stub.bytesSent()).toBeGreaterThan(0) };
    },
    odd: ODD_TRANSCRIPTIONS.flatMap(({ answer, what, heard }) => [
      { what, heard, transcription: () => hearWith({ transcribe: () => answer }) },
      { what: `${what}, asked who speaks`, heard, transcription: () => hearWith({ diarize: () => answer }) },
    ]),
    longest: () => hearWith({ transcribe: () => ({ body: UNTIDY_TRANSCRIPTION }) }),
    knownVoice: { noCase: 'such servers recognise no speakers of earlier pieces' },
    spotting: { noCase: 'such servers search for no phrases' },
    preparation: {
      ready: () => hearWith({ transcribe: () => ({ body: UNTIDY_TRANSCRIPTION }) }),
      stuck,
      // Of the others, the recording may be the cause: it is cut as suits every server.
      failures: OPENAI_FAILURES.filter(({ retryable }) => retryable).map(({ answer, ...failure }) => ({
        ...failure,
        transcription: () => hearWith({ transcribe: () => answer }),
      })),
    },
    changed: { noCase: 'it cuts the piece itself' },
  },
  failures: OPENAI_FAILURES.flatMap(({ answer, what, retryable }) => [
    { what, retryable, transcription: () => hearWith({ transcribe: () => answer }) },
    { what: `${what}, asked who speaks`, retryable, transcription: () => hearWith({ diarize: () => answer }) },
  ]),
  secrets: [PROVIDER_SECRET, '127.0.0.1'],
  unusable: async () => {
    const { engine, stub } = await hearWith({});
    await stub.close();
    return engine;
  },
});

describe('servers of the same protocol', () => {
  it('are sent only what all of them know', async () => {
    const voices = [{ label: 'A', sample: { startMs: 0, endMs: 3000 } }];
    const { engine, stub } = await engineOf({});
    const transcript = await engine.transcribe(
      recording.piece({ channel: null }),
      recording.options({ voices, language: 'en' }),
    );
    expect(stub.requests, 'A server that knows little is asked several times for one piece').toHaveLength(1);
    expect(stub.requests[0]?.fields).toEqual({
      model: ['large-v3'],
      response_format: ['verbose_json'],
      language: ['en'],
    });
    expect(stub.requests[0]?.file).toMatchObject({ name: 'call.wav', mimeType: 'audio/wav' });
    expect(engine.engine).toEqual({
      name: 'compatible:large-v3',
      grade: 'production',
      accuracy: 'As good as large-v3 on the configured server; it is not known here.',
      hearing: { minScore: 0.65, minSnrDb: 15, needsWideBand: false },
    });
    expect(engine.capabilities.maxPieceMs, 'the longest piece').toBe(600_000);
    expect(transcript.segments[0]).toMatchObject({ text: 'Hello there.', startMs: 0, endMs: 2000, speaker: null });
  });

  it('faster-whisper: word probabilities become confidence', async () => {
    const { transcript } = await hear({
      language: 'en',
      duration: 10,
      text: 'Hi you',
      segments: [
        {
          start: 1,
          end: 2,
          text: ' Hi you',
          words: [
            { word: ' Hi', start: 1, end: 1.4, probability: 0.9 },
            { word: ' you', start: 1.5, end: 2, probability: 0.5 },
          ],
        },
      ],
    });
    expect(transcript.segments[0]?.confidence).toBeCloseTo(0.7);
    expect(transcript.segments[0]?.words?.[1]).toEqual({ text: 'you', startMs: 1500, endMs: 2000, confidence: 0.5 });
  });

  it('whisper.cpp and LocalAI: the speaker of a segment, or null for `?`', async () => {
    const segments = [
      { start: 0, end: 1, text: 'one', speaker: '0' },
      { start: 1, end: 2, text: 'two', speaker: 1 },
      { start: 2, end: 3, text: 'three', speaker: '?' },
    ];
    const { transcript } = await hear({ text: 'one two three', segments }, { channel: null });
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['0', '1', null]);
  });

  it.each([
    ['seconds', 1],
    ['milliseconds', 1e3],
    ['nanoseconds', 1e9],
  ])('times in %s', async (_unit, factor) => {
    const segments = [
      { start: 0.5 * factor, end: 2 * factor, text: 'one' },
      { start: 3 * factor, end: 9.5 * factor, text: 'two' },
    ];
    const { transcript } = await hear({ text: 'one two', segments });
    expect(transcript.segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [500, 2000],
      [3000, 9500],
    ]);
  });

  it.each([
    ['text alone', { text: 'Hello there.' }],
    ['empty segments beside text', { text: 'Hello there.', segments: [] }],
  ])('%s spans the speech', async (_name, body) => {
    const speech = [
      { startMs: 700, endMs: 1500 },
      { startMs: 2000, endMs: 6000 },
    ];
    const { transcript } = await hear(body, { speech });
    expect(transcript.segments).toEqual([
      { speaker: null, startMs: 700, endMs: 6000, text: 'Hello there.', confidence: null, words: null },
    ]);
  });

  describe.each<[string, number, string, number]>([
    ['for a reason that they do not tell', 400, 'unsupported', 3],
    ['for a field that they do not tell', 422, 'unexpected value', 3],
    ['by its name', 400, "Only 'json' response_format is supported for transcription", 1],
    ['by another name', 422, 'Currently do not support verbose_json for qwen', 1],
  ])('that refuse verbose_json %s', (_, status, message, sureAfter) => {
    it(`are asked for json for the rest of the call, and for an hour after ${sureAfter} calls`, async () => {
      let now = 0;
      const { engine, stub, warnings } = await engineOf(
        {
          transcribe: ({ fields }) =>
            fields.response_format?.[0] === 'verbose_json' ? refuse(status, message) : { body: { text: 'Hello.' } },
        },
        { now: () => now },
      );
      const formatsOfCall = async () => {
        const before = stub.requests.length;
        await engine.prepare(recording.piece(), recording.options());
        for (let piece = 0; piece < 4; piece += 1) {
          const transcript = await engine.transcribe(recording.piece(), recording.options());
          expect(transcript.segments[0]?.text).toBe('Hello.');
        }
        expect(engine.capabilities.timesSegments, 'times are expected').toBe(false);
        return stub.requests.slice(before).map(({ fields }) => fields.response_format?.[0]);
      };
      const [sample, pieces] = [['verbose_json', 'json'], Array.from({ length: 4 }, () => 'json')];
      for (let call = 1; call <= sureAfter; call += 1)
        expect(await formatsOfCall(), `formats of call ${call}`).toEqual([...sample, ...pieces]);
      expect(warnings, 'warnings').toHaveLength(1);
      now = 3_599_999;
      expect(await formatsOfCall(), 'formats once several calls were refused').toEqual(pieces);
      now = 7_199_999;
      expect(await formatsOfCall(), 'formats after an hour').toEqual([...sample, ...pieces]);
      expect(warnings, 'warnings about the same server').toHaveLength(1);
    });
  });

  it('that refused verbose_json once give times to the next call', async () => {
    const { engine, warnings } = await engineOf({
      transcribe: ({ fields, index }) =>
        fields.response_format?.[0] !== 'verbose_json'
          ? { body: { text: 'Hello.' } }
          : index === 1
            ? refuse(400, 'bad request')
            : undefined,
    });
    const seen: boolean[] = [];
    for (let call = 0; call < 3; call += 1) {
      await engine.prepare(recording.piece(), recording.options());
      await engine.transcribe(recording.piece(), recording.options());
      await engine.transcribe(recording.piece(), recording.options());
      await engine.transcribe(recording.piece(), recording.options());
      seen.push(engine.capabilities.timesSegments);
    }
    expect(seen, 'whether times are expected after each call').toEqual([false, true, true]);
    expect(warnings, 'warnings').toEqual([]);
  });

  it('that refuse one recording altogether are asked for verbose_json again', async () => {
    let refused = 0;
    const { engine, stub } = await engineOf({
      transcribe: () => (refused++ < 2 ? refuse(400, 'no such audio') : { body: { text: 'Hello.' } }),
    });
    await expect(engine.transcribe(recording.piece(), recording.options())).rejects.toThrow();
    await engine.transcribe(recording.piece(), recording.options());
    const formats = stub.requests.map(({ fields }) => fields.response_format);
    expect(formats).toEqual([['verbose_json'], ['json'], ['verbose_json']]);
  });

  it.each<[string, Partial<CompatibleSpeechToTextOptions>, readonly string[]]>([
    ['alone', {}, ['large-v3']],
    ['beside a diarization', { diarizationPath: PATH, diarizationModel: 'pyannote' }, ['large-v3', 'pyannote']],
    ['beside a diarization that has no models', { diarizationPath: PATH }, ['large-v3']],
    ['and one for no diarization', { diarizationModel: 'pyannote' }, ['large-v3']],
  ])('that do not list a model %s are told of at the start', async (_what, settings, missing) => {
    const { engine, warnings } = await engineOf({}, settings);
    await engine.check();
    expect(warnings).toEqual(
      missing.map((model) => `The transcription provider does not list the configured model ${model}.`),
    );
  });

  it('that answer 200 with nonsense fail after a second try', async () => {
    const { engine, stub } = await engineOf({ transcribe: () => ({ body: { status: 'ok' } }) });
    await expect(engine.transcribe(recording.piece(), recording.options())).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: false,
    });
    expect(stub.requests, 'requests to a server that answers with nonsense').toHaveLength(2);
  });
});
