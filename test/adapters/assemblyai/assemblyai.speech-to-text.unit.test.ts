import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AssemblyAiSpeechToText } from '../../../src/adapters/assemblyai/assemblyai.speech-to-text.js';
import type { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { VendorClient } from '../../../src/adapters/vendor/vendor-client.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import type { SpeechPiece, TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import { describeSpeechToText } from '../../ports/speech-to-text.contract.js';
import { makeDecoder, makeRecording, type Recording } from '../../support/audio/recording.js';
import { VendorJobsInMemory } from '../../support/builders/vendor-jobs-in-memory.js';
import {
  type AssemblyAiJob,
  type AssemblyAiOptions,
  assemblyAiTranscript,
  refuseAssemblyAi,
  startAssemblyAi,
} from '../../support/stubs/assemblyai-contract.js';
import type { StubAnswer } from '../../support/stubs/openai-stub.js';
import type { VendorStubRequest } from '../../support/stubs/vendor-stub.js';

const KEY = '0123456789abcdef0123456789abcdef';
const PIECE = { startMs: 3000, endMs: 13_000, speech: [{ startMs: 3000, endMs: 13_000 }] };
const MONO = { ...PIECE, channel: null };

let recording: Recording;
let decoder: FfmpegAudioDecoder;
beforeAll(async () => {
  recording = await makeRecording(20_000);
  decoder = await makeDecoder();
});
afterAll(() => rm(recording.dir, { recursive: true }));

const word = (text: string, start: number, changes: object = {}) => ({
  text,
  start,
  end: start + 400,
  confidence: (9000 + start / 10) / 10_000,
  speaker: null,
  ...changes,
});
const HELLO = assemblyAiTranscript([word('Hello', 1000), word('there.', 1500)]);

async function engineOf({ transcript = HELLO, ...options }: AssemblyAiOptions = {}, jobs = new VendorJobsInMemory()) {
  const stub = await startAssemblyAi({ transcript, ...options });
  const calls: ProviderCall[] = [];
  const client = new VendorClient({
    baseUrl: stub.baseUrl,
    authorization: KEY,
    gate: new Semaphore(4),
    onCall: (call) => calls.push(call),
  });
  onTestFinished(() => client.close());
  const engine = new AssemblyAiSpeechToText({
    client,
    decoder,
    model: 'universal-3-pro',
    jobs: () => jobs,
    uploadFormat: 'wav',
    pollMs: 1,
  });
  return { engine, stub, calls, jobs };
}

type Made = Awaited<ReturnType<typeof engineOf>>;

async function hear(
  { engine }: Pick<Made, 'engine'>,
  piece: Partial<SpeechPiece> = PIECE,
  options: Partial<TranscribeOptions> = {},
) {
  return engine.transcribe(recording.piece(piece), recording.options(options));
}

const fail = (made: Made, options: Partial<TranscribeOptions> = {}) =>
  hear(made, PIECE, options).then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error,
  );

const isRead = ({ method, path }: VendorStubRequest) => method === 'GET' && path !== '/v2/transcript';
const isRequest = ({ method, path }: VendorStubRequest) => method === 'POST' && path === '/v2/transcript';
const insteadOf = (is: (request: VendorStubRequest) => boolean, answer: StubAnswer) => ({
  instead: (request: VendorStubRequest) => (is(request) ? answer : undefined),
});

