import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SherpaSpeechToText } from '../../../src/adapters/sherpa/sherpa.speech-to-text.js';
import { installPreset } from '../../../src/adapters/sherpa/sherpa-install.js';
import { readSherpaModel, type SherpaModel } from '../../../src/adapters/sherpa/sherpa-model.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { SpeechPiece, TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import { describeSpeechToText, type Transcription } from '../../ports/speech-to-text.contract.js';
import { packModel, partOf, presetOf, serveRelease } from '../../support/model-release.js';
import { decodeChannel, repository, speechIn } from '../../support/sample-calls.js';
import { tinyModel, tinyTokens } from '../../support/tiny-model.js';

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
}, 60_000);

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

async function installed(name: string, model: Buffer): Promise<SherpaModel> {
  const archive = await packModel(join(folder, name), 'tiny-model', {
    'model.onnx': model,
    'tokens.txt': tinyTokens(),
  });
  const server = await serveRelease({ 'tiny-model.tar.bz2': archive });
  const modelsDir = join(folder, name, 'models');
  const preset = presetOf(partOf(archive));
  const quiet = { log: () => undefined, progress: () => undefined };
  await installPreset({ preset, modelsDir, from: server.url, ...quiet });
  await server.close();
  const found = await readSherpaModel(join(modelsDir, 'tiny'));
  if (found === null) throw new Error('not installed');
  return found;
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
    return { engine, piece: { ...piece, ...changes }, scratchDir: folder };
  }
  const answering = (decoded: string) => `
    import { writeFileSync } from 'node:fs';
    process.on('message', ({ type, spans }) => {
      if (type === 'load') process.send({ type: 'loaded' });
      else { ${decoded} }
    });`;

  describeSpeechToText('sherpa', {
    working: {
      speech: () => transcription(),
      silence: () =>
        transcription({}, answering("process.send({ type: 'decoded', results: spans.map(() => ({ text: ' ' })) })")),
      stuck: async () => {
        const begun = join(folder, 'begun');
        const given = await transcription({}, answering(`writeFileSync(${JSON.stringify(begun)}, '')`));
        return { ...given, started: () => expect.poll(() => stat(begun).then(Boolean, () => false)).toBe(true) };
      },
    },
    failures: [
      {
        what: 'a recording that is not there',
        retryable: true,
        transcription: () => transcription({ pcmPath: join(folder, 'missing.pcm') }),
      },
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
    expect(heard.segments).toHaveLength(3);
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
    expect((await engine.transcribe(piece, options())).segments).toHaveLength(3);
  });

  it('gives up a piece whose call is given up while the model is looked at, before it is loaded', async () => {
    const fresh = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    const givenUp = new AbortController();
    const heard = fresh.transcribe(piece, options({ signal: givenUp.signal }));
    await new Promise(process.nextTick);
    givenUp.abort(new Error('given up'));
    await expect(heard).rejects.toThrow('given up');
    expect((await fresh.transcribe(piece, options())).segments).toHaveLength(3);
    fresh.close();
  });

  it('reports a recording it cannot read, and keeps running', async () => {
    const missing = { ...piece, pcmPath: join(folder, 'missing.pcm') };
    const error = await engine.transcribe(missing, options()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
    expect(String(error)).not.toContain(folder);
    expect((await engine.transcribe(piece, options())).segments).toHaveLength(3);
  });

  it('refuses a language the model does not know', async () => {
    const heard = engine.transcribe(piece, options({ language: 'de' }));
    await expect(heard).rejects.toSatisfy((error) => error instanceof ProviderError && !error.retryable);
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
    await expect(engine.check()).rejects.toThrow('npm run models:install -- tiny');
    const heard = engine.transcribe(piece, options());
    await expect(heard).rejects.toSatisfy((error) => error instanceof ProviderError && error.pausesEngine);
  });
});
