import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording, type Recording } from '../../../support/audio/recording.js';
import { compatibleEngines } from '../../../support/stubs/compatible-engine.js';
import { refuse, type StubAnswering } from '../../../support/stubs/openai-stub.js';

let recording: Recording;
const engineOf = compatibleEngines();

beforeAll(async () => {
  recording = await makeRecording(10_000);
});
afterAll(() => rm(recording.dir, { recursive: true }));

/** Answers each request with text alone, numbered as it came. */
const inTurn: StubAnswering = ({ index }) => ({ body: { text: `Answer ${index}.` } });
describe('a separate diarization endpoint', () => {
  const DIARIZATION = { diarizationPath: '/audio/diarization', diarizationModel: 'pyannote' };
  const segments = [
    { start: 0, end: 2, text: 'one' },
    { start: 2, end: 4, text: 'two' },
    { start: 6, end: 7, text: 'three' },
  ];
  const SPEACHES = {
    duration: 10,
    segments: [
      { start: 0, end: 2.8, speaker: 'SPEAKER_00' },
      { start: 2.8, end: 4, speaker: 'SPEAKER_01' },
    ],
  };
  const LOCAL_AI = {
    task: 'diarize',
    duration: 10,
    num_speakers: 2,
    segments: [
      { id: 0, speaker: 'SPEAKER_00', label: '0', start: 0, end: 2.8 },
      { id: 1, speaker: 'SPEAKER_01', label: '1', start: 2.8, end: 4 },
    ],
  };

  it.each([
    ['speaches', SPEACHES],
    ['LocalAI', LOCAL_AI],
  ])('of %s gives each segment the speaker who overlaps it longest', async (_server, turns) => {
    const { engine, stub } = await engineOf(
      { transcribe: () => ({ body: { text: 'x', segments } }), diarize: () => ({ body: turns }) },
      DIARIZATION,
    );
    expect(engine.capabilities).toMatchObject({ diarizesMono: true, carriesSpeakers: false });
    const transcript = await engine.transcribe(recording.piece({ channel: null }), recording.options());
    expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['SPEAKER_00', 'SPEAKER_01', null]);
    const [transcribed, diarized] = stub.requests;
    expect(diarized).toMatchObject({
      path: '/audio/diarization',
      fields: { model: ['pyannote'], response_format: ['json'] },
    });
    expect(diarized?.file?.sha256).toBe(transcribed?.file?.sha256);
    expect(engine.capabilities.diarizesMono, 'the engine still says that it tells speakers apart').toBe(true);
  });

  it('beside text alone: the piece is cut where another speaker takes over', async () => {
    const { engine } = await engineOf({ transcribe: inTurn, diarize: () => ({ body: SPEACHES }) }, DIARIZATION);
    await engine.prepare(recording.piece(), recording.options());
    const speech = [
      { startMs: 0, endMs: 3900 },
      { startMs: 5000, endMs: 7000 },
    ];
    const transcript = await engine.transcribe(recording.piece({ channel: null, speech }), recording.options());
    expect(transcript.segments).toMatchObject([
      { startMs: 0, endMs: 2800, speaker: 'SPEAKER_00' },
      { startMs: 2800, endMs: 3900, speaker: 'SPEAKER_01' },
      { startMs: 5000, endMs: 7000, speaker: null },
    ]);
    const utterance = recording.piece({ channel: null, endMs: 3900, speech: speech.slice(0, 1) });
    const { segments: heard } = await engine.transcribe(utterance, recording.options());
    expect(heard, 'what two speakers said without a pause').toMatchObject([
      { startMs: 0, endMs: 2800, speaker: 'SPEAKER_00' },
      { startMs: 2800, endMs: 3900, speaker: 'SPEAKER_01' },
    ]);
  });

  it('beside text alone: an utterance of a channel is sent once', async () => {
    const { engine, stub } = await engineOf({ transcribe: inTurn }, DIARIZATION);
    const speech = [{ startMs: 0, endMs: 3900 }];
    await engine.transcribe(recording.piece({ channel: 1, speech }), recording.options());
    expect(stub.requests, 'requests for one utterance').toHaveLength(1);
  });

  it('is not asked about a channel, nor when nothing was said', async () => {
    const { engine, stub } = await engineOf(
      { transcribe: ({ index }) => ({ body: { text: '', segments: index === 0 ? segments : [] } }) },
      DIARIZATION,
    );
    await engine.transcribe(recording.piece({ channel: 1 }), recording.options());
    await engine.transcribe(recording.piece({ channel: null }), recording.options());
    expect(stub.requests.map(({ path }) => path)).toEqual(['/audio/transcriptions', '/audio/transcriptions']);
  });

  it('that answers nonsense fails the piece after a second try', async () => {
    const { engine, stub } = await engineOf({ diarize: () => ({ body: { segments: 'none' } }) }, DIARIZATION);
    const heard = engine.transcribe(recording.piece({ channel: null }), recording.options());
    await expect(heard).rejects.toMatchObject({ name: 'ProviderError', retryable: false });
    expect(stub.requests.map(({ path }) => path)).toEqual([
      '/audio/transcriptions',
      '/audio/diarization',
      '/audio/diarization',
    ]);
  });

  it('that is missing is left to the service, and the operator is told once', async () => {
    const missing = () => refuse(404, 'Not Found');
    const labelled = segments.map((segment) => ({ ...segment, speaker: 'S1' }));
    const { engine, stub, warnings } = await engineOf(
      { transcribe: () => ({ body: { segments: labelled } }), diarize: missing, lookForDiarization: missing },
      DIARIZATION,
    );
    for (let call = 0; call < 2; call += 1) {
      const { segments: heard } = await engine.transcribe(recording.piece({ channel: null }), recording.options());
      expect(heard, 'segments as the server gave them').toMatchObject(
        labelled.map(({ text, speaker }) => ({ text, speaker })),
      );
    }
    await engine.check();
    expect(engine.capabilities.diarizesMono, 'the engine claims to tell speakers apart').toBe(false);
    expect(
      stub.requests.filter(({ method, path }) => method === 'POST' && path === '/audio/diarization'),
      'recordings sent to the path that is missing, until three answers said so',
    ).toHaveLength(3);
    expect(warnings.filter((sentence) => sentence.includes('/audio/diarization'))).toEqual([
      'The transcription server has no /audio/diarization (OPENAI_DIARIZATION_PATH), or not the model pyannote (OPENAI_DIARIZATION_MODEL). This service separates the voices of mono calls itself, and asks again once an hour.',
    ]);
  });

  it('that answers 404 once or twice is there: the piece gets its speakers', async () => {
    for (const refusals of [1, 2]) {
      const diarize: StubAnswering = ({ index }) => (index < refusals ? refuse(404, 'Not Found') : undefined);
      const { engine, warnings } = await engineOf({ diarize }, DIARIZATION);
      const { segments: heard } = await engine.transcribe(recording.piece({ channel: null }), recording.options());
      expect(heard, 'the speaker of the segment').toMatchObject([{ speaker: 'SPEAKER_00' }]);
      expect([engine.capabilities.diarizesMono, warnings], 'the endpoint counts as missing').toEqual([true, []]);
    }
  });

  it('that was missing is asked for with a sample once an hour, and used again where it answers', async () => {
    let [now, isThere] = [0, false];
    const { engine, stub } = await engineOf(
      { diarize: () => (isThere ? undefined : refuse(404, 'Not Found')) },
      { ...DIARIZATION, now: () => now },
    );
    const mono = recording.piece({ channel: null });
    const asked = () => stub.requests.filter(({ path }) => path === '/audio/diarization').length;
    await engine.transcribe(mono, recording.options());
    now = 3_599_999;
    await engine.prepare(mono, recording.options());
    expect(asked(), 'requests within the hour').toBe(3);
    now = 3_600_000;
    await engine.prepare(recording.piece({ channel: 0 }), recording.options());
    expect(asked(), 'requests for the speakers of a channel').toBe(3);
    await Promise.all([1, 2].map(() => engine.prepare(mono, recording.options())));
    expect(asked(), 'requests after an hour').toBe(4);
    expect(engine.capabilities.diarizesMono, 'an endpoint that is missing counts as there').toBe(false);
    [now, isThere] = [7_200_000, true];
    await engine.prepare(mono, recording.options());
    expect(engine.capabilities.diarizesMono, 'an endpoint that is back counts as missing').toBe(true);
  });

  it('without a model is asked without one', async () => {
    const { engine, stub, warnings } = await engineOf(
      { diarize: () => refuse(404, 'Not Found') },
      { ...DIARIZATION, diarizationModel: null },
    );
    await engine.transcribe(recording.piece({ channel: null }), recording.options());
    expect(stub.requests.at(-1)?.fields, 'fields of the request').toEqual({ response_format: ['json'] });
    expect(warnings).toEqual([
      'The transcription server has no /audio/diarization (OPENAI_DIARIZATION_PATH). This service separates the voices of mono calls itself, and asks again once an hour.',
    ]);
  });

  it('that fails is not missing: the call is tried again', async () => {
    const failing = () => refuse(500, 'out of memory');
    const models = () => ({ body: { data: [{ id: 'large-v3' }, { id: 'pyannote' }] } });
    const { engine, warnings } = await engineOf({ models, diarize: failing, lookForDiarization: failing }, DIARIZATION);
    const failed = { message: 'The transcription provider failed to answer.', retryable: true };
    await expect(engine.transcribe(recording.piece({ channel: null }), recording.options())).rejects.toMatchObject(
      failed,
    );
    await expect(engine.check()).rejects.toMatchObject(failed);
    expect([engine.capabilities.diarizesMono, warnings], 'the endpoint counts as missing').toEqual([true, []]);
  });

  it.each<[string, StubAnswering | undefined, string | null]>([
    ['there', undefined, null],
    ['there, and answers', () => ({ body: {} }), null],
    ['there, and asks for a file first', () => refuse(422, 'field required'), null],
    ['missing', () => refuse(404, 'Not Found'), 'has no /audio/diarization'],
  ])('is looked for by the check: %s', async (_state, lookForDiarization, warning) => {
    const models = () => ({ body: { data: [{ id: 'large-v3' }, { id: 'pyannote' }] } });
    const answers = { models, ...(lookForDiarization && { lookForDiarization }) };
    const { engine, warnings } = await engineOf(answers, DIARIZATION);
    await engine.check();
    expect(warnings).toEqual(warning === null ? [] : [expect.stringContaining(warning)]);
    expect(engine.capabilities.diarizesMono, 'the engine says that it tells speakers apart').toBe(warning === null);
  });
});
