import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SherpaOptions, SherpaSpeechToText } from '../../../src/adapters/sherpa/sherpa.speech-to-text.js';
import { installPreset } from '../../../src/adapters/sherpa/sherpa-install.js';
import {
  findSherpaModel,
  findSpeakerModels,
  readSherpaModel,
  type SherpaModel,
  type SpeakerModels,
} from '../../../src/adapters/sherpa/sherpa-model.js';
import type { SherpaPreset } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { MonoTrack, SpeechPiece, TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import { describeSpeechToText, type Transcription } from '../../ports/speech-to-text.contract.js';
import { bytesOf } from '../../support/audio-fixtures.js';
import { packModel, partOf, presetOf, serveRelease } from '../../support/model-release.js';
import { ODD_SHERPA_RESULTS } from '../../support/odd-sherpa-results.js';
import { decodeChannel, repository, speechIn } from '../../support/sample-calls.js';
import { tinyJoiner, tinyModel, tinyTokens } from '../../support/tiny-model.js';
import { tinyPreset } from '../../support/tiny-preset.js';
import { tinyVoices } from '../../support/tiny-speaker-models.js';

let folder: string;
let build: string;
let workerPath: string;
let piece: SpeechPiece;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sherpa-test-'));
  // Inside the repository, where the child process finds the packages it needs.
  await mkdir(join(repository, '.data'), { recursive: true });
  build = await mkdtemp(join(repository, '.data', 'sherpa-test-'));
  workerPath = join(build, 'sherpa.worker.js');
  const source = await readFile(join(repository, 'src/adapters/sherpa/sherpa.worker.ts'), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  await writeFile(workerPath, ts.transpileModule(source, { compilerOptions }).outputText);
  const pcmPath = await decodeChannel('good-call.ogg', 0, folder);
  const speech = (await speechIn(pcmPath)).slice(0, 3);
  piece = { channel: 0, startMs: 0, endMs: 60_000, pcmPath, speech };
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(build, { recursive: true, force: true });
});