for (const [what, piece] of [
  ['a channel', PIECE],
  ['a mono recording', MONO],
] as const) {
  const made = async (options: AssemblyAiOptions = {}) => ({
    ...(await engineOf(options)),
    piece: recording.piece(piece),
  });
  const odd = (of: string, heard: boolean, transcript: object) => ({
    what: of,
    heard,
    transcription: () => made({ transcript }),
  });
  const failing = (of: string, retryable: boolean, options: AssemblyAiOptions) => ({
    what: of,
    retryable,
    transcription: () => made(options),
  });
  const words = (...given: object[]) => assemblyAiTranscript([word('Hello', 1000), ...given]);
  describeSpeechToText(`assemblyai, ${what}`, {
    working: {
      speech: () => made(),
      silence: () => made({ transcript: assemblyAiTranscript([]) }),
      stuck: async () => {
        const given = await made(insteadOf(isRead, { fault: 'hang' }));
        return { ...given, started: () => given.stub.received(3) };
      },
      answering: async () => {
        const given = await made(insteadOf(isRead, { body: HELLO, fault: 'stall' }));
        return { ...given, started: () => given.stub.received(3) };
      },
      odd: [
        odd('a status that is none', false, { status: 'done' }),
        odd('no list of words beside a text', false, assemblyAiTranscript([], { text: 'Hello', words: null })),
        odd('words without times', false, assemblyAiTranscript([{ text: 'Hello' }])),
        odd('words of another type', true, words({ text: 7 })),
        odd('words outside of the piece', true, words(word('late', 900_000))),
        odd('confidences that are none', true, words(word('you', 2000, { confidence: -1 }))),
        odd('NUL and half a surrogate pair', true, words(word('Hi\0\ud800', 2000))),
        odd('more words than can be said', false, words(...Array.from({ length: 4000 }, () => word('a', 1000)))),
      ],
      longest: { noCase: 'ten hours take minutes to encode' },
      knownVoice: { noCase: 'it recognises no voices of earlier pieces' },
      spotting: { noCase: 'it searches for no phrases' },
      preparation: { noCase: 'it knows its capabilities from the start' },
      changed: { noCase: 'its capabilities never change' },
    },
    failures: [
      failing('the key is refused', true, insteadOf(isRequest, refuseAssemblyAi(401, KEY))),
      failing('no money is left', true, insteadOf(isRequest, refuseAssemblyAi(400, `Your account balance: ${KEY}`))),
      failing('too many requests', true, insteadOf(isRequest, refuseAssemblyAi(429, KEY))),
      failing('the provider fails', true, insteadOf(isRequest, { status: 502, body: `<html>${KEY}</html>` })),
      failing('the connection breaks', true, insteadOf(isRead, { fault: 'reset' })),
      failing('the request is refused', false, insteadOf(isRequest, refuseAssemblyAi(400, KEY))),
      failing('the job fails', true, { error: `Server error ${KEY}` }),
    ],
    secrets: [KEY, '127.0.0.1', 'cdn.assemblyai.com'],
    unusable: async () => {
      const { engine, stub } = await made();
      await stub.close();
      return engine;
    },
  });
}

describe('what is sent', () => {
  it.each([
    ['a channel', PIECE, null, { language_detection: true }],
    ['a channel in a language', PIECE, 'de', { language_code: 'de' }],
    ['a mono recording', MONO, null, { language_detection: true, speaker_labels: true }],
  ] as const)('%s: the piece, and a request for nothing that costs extra', async (_, piece, language, asked) => {
    const made = await engineOf();
    await hear(made, piece, { language });
    const [upload, request] = made.stub.requests;
    expect(upload?.body.subarray(44)).toHaveBytes(recording.pcm.subarray(96_000, 416_000));
    expect(JSON.parse(String(request?.body))).toEqual({
      audio_url: made.stub.uploads[0],
      speech_models: ['universal-3-pro'],
      ...asked,
    });
    expect(made.stub.refused, 'requests that AssemblyAI would refuse').toEqual([]);
  });

  it('reads a job until it has ended, and counts its seconds once', async () => {
    const made = await engineOf({ reads: 3 });
    await hear(made);
    expect(made.stub.requests.filter(isRead), 'reads of the job').toHaveLength(3);
    expect(made.calls.map(({ task, audioSeconds }) => [task, audioSeconds])).toEqual([
      ['transcription_step', 0],
      ['transcription', 0],
      ['transcription_step', 0],
      ['transcription_step', 0],
      ['transcription', 20],
    ]);
  });
});

it('hears speakers and times in milliseconds', async () => {
  const said = [word('Hello.', 1000, { speaker: 'A' }), word('Hi', 1400, { speaker: 'B' }), word('there.', 1800)];
  const { segments, language, providerSeconds } = await hear(
    await engineOf({ transcript: assemblyAiTranscript(said) }),
    MONO,
  );
  expect(segments.map(({ speaker, text, startMs, endMs }) => [speaker, text, startMs, endMs])).toEqual([
    ['A', 'Hello.', 4000, 4400],
    ['B', 'Hi there.', 4400, 5200],
  ]);
  expect([language, providerSeconds]).toEqual(['en', 20]);
});

describe('a job that fails', () => {
  it.each(['language_detection cannot be performed on files with no spoken audio.', 'Audio duration is too short.'])(
    'for want of speech was silent: %s',
    async (error) => {
      expect((await hear(await engineOf({ error }))).segments).toEqual([]);
    },
  );

  it('for another reason is requested again by the next run, with audio of its own', async () => {
    const made = await engineOf({ error: 'Server error, developers have been alerted.' });
    expect(await fail(made)).toMatchObject({ retryable: true, trouble: { reason: 'failing', certain: false } });
    await fail(made);
    expect(new Set(made.stub.jobs.map(({ audio_url }) => audio_url)).size, 'uploads').toBe(2);
  });

  it('for its language is refused for good', async () => {
    const error = 'The following models are not available in this language: universal-3-pro';
    expect(await fail(await engineOf({ error }), { language: 'no' })).toMatchObject({
      retryable: false,
      code: 'language_unsupported',
    });
  });
});

