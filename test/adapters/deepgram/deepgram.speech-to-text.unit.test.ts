import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DeepgramSpeechToText } from '../../../src/adapters/deepgram/deepgram.speech-to-text.js';
import type { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import type { UploadFormat } from '../../../src/adapters/vendor/audio-upload.js';
import { VendorClient } from '../../../src/adapters/vendor/vendor-client.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import type { SpeechPiece, TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import { describeSpeechToText } from '../../ports/speech-to-text.contract.js';
import { makeDecoder, makeRecording, type Recording } from '../../support/audio/recording.js';
import { deepgramAnswer, deepgramRefusalOf, refuseDeepgram } from '../../support/stubs/deepgram-contract.js';
import type { StubAnswer } from '../../support/stubs/openai-stub.js';
import { startVendorStub, type VendorStubRequest } from '../../support/stubs/vendor-stub.js';

const KEY = '0123456789abcdef-secret-of-deepgram';
const PIECE = { startMs: 3000, endMs: 13_000, speech: [{ startMs: 3000, endMs: 13_000 }] };
const MONO = { ...PIECE, channel: null };

let recording: Recording;
let decoder: FfmpegAudioDecoder;
beforeAll(async () => {
  recording = await makeRecording(20_000);
  decoder = await makeDecoder();
});
afterAll(() => rm(recording.dir, { recursive: true }));

const word = (spelling: string, start: number, changes: object = {}) => ({
  word: spelling.toLowerCase().replace(/\W/g, ''),
  punctuated_word: spelling,
  start,
  end: start + 0.4,
  confidence: (90 + start) / 100,
  ...changes,
});
const HELLO = deepgramAnswer([word('Hello', 1), word('there.', 1.5)]);

interface Given {
  readonly answer?: StubAnswer | ((request: VendorStubRequest) => StubAnswer);
  readonly model?: string;
  readonly format?: UploadFormat;
}

async function engineOf({ answer = HELLO, model = 'nova-3', format = 'wav' }: Given = {}) {
  const stub = await startVendorStub(deepgramRefusalOf, (request) =>
    typeof answer === 'function' ? answer(request) : request.method === 'GET' ? { body: { stt: [] } } : answer,
  );
  const calls: ProviderCall[] = [];
  const client = new VendorClient({
    baseUrl: stub.baseUrl,
    authorization: `Token ${KEY}`,
    gate: new Semaphore(4),
    onCall: (call) => calls.push(call),
  });
  onTestFinished(() => client.close());
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  const engine = new DeepgramSpeechToText({ client, decoder, model, uploadFormat: format, warn });
  return { engine, stub, warnings, calls };
}

async function hear(given: Given, piece: Partial<SpeechPiece> = PIECE, options: Partial<TranscribeOptions> = {}) {
  const made = await engineOf(given);
  const outcome = await made.engine.transcribe(recording.piece(piece), recording.options(options)).then(
    (transcript) => ({ transcript, error: null }),
    (error: unknown) => ({ transcript: null, error }),
  );
  return { ...made, ...outcome };
}

for (const [what, piece] of [
  ['a channel', PIECE],
  ['a mono recording', MONO],
] as const) {
  const made = async (answer: StubAnswer) => ({ ...(await engineOf({ answer })), piece: recording.piece(piece) });
  const odd = (of: string, heard: boolean, answer: StubAnswer) => ({
    what: of,
    heard,
    transcription: () => made(answer),
  });
  const failing = (of: string, retryable: boolean, answer: StubAnswer) => ({
    what: of,
    retryable,
    transcription: () => made(answer),
  });
  describeSpeechToText(`deepgram, ${what}`, {
    working: {
      speech: () => made(HELLO),
      silence: () => made(deepgramAnswer([])),
      stuck: async () => {
        const given = await made({ fault: 'hang' });
        return { ...given, started: () => given.stub.received(1) };
      },
      answering: async () => {
        const given = await made({ ...HELLO, fault: 'stall' });
        return { ...given, started: () => expect.poll(() => given.stub.bytesSent()).toBeGreaterThan(0) };
      },
      odd: [
        odd('JSON that is cut off', false, { ...HELLO, fault: 'truncate' }),
        odd('a body of 60 MB', false, { fault: 'huge' }),
        odd('null', false, { body: null }),
        odd('no channel', false, { body: { results: { channels: [] } } }),
        odd('no list of words beside a text', false, deepgramAnswer([], { transcript: 'Hello', words: null })),
        odd('words without times', false, deepgramAnswer([{ word: 'Hello' }])),
        odd('times as text', false, deepgramAnswer([{ word: 'Hello', start: '1', end: '2' }])),
        odd('words of another type', true, deepgramAnswer([word('Hello', 1)], { words: [7, null, word('Hello', 1)] })),
        odd('nothing but the words', true, {
          body: { results: { channels: [{ alternatives: [{ transcript: 'Hello', words: [word('Hello', 1)] }] }] } },
        }),
        odd('words outside of the piece', true, deepgramAnswer([word('Hello', 1), word('late', 900)])),
        odd('an end before the start', true, deepgramAnswer([word('Hello', 2, { end: 1 }), word('you', 3)])),
        odd('confidences that are none', true, deepgramAnswer([word('Hello', 1, { confidence: 7 }), word('you', 2)])),
        odd('NUL and half a surrogate pair', true, deepgramAnswer([word('Hi\0\ud800', 1)])),
        odd('more words than can be said', false, deepgramAnswer(Array.from({ length: 4000 }, () => word('a', 1)))),
        odd('a text of 5 MB', false, deepgramAnswer([word('a', 1)], { transcript: 'a'.repeat(5_000_000) })),
      ],
      longest: { noCase: 'four hours take a minute to encode' },
      knownVoice: { noCase: 'it recognises no voices of earlier pieces' },
      spotting: { noCase: 'it searches for no phrases' },
      preparation: { noCase: 'it knows its capabilities from the start' },
      changed: { noCase: 'its capabilities never change' },
    },
    failures: [
      failing('the key is refused', true, refuseDeepgram(401, 'INVALID_AUTH', KEY)),
      failing('no credit is left', true, refuseDeepgram(402, 'ASR_PAYMENT_REQUIRED', KEY)),
      failing('too many requests', true, refuseDeepgram(429, 'TOO_MANY_REQUESTS', KEY)),
      failing('the upload broke off', true, refuseDeepgram(422, 'ASR_UNPROCESSABLE_ENTITY', KEY)),
      failing('the provider fails', true, { status: 502, body: `<html>${KEY}</html>` }),
      failing('the connection breaks', true, { fault: 'reset' }),
      failing('the request is refused', false, refuseDeepgram(400, 'Bad Request', KEY)),
      failing('the answer is a page', false, { body: `<html>${KEY}</html>` }),
    ],
    secrets: [KEY, '127.0.0.1'],
    unusable: async () => {
      const { engine, stub } = await made(HELLO);
      await stub.close();
      return engine;
    },
  });
}

describe('what is sent', () => {
  it.each([
    ['a channel', PIECE, null, { model: 'nova-3', punctuate: 'true', detect_language: 'true' }],
    ['a channel in a language', PIECE, 'de', { model: 'nova-3', punctuate: 'true', language: 'de' }],
    [
      'a mono recording, which the newest diarizer labels',
      MONO,
      null,
      { model: 'nova-3', punctuate: 'true', detect_language: 'true', diarize_model: 'latest' },
    ],
  ] as const)('%s: exactly the piece, and nothing that costs extra', async (_, piece, language, query) => {
    const { stub } = await hear({}, piece, { language });
    expect(stub.refused, 'requests that Deepgram would refuse').toEqual([]);
    const [request] = stub.requests;
    expect(Object.fromEntries(request?.query ?? [])).toEqual(query);
    expect(request?.body.subarray(44)).toHaveBytes(recording.pcm.subarray(96_000, 416_000));
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
  });

  it('lossless audio where nothing else is configured', async () => {
    const { stub, error } = await hear({ format: 'flac' });
    expect(error).toBeNull();
    expect(stub.requests[0]?.headers['content-type']).toBe('audio/flac');
    expect(stub.requests[0]?.body.toString('latin1', 0, 4)).toBe('fLaC');
  });
});

describe('what is heard', () => {
  it('one segment for each pause, with the times of the recording, spellings and confidences', async () => {
    const words = [word('Hello,', 0.5), word('it', 1), word('is', 1.4), word('twenty', 5), word('five.', 5.4)];
    const { transcript, calls } = await hear({ answer: deepgramAnswer(words) });
    expect(transcript?.segments.map(({ text, startMs, endMs, speaker }) => [text, startMs, endMs, speaker])).toEqual([
      ['Hello, it is', 3500, 4800, null],
      ['twenty five.', 8000, 8800, null],
    ]);
    expect(transcript?.segments[1]?.words?.[0]).toEqual({
      text: 'twenty',
      startMs: 8000,
      endMs: 8400,
      confidence: 0.95,
    });
    expect(transcript?.segments[1]?.confidence).toBeCloseTo(0.952);
    expect(transcript).toMatchObject({ language: 'en', providerSeconds: 20 });
    expect(calls).toMatchObject([{ task: 'transcription', outcome: 'done', audioSeconds: 20 }]);
  });

  it('one segment for each speaker of a mono recording, without a pause between them', async () => {
    const said = [
      word('Hello.', 1, { speaker: 0 }),
      word('Hi', 1.4, { speaker: 1 }),
      word('there.', 1.8, { speaker: null }),
      word('Yes?', 2.2, { speaker: 0 }),
    ];
    const { transcript } = await hear({ answer: deepgramAnswer(said) }, MONO);
    expect(transcript?.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['0', 'Hello.'],
      ['1', 'Hi there.'],
      ['0', 'Yes?'],
    ]);
  });

  it('no speaker on a channel, whatever labels the answer has', async () => {
    const { transcript } = await hear({
      answer: deepgramAnswer([word('Hello', 1, { speaker: 0 }), word('you', 1.4, { speaker: 1 })]),
    });
    expect(transcript?.segments.map(({ speaker }) => speaker)).toEqual([null]);
  });
});

it.each([
  ['a language that the model has not', 'sw', { code: 'language_unsupported', retryable: false, trouble: null }],
  ['the same words where no language was given', null, { code: 'provider_refused', retryable: false }],
])('refuses for good: %s', async (_, language, expected) => {
  const answer = refuseDeepgram(400, 'Bad Request', 'No such model/language/tier combination found.');
  const { error } = await hear({ answer }, PIECE, { language });
  expect(error).toMatchObject(expected);
});

it('asks once, whatever is answered', async () => {
  const { stub } = await hear({ answer: { body: { results: null } } });
  expect(stub.requests, 'an answer that cannot be used is paid for twice').toHaveLength(1);
});

it.each([
  ['names a model that Deepgram does not list', 'nova-9', ['Deepgram does not list the configured model nova-9.']],
  ['finds a model by its family', 'nova-3', []],
])('the check %s', async (_, model, warned) => {
  const listed = { stt: [{ name: 'general', canonical_name: 'nova-3-general', architecture: 'nova-3', batch: true }] };
  const { engine, stub, warnings } = await engineOf({ model, answer: () => ({ body: listed }) });
  await engine.check();
  expect(warnings).toEqual(warned);
  expect(stub.refused).toEqual([]);
});