function options(changes: Partial<TranscribeOptions> = {}): TranscribeOptions {
  return {
    language: null,
    voices: [],
    spot: [],
    scratchDir: folder,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A CTC model. */
async function installed(name: string, model: Buffer): Promise<SherpaModel> {
  const files = { 'model.onnx': model, 'tokens.txt': tinyTokens() };
  const archive = await packModel(join(folder, name), 'tiny-model', files);
  const modelsDir = await install(name, presetOf(partOf(archive)), { 'tiny-model.tar.bz2': archive });
  const found = await readSherpaModel(join(modelsDir, 'tiny'));
  if (found === null) throw new Error('not installed');
  return found;
}

/** A preset in the form in which it is released. @param changes replaces files of the recogniser */
async function installedPreset(
  name: string,
  changes: Readonly<Record<string, Buffer>> = {},
): Promise<{ model: SherpaModel; speakers: SpeakerModels }> {
  const { preset, files } = await tinyPreset(join(folder, name), changes);
  const modelsDir = await install(name, preset, files);
  const [model, speakers] = [await findSherpaModel(modelsDir), await findSpeakerModels(modelsDir)];
  if (model === null || speakers === null) throw new Error('not installed');
  return { model, speakers };
}

async function install(name: string, preset: SherpaPreset, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const server = await serveRelease(files);
  const modelsDir = join(folder, name, 'models');
  await installPreset({ preset, modelsDir, from: server.url, log: () => undefined, progress: () => undefined });
  await server.close();
  return modelsDir;
}

describe('an installed model', () => {
  const engines: SherpaSpeechToText[] = [];
  let model: SherpaModel;
  beforeAll(async () => {
    model = await installed('contract', tinyModel());
  });
  afterEach(() => {
    for (const engine of engines.splice(0)) engine.close();
  });

  /** @param program of the child process; the real one when left out */
  async function transcription(changes: Partial<SpeechPiece> = {}, program?: string): Promise<Transcription> {
    const path = program === undefined ? workerPath : join(build, `contract-${engines.length}.mjs`);
    if (program !== undefined) await writeFile(path, program);
    const engine = new SherpaSpeechToText({ model, workerPath: path, threads: 1 });
    engines.push(engine);
    return { engine, piece: { ...piece, ...changes } };
  }
  const answering = (decoded: string) => `
    import { writeFileSync } from 'node:fs';
    process.on('message', ({ type, spans }) => {
      if (type === 'load') process.send({ type: 'loaded' });
      else { ${decoded} }
    });`;

  const decoding = (result: object | null) =>
    answering(`process.send({ type: 'decoded', results: spans.map(() => (${JSON.stringify(result)})) })`);

  describeSpeechToText('sherpa', {
    working: {
      speech: () => transcription(),
      silence: () => transcription({}, decoding({ text: ' ' })),
      stuck: async () => {
        const begun = join(folder, 'begun');
        const given = await transcription({}, answering(`writeFileSync(${JSON.stringify(begun)}, '')`));
        return { ...given, started: () => expect.poll(() => stat(begun).then(Boolean, () => false)).toBe(true) };
      },
      answering: { noCase: 'an answer is one message, which arrives whole' },
      odd: ODD_SHERPA_RESULTS.map(({ result, ...each }) => ({
        ...each,
        transcription: () => transcription({}, decoding(result)),
      })),
    },
    failures: [
      {
        what: 'a language that the model does not know',
        retryable: false,
        transcription: async () => ({ ...(await transcription()), language: 'de' }),
      },
      {
        what: 'an answer of another shape',
        retryable: true,
        transcription: () => transcription({}, answering("process.send({ result: 'hello' })")),
      },
    ],
    secrets: [],
    unusable: async () => {
      const damaged = await installed('contract-damaged', tinyModel());
      await writeFile(join(damaged.folder, 'model.onnx'), 'broken');
      return new SherpaSpeechToText({ model: damaged, workerPath, threads: 1 });
    },
  });
});

describe('a model of the right form, without any knowledge', () => {
  let model: SherpaModel;
  let engine: SherpaSpeechToText;

  beforeAll(async () => {
    model = await installed('sound', tinyModel());
    engine = new SherpaSpeechToText({ model, workerPath, threads: 1 });
  });
  afterAll(() => engine.close());

  it('is installed, loaded and run in its own process, and its tokens become words with times', async () => {
    await engine.check();
    const heard = await engine.transcribe(piece, options());
    expect(heard.language).toBe('en');
    expect(heard.segments, 'segments of three stretches of speech').toHaveLength(3);
    for (const [index, segment] of heard.segments.entries()) {
      const span = piece.speech[index]!;
      const words = segment.words ?? [];
      expect(words.length).toBeGreaterThan(1);
      expect(segment.text).toBe(words.map((word) => word.text).join(' '));
      expect(segment.startMs).toBe(words[0]?.startMs);
      expect(segment.endMs).toBe(words.at(-1)?.endMs);
      for (const [at, word] of words.entries()) {
        expect(word.text).toMatch(/^[a-m][n-z]*$/);
        expect(word.startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? span.startMs - 10);
        expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
        expect(word.endMs).toBeLessThanOrEqual(span.endMs + 10);
      }
    }
  });

  it('answers the same for the same piece, several at a time', async () => {
    const [first, second] = await Promise.all([
      engine.transcribe(piece, options()),
      engine.transcribe(piece, options()),
    ]);
    expect(second).toEqual(first);
  });

  it('starts a new process when the old one was killed', async () => {
    const before = await engine.transcribe(piece, options());
    engine.close();
    expect(await engine.transcribe(piece, options())).toEqual(before);
  });

  it('gives up a piece whose call is given up, and goes on with the next', async () => {
    const givenUp = new AbortController();
    const heard = engine.transcribe(piece, options({ signal: givenUp.signal }));
    givenUp.abort(new Error('given up'));
    await expect(heard).rejects.toThrow('given up');
    expect((await engine.transcribe(piece, options())).segments, 'segments of the next piece').toHaveLength(3);
  });

  it('gives up a piece whose call is given up while the model is looked at, before it is loaded', async () => {
    const fresh = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    const givenUp = new AbortController();
    const heard = fresh.transcribe(piece, options({ signal: givenUp.signal }));
    await new Promise(process.nextTick);
    givenUp.abort(new Error('given up'));
    await expect(heard).rejects.toThrow('given up');
    expect((await fresh.transcribe(piece, options())).segments, 'segments of the next piece').toHaveLength(3);
    fresh.close();
  });

  it('reports a recording it cannot read, and keeps running', async () => {
    const missing = { ...piece, pcmPath: join(folder, 'missing.pcm') };
    const error = await engine.transcribe(missing, options()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
    expect(String(error)).not.toContain(folder);
    expect((await engine.transcribe(piece, options())).segments, 'segments of the next piece').toHaveLength(3);
  });

  it('refuses a language the model does not know', async () => {
    const heard = engine.transcribe(piece, options({ language: 'de' }));
    await expect(heard).rejects.toMatchObject({ code: 'language_unsupported' });
  });
});

describe('a model that is broken', () => {
  it.each([
    ['garbage', Buffer.from(tinyModel().map((byte, index) => (index % 7 === 0 ? byte ^ 255 : byte))), /Load model/],
    ['undescribed', tinyModel({ described: false }), /^Error: status (?!0)/],
  ])('%s before it was installed, fails the call and not the service', async (name, bytes, cause) => {
    const engine = new SherpaSpeechToText({ model: await installed(name, bytes), workerPath, threads: 1 });
    for (const _ of [1, 2]) {
      const error = await engine.transcribe(piece, options()).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderError);
      expect(String(error)).toBe('ProviderError: The local speech engine failed.');
      expect(error instanceof ProviderError && String(error.cause)).toMatch(cause);
    }
    await expect(engine.check()).rejects.toThrow('does not load');
    engine.close();
  });

  it('is not even loaded when it was damaged afterwards', async () => {
    const model = await installed('damaged', tinyModel());
    await writeFile(join(model.folder, 'model.onnx'), 'broken');
    const engine = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    await expect(engine.check()).rejects.toThrow('call-analysis models:install tiny');
    const heard = engine.transcribe(piece, options());
    await expect(heard).rejects.toSatisfy((error) => error instanceof ProviderError && error.pausesEngine);
  });
});

// An upgrade of sherpa-onnx that changes one of these changes what the service knows of how well a party was heard.
describe('the probabilities of words', () => {
  it('are dropped by the CTC decoder of sherpa-onnx: a CTC model gives times and no confidence', async () => {
    const engine = new SherpaSpeechToText({ model: await installed('ctc', tinyModel()), workerPath, threads: 1 });
    const { segments } = await engine.transcribe(piece, options());
    engine.close();
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.length).toBeGreaterThan(10);
    expect(words).toEqual(words.map((word) => ({ ...word, confidence: null })));
    expect(segments).toEqual(segments.map((segment) => ({ ...segment, confidence: null })));
  });

  it('are kept by its transducer decoder: every word has a confidence of its own', async () => {
    const { model } = await installedPreset('transducer');
    const engine = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    const { segments } = await engine.transcribe(piece, options());
    engine.close();
    const confidences = segments.flatMap((segment) => (segment.words ?? []).map((word) => word.confidence));
    expect(confidences.length).toBeGreaterThan(10);
    for (const confidence of confidences) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(new Set(confidences).size).toBeGreaterThan(5);
    expect(segments).not.toContainEqual(expect.objectContaining({ confidence: null }));
  });

  it('that are no numbers make a word uncertain and do not fail the call', async () => {
    const { model } = await installedPreset('overflow', { 'joiner.int8.onnx': tinyJoiner({ overflowing: 'n' }) });
    const engine = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    const { segments } = await engine.transcribe(piece, options());
    engine.close();
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.filter(({ text, confidence }) => text.includes('n') && confidence === null)).not.toEqual([]);
    expect(words).toContainEqual(expect.objectContaining({ confidence: expect.any(Number) }));
  });
});

