import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PieceTranscript } from '../../../../src/ports/speech-to-text.js';
import { makeRecording, type Recording } from '../../../support/audio/recording.js';
import { compatibleEngines } from '../../../support/stubs/compatible-engine.js';
import { type OpenAiStubOptions, refuse, type StubAnswering } from '../../../support/stubs/openai-stub.js';

let recording: Recording;
const engineOf = compatibleEngines();

beforeAll(async () => {
  recording = await makeRecording(10_000);
});
afterAll(() => rm(recording.dir, { recursive: true }));

/** Answers each request with text alone, numbered as it came. */
const inTurn: StubAnswering = ({ index }) => ({ body: { text: `Answer ${index}.` } });
const TIMED = { text: 'Hello there.', segments: [{ start: 0, end: 2, text: 'Hello there.' }] };
/** Three utterances of one channel; the pause within the last is too short to end it. */
const THREE = {
  channel: 1,
  startMs: 500,
  endMs: 9000,
  speech: [
    { startMs: 500, endMs: 2000 },
    { startMs: 2700, endMs: 4000 },
    { startMs: 6000, endMs: 7000 },
    { startMs: 7600, endMs: 9000 },
  ],
};
const spans = ({ segments }: PieceTranscript) => segments.map(({ startMs, endMs }) => [startMs, endMs]);

describe('whether the server gives times', () => {
  const refusing =
    (status: number, message: string): StubAnswering =>
    ({ fields }) =>
      fields.response_format?.[0] === 'verbose_json' ? refuse(status, message) : { body: { text: 'Hello there.' } };

  it.each<[string, StubAnswering, boolean]>([
    ['speaches', () => ({ body: TIMED }), true],
    ['LocalAI, in nanoseconds', () => ({ body: { segments: [{ start: 0, end: 2e9, text: 'Hello there.' }] } }), true],
    ['LocalAI with a NeMo model', () => ({ body: { segments: [{ id: 0, start: 0, end: 0, text: 'Hello' }] } }), false],
    ['Ollama', () => ({ body: { text: 'Hello there.' } }), false],
    ['whisper.cpp, which ignores a format that it does not know', () => ({ body: { text: ' Hello\n' } }), false],
    ['llama.cpp', refusing(400, "Only 'json' response_format is supported for transcription"), false],
    ['vLLM', refusing(400, 'Currently do not support verbose_json for qwen'), false],
    ['a FastAPI server', refusing(422, 'unexpected value'), false],
    ['a server with empty segments', () => ({ body: { text: 'Hello there.', segments: [] } }), false],
  ])('is found out from a sample of the call: %s', async (server, transcribe, timesSegments) => {
    const { engine, stub, warnings } = await engineOf({ transcribe });
    const sample = recording.piece({ endMs: 3000, speech: [{ startMs: 0, endMs: 3000 }] });
    await engine.prepare(sample, recording.options());
    expect(engine.capabilities.timesSegments).toBe(timesSegments);
    expect(
      stub.requests.map(({ file }) => file?.bytes.length ?? 0).filter((bytes) => bytes >= 100_000),
      'the bytes of files that hold more than an utterance',
    ).toEqual([]);
    for (let call = 0; call < 4; call += 1) await engine.prepare(sample, recording.options());
    const files = new Set(stub.requests.map(({ fields }) => fields.response_format?.[0]));
    const samples = stub.requests.length / files.size;
    const isSaid = ['llama.cpp', 'vLLM'].includes(server);
    expect(samples, 'samples until the server is known: by times, by what it says, or by three answers').toBe(
      timesSegments || isSaid ? 1 : 3,
    );
    expect(engine.capabilities.timesSegments).toBe(timesSegments);
    expect(warnings.map((sentence) => sentence.includes('text alone'))).toEqual(timesSegments ? [] : [true]);
  });

  it.each([
    ['by its name', 'response_format must be json'],
    ['for a reason that it does not tell', 'unsupported'],
  ])('is seen with json where it refuses verbose_json %s', async (_, message) => {
    const { engine, stub, warnings } = await engineOf({
      transcribe: ({ fields }) =>
        fields.response_format?.[0] === 'verbose_json' ? refuse(400, message) : { body: TIMED },
    });
    for (let call = 0; call < 4; call += 1) {
      await engine.prepare(recording.piece(), recording.options());
      expect(engine.capabilities.timesSegments, `times are expected in call ${call}`).toBe(true);
      const before = stub.requests.length;
      await engine.transcribe({ ...recording.piece(), ...THREE }, recording.options());
      expect(stub.requests.length - before, 'requests for a piece of three utterances').toBe(1);
    }
    expect(warnings, 'the operator is told of a server without times').toEqual([]);
  });

  it('is asked once for calls that begin together', async () => {
    const { engine, stub } = await engineOf({});
    const prepare = () => engine.prepare(recording.piece(), recording.options());
    await Promise.all([prepare(), prepare(), prepare(), prepare()]);
    expect(stub.requests, 'requests for a sample, by calls that begin together').toHaveLength(1);
  });

  it('stays unknown where the sample holds no words: the call is cut by utterance, and its words tell', async () => {
    const { engine, warnings } = await engineOf({
      transcribe: ({ index }) => ({ body: index === 0 ? { text: '', segments: [] } : TIMED }),
    });
    await engine.prepare(recording.piece(), recording.options());
    expect(engine.capabilities.timesSegments, 'times are known after a sample without words').toBe(false);
    await engine.transcribe(recording.piece(), recording.options());
    expect(engine.capabilities.timesSegments, 'times are known after an answer with times').toBe(true);
    expect(warnings, 'the operator is told of a server without times').toEqual([]);
  });

  it('stays unknown where the sample is refused in every format', async () => {
    const { engine, stub } = await engineOf({ transcribe: () => refuse(400, 'audio too short') });
    await engine.prepare(recording.piece(), recording.options());
    expect(stub.requests, 'requests: the sample in each of two formats').toHaveLength(2);
    expect(engine.capabilities.timesSegments, 'times are known after refusals').toBe(false);
  });

  it.each<[string, OpenAiStubOptions]>([
    ['could not be reached', { transcribe: () => ({ fault: 'reset' }) }],
    ['failed to answer', { transcribe: () => refuse(503, 'loading') }],
  ])('waits while the server %s, and asks for no other format', async (state, answers) => {
    const { engine, stub } = await engineOf(answers);
    const prepared = engine.prepare(recording.piece(), recording.options());
    await expect(prepared).rejects.toMatchObject({
      name: 'ProviderError',
      message: `The transcription provider ${state}.`,
      retryable: true,
    });
    expect(stub.requests, 'requests to a server in trouble').toHaveLength(1);
  });

  it('waits for an operator where the server refuses the key', async () => {
    const { engine } = await engineOf({ transcribe: () => refuse(401, 'invalid key') });
    const prepared = engine.prepare(recording.piece(), recording.options());
    await expect(prepared).rejects.toMatchObject({ name: 'ProviderError', pausesEngine: true });
  });

  it('is not waited for when the call is given up', async () => {
    const { engine, stub } = await engineOf({ transcribe: () => ({ fault: 'hang' }) });
    const first = new AbortController();
    const second = new AbortController();
    const reason = new Error('given up');
    const asking = engine.prepare(recording.piece(), recording.options({ signal: first.signal }));
    await stub.received(1);
    const waiting = engine.prepare(recording.piece(), recording.options({ signal: second.signal }));
    second.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    first.abort(reason);
    await expect(asking).rejects.toBe(reason);
  });
});