it('has another job where the words of one cannot be used, and the call is started again', async () => {
  const made = await engineOf({ transcript: { text: 'Hello', words: 7 } });
  expect(await fail(made)).toMatchObject({ retryable: false, code: 'provider_failed' });
  expect(await made.jobs.findLeft('assemblyai:universal-3-pro'), 'jobs that are forgotten').toHaveLength(1);
});

describe('a request that fails', () => {
  it('unread keeps its upload, and counts as not sent', async () => {
    let busy = true;
    const made = await engineOf({
      instead: (request) => (busy && isRequest(request) ? refuseAssemblyAi(429, 'busy') : undefined),
    });
    // The stand-in has made the job before it says that it is busy: a vendor that is busy makes none.
    made.stub.jobs.length = 0;
    expect(await fail(made)).toMatchObject({ isAfterAnswer: false, trouble: { certain: true } });
    busy = false;
    await hear(made);
    expect(made.stub.uploads, 'uploads').toHaveLength(1);
  });

  it('after it may have been read counts as sent', async () => {
    const made = await engineOf(insteadOf(isRead, { status: 503 }));
    expect(await fail(made), 'a paid job counts as unread').toMatchObject({ isAfterAnswer: true });
  });

  it('for a key of another project is requested again with audio of its own', async () => {
    const jobs = new VendorJobsInMemory();
    const other = await engineOf(insteadOf(isRequest, { status: 429 }), jobs);
    await fail(other);
    const made = await engineOf({}, jobs);
    expect(await fail(made)).toMatchObject({ retryable: true, pausesEngine: false });
    expect((await hear(made)).segments, 'segments').toHaveLength(1);
  });
});

describe('a job that was deleted at the vendor', () => {
  it.each([
    ['its words are not taken for a transcript', (job: AssemblyAiJob) => (job.audio_url = 'http://deleted_by_user')],
    ['nor is one that the vendor does not know', (job: AssemblyAiJob) => (job.id = 'another')],
  ])('%s', async (_, change) => {
    const made = await engineOf({ reads: 2 });
    const { jobs } = made.stub;
    const hearing = fail(made);
    await made.stub.received(2);
    await expect.poll(() => jobs.length).toBe(1);
    change(jobs[0] as AssemblyAiJob);
    expect(await hearing).toMatchObject({ retryable: true, trouble: { reason: 'failing' } });
    expect((await hear(made)).segments, 'segments').toHaveLength(1);
  });
});

describe('the copies at AssemblyAI', () => {
  const sweep = ({ engine }: Made) => engine.sweep(new AbortController().signal);

  it('of a job that is under way are deleted when it has ended', async () => {
    const made = await engineOf({ reads: 3 });
    const ended = new AbortController();
    const hearing = hear(made, PIECE, { signal: ended.signal });
    await made.stub.received(3);
    ended.abort(new Error('the call is deleted'));
    await expect(hearing).rejects.toThrow('the call is deleted');
    await made.engine.forget(recording.piece(PIECE), recording.options());
    for (let round = 0; round < 4; round++) await sweep(made);
    expect([made.stub.jobs[0]?.audio_url, made.jobs.rows.length]).toEqual(['http://deleted_by_user', 0]);
  });

  it('of a request whose answer was lost are found by the list, page by page', async () => {
    const made = await engineOf(insteadOf(isRequest, { fault: 'reset' }));
    await fail(made);
    const [job] = made.stub.jobs;
    const later = Array.from({ length: 250 }, (_, at) => ({
      ...job,
      id: `later-job-${at}`,
      audio_url: `http://x/${at}`,
    }));
    made.stub.jobs.push(...(later as AssemblyAiJob[]));
    job && Object.assign(job, { status: 'completed' });
    await made.engine.forget(recording.piece(PIECE), recording.options());
    await sweep(made);
    expect([job?.audio_url, made.jobs.rows.length]).toEqual(['http://deleted_by_user', 0]);
  });

  it('of a request that never arrived are looked for during an hour', async () => {
    const made = await engineOf(insteadOf(isRequest, { fault: 'reset' }));
    await fail(made);
    made.stub.jobs.length = 0;
    await made.engine.forget(recording.piece(PIECE), recording.options());
    await sweep(made);
    expect(made.jobs.rows, 'rows').toHaveLength(1);
    made.jobs.passedMs = 3_700_000;
    await sweep(made);
    expect(made.jobs.rows, 'rows').toEqual([]);
  });
});