// No weights of pyannote and TitaNet are at hand in tests: how well these models separate voices is not tested here.
describe('separating the voices of a mono recording, by models of the right form without any knowledge', () => {
  const TURNS = [
    { startMs: 500, endMs: 4_000, voice: 0 },
    { startMs: 4_500, endMs: 9_000, voice: 1 },
    { startMs: 9_500, endMs: 16_000, voice: 0 },
    { startMs: 16_200, endMs: 30_000, voice: 1 },
  ] as const;
  const never = new AbortController().signal;
  let installedModels: { model: SherpaModel; speakers: SpeakerModels };
  let pcmPath: string;
  const engines: SherpaSpeechToText[] = [];

  beforeAll(async () => {
    installedModels = await installedPreset('speakers');
    pcmPath = join(folder, 'two-voices.pcm');
    await writeFile(pcmPath, bytesOf(tinyVoices(TURNS, 31_000)));
  });
  afterEach(() => {
    for (const engine of engines.splice(0)) engine.close();
  });

  const track = (changes: Partial<MonoTrack> = {}): MonoTrack => ({ pcmPath, speech: TURNS, ...changes });
  function engineWith(changes: Partial<SherpaOptions> = {}): SherpaSpeechToText {
    const engine = new SherpaSpeechToText({ ...installedModels, workerPath, threads: 1, ...changes });
    engines.push(engine);
    return engine;
  }
  /** @param segments as the library answers, in JavaScript */
  async function answering(segments: string): Promise<SherpaSpeechToText> {
    const path = join(build, `diarizer-${engines.length}.mjs`);
    const reply = `type === 'load-diarizer' ? { type: 'loaded' } : { type: 'diarized', segments: ${segments} }`;
    await writeFile(path, `process.on('message', ({ type }) => process.send(${reply}));`);
    return engineWith({ workerPath: path });
  }

  it('loads both models, runs them in a process of their own, and gives turns of two voices', async () => {
    const engine = engineWith();
    await engine.check();
    const turns = await engine.separateVoices(track(), never);
    expect(turns?.map(({ voice }) => voice)).toEqual([0, 1, 0, 1]);
    for (const [index, turn] of TURNS.entries()) {
      expect(Math.abs(turns![index]!.startMs - turn.startMs)).toBeLessThan(100);
      expect(Math.abs(turns![index]!.endMs - turn.endMs)).toBeLessThan(100);
    }
    // The recogniser works beside it.
    expect((await engine.transcribe(piece, options())).segments).not.toEqual([]);
  });

  it('finds one voice where one speaks', async () => {
    const one = join(folder, 'one-voice.pcm');
    await writeFile(one, bytesOf(tinyVoices([{ startMs: 500, endMs: 12_000, voice: 0 }], 13_000)));
    expect(await engineWith().separateVoices(track({ pcmPath: one, speech: [TURNS[0]] }), never)).toEqual([]);
  });

  it('is left to others without the models, and for a recording of more than an hour', async () => {
    expect(await engineWith({ speakers: null }).separateVoices(track(), never)).toBeNull();
    const long = [{ startMs: 0, endMs: 3_600_001 }];
    expect(await engineWith().separateVoices(track({ speech: long }), never)).toBeNull();
  });

  it('makes turns in order from segments that overlap, run backwards or lie outside the recording', async () => {
    const engine = await answering(`[
      { start: 8, end: 12, speaker: 1 }, { start: -3, end: 5, speaker: 0 }, { start: 4, end: 9, speaker: 1 },
      { start: 11, end: 10, speaker: 0 }, { start: NaN, end: 3, speaker: 0 }, { start: 20, end: Infinity, speaker: 0 },
      { start: 13, end: 400, speaker: 0 }, { start: 14, end: 15, speaker: 7 }, { start: 900, end: 1000, speaker: 1 },
    ]`);
    expect(await engine.separateVoices(track(), never)).toEqual([
      { startMs: 0, endMs: 5_000, voice: 0 },
      { startMs: 5_000, endMs: 12_000, voice: 1 },
      { startMs: 13_000, endMs: 30_000, voice: 0 },
    ]);
  });

  it.each([
    ['no segment', '[]'],
    ['no usable segment', '[{ start: NaN, end: NaN, speaker: 0 }]'],
    ['another shape', '"voices"'],
  ])('fails, so that others do it, when the answer holds %s', async (_what, segments) => {
    const engine = await answering(segments);
    const error = await engine.separateVoices(track(), never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
  });

  it('fails when a model is damaged, and the recogniser goes on', async () => {
    const { model, speakers } = await installedPreset('damaged-speakers');
    await writeFile(join(speakers.embedding.folder, 'nemo_en_titanet_small.onnx'), 'broken');
    const engine = engineWith({ model, speakers });
    await expect(engine.separateVoices(track(), never)).rejects.toBeInstanceOf(ProviderError);
    await expect(engine.check()).rejects.toThrow('call-analysis models:install');
    expect((await engine.transcribe(piece, options())).segments).not.toEqual([]);
  });

  it('ends with the call that is given up', async () => {
    const engine = engineWith();
    await engine.separateVoices(track(), never);
    const givenUp = new AbortController();
    const separating = engine.separateVoices(track(), givenUp.signal);
    givenUp.abort(new Error('given up'));
    await expect(separating).rejects.toThrow('given up');
    expect(await engine.separateVoices(track(), never), 'turns of the next call').toHaveLength(4);
  });
});