describe('a server that answers with text alone', () => {
  it('gets a piece that was planned for times again by utterance, and later pieces by utterance at once', async () => {
    const { engine, stub } = await engineOf({
      transcribe: (request) => (request.index === 0 ? { body: TIMED } : inTurn(request)),
    });
    await engine.prepare(recording.piece(), recording.options());
    expect(engine.capabilities.timesSegments, 'times are known after a sample with times').toBe(true);
    const first = await engine.transcribe(recording.piece(THREE), recording.options());
    expect(first.segments.map(({ text }) => text)).toEqual(['Answer 2.', 'Answer 3.', 'Answer 4.']);
    expect(first.providerSeconds, 'seconds that no answer told').toBeNull();
    expect(spans(first)).toEqual([
      [500, 2000],
      [2700, 4000],
      [6000, 9000],
    ]);
    expect(engine.capabilities.timesSegments, 'times are expected of a server that sends text alone').toBe(false);
    const second = await engine.transcribe(recording.piece(THREE), recording.options());
    expect(spans(second)).toEqual(spans(first));
    expect(stub.requests, 'requests: sample, whole piece, three utterances of each of two calls').toHaveLength(8);
  });

  it('for one piece only: its text stands in the speech of that piece, and the order is kept', async () => {
    const { engine } = await engineOf({
      transcribe: ({ index }) => ({ body: index === 1 ? { text: 'Second.' } : TIMED }),
    });
    const starts: number[] = [];
    for (const startMs of [0, 3000, 6000]) {
      const piece = recording.piece({ startMs, endMs: startMs + 2500, speech: [{ startMs, endMs: startMs + 2500 }] });
      const { segments } = await engine.transcribe(piece, recording.options());
      starts.push(...segments.map((segment) => segment.startMs));
    }
    expect(starts).toEqual([0, 3000, 6000]);
  });

  it('in one answer of many costs that piece alone: it is sent again by utterance', async () => {
    for (const odd of [
      { text: 'Hello there.' },
      { text: 'Hello there.', segments: [] },
      { segments: [{ start: 0, end: 0, text: 'Hello there.' }] },
    ]) {
      const { engine, stub, warnings } = await engineOf({
        transcribe: ({ index }) => ({ body: index === 0 || index === 2 ? odd : TIMED }),
      });
      await engine.prepare(recording.piece(), recording.options());
      expect(engine.capabilities.timesSegments, 'the call is cut for times that the sample did not have').toBe(false);
      await engine.prepare(recording.piece(), recording.options());
      expect(engine.capabilities.timesSegments, 'the next call is cut by utterance').toBe(true);
      await engine.transcribe(recording.piece(THREE), recording.options());
      expect(stub.requests, 'requests: two samples, the piece, its three utterances').toHaveLength(6);
      await engine.transcribe(recording.piece(THREE), recording.options());
      expect(stub.requests, 'the piece after it is sent by utterance').toHaveLength(7);
      expect([engine.capabilities.timesSegments, warnings], 'the server counts as one without times').toEqual([
        true,
        [],
      ]);
    }
  });

  it('decides nothing while answers with times come in between', async () => {
    const { engine, warnings } = await engineOf({
      transcribe: ({ index }) => ({ body: index % 3 === 0 ? TIMED : { text: 'Hello there.' } }),
    });
    for (let call = 0; call < 9; call += 1) {
      await engine.transcribe(recording.piece(), recording.options());
      expect(engine.capabilities.timesSegments, `times are expected after call ${call}`).toBe(true);
    }
    expect(warnings, 'warnings').toEqual([]);
  });

  it('and gives times again later is believed after three such answers', async () => {
    const { engine, warnings } = await engineOf({
      transcribe: ({ index }) => ({ body: index < 3 || index === 4 ? { text: 'Hello there.' } : TIMED }),
    });
    const expected = [false, false, false, false, false, false, false, true, true];
    for (const [call, timesSegments] of expected.entries()) {
      await engine.transcribe(recording.piece(), recording.options());
      expect(engine.capabilities.timesSegments, `times are expected after call ${call}`).toBe(timesSegments);
    }
    expect(warnings, 'warnings about a server with text alone').toEqual([
      'The transcription server answers with text alone, without times: until it gives times again, each utterance is a request of its own.',
    ]);
  });

  it('in a segment from 0 to 0 is heard in the speech of the piece', async () => {
    const { engine } = await engineOf({
      transcribe: () => ({
        body: { text: 'Hello there.', segments: [{ id: 0, start: 0, end: 0, text: 'Hello there.' }] },
      }),
    });
    const speech = [{ startMs: 700, endMs: 6000 }];
    const transcript = await engine.transcribe(recording.piece({ speech }), recording.options());
    expect(transcript.segments).toMatchObject([{ startMs: 700, endMs: 6000, text: 'Hello there.' }]);
  });

  it('in one segment as long as the recording is no different', async () => {
    const long = await makeRecording(40_000);
    const speech = [
      { startMs: 0, endMs: 15_000 },
      { startMs: 20_000, endMs: 40_000 },
    ];
    const { engine } = await engineOf({
      transcribe: ({ file, index }) => {
        const seconds = ((file?.bytes.length ?? 0) - 44) / 32_000;
        return { body: { segments: [{ start: 0, end: seconds, text: `Answer ${index}.` }] } };
      },
    });
    const transcript = await engine.transcribe(long.piece({ speech }), long.options());
    expect(spans(transcript)).toEqual([
      [0, 15_000],
      [20_000, 40_000],
    ]);
    await rm(long.dir, { recursive: true });
  });

  it('has the tokens of all requests, also of the answer for the whole that had no times; none where one tells none', async () => {
    const usage = (index: number) => ({ type: 'tokens', input_tokens: 10 + index, output_tokens: 1 });
    for (const told of [4, 3]) {
      const { engine } = await engineOf({
        transcribe: ({ index }) => ({
          body: index === 0 ? TIMED : { text: `Answer ${index}.`, usage: index <= told ? usage(index) : null },
        }),
      });
      await engine.prepare(recording.piece(), recording.options());
      const { tokens } = await engine.transcribe(recording.piece(THREE), recording.options());
      expect(tokens).toEqual(told === 4 ? { inputTokens: 11 + 12 + 13 + 14, outputTokens: 4 } : undefined);
    }
  });

  it('has the language of most of the text and the seconds of all requests', async () => {
    const { engine } = await engineOf({
      transcribe: ({ index }) => ({
        body: {
          text: ['Hello.', 'Ja.', 'That is all that I wanted.', 'It is not known what language this is.'][index],
          language: ['en', 'de', 'en', null][index],
          usage: { type: 'duration', seconds: 2 },
        },
      }),
    });
    const transcript = await engine.transcribe(recording.piece(THREE), recording.options());
    expect(transcript).toMatchObject({ language: 'en', providerSeconds: 6 });
  });
});
