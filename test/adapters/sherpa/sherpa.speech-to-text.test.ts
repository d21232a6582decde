import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SherpaSpeechToText } from '../../../src/adapters/sherpa/sherpa.speech-to-text.js';
import type { SherpaModel } from '../../../src/adapters/sherpa/sherpa-model.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { SpeechPiece, TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import { describeSpeechToText } from '../../ports/speech-to-text.contract.js';
import type { Transcription } from '../../ports/speech-to-text-cut.contract.js';
import { decodeChannel, speechIn } from '../../support/audio/sample-calls.js';
import { ODD_SHERPA_RESULTS } from '../../support/stubs/odd-sherpa-results.js';
import { openSherpaWorkshop, type SherpaWorkshop } from '../../support/stubs/sherpa-workshop.js';
import { tinyJoiner, tinyModel } from '../../support/stubs/tiny-model.js';

let workshop: SherpaWorkshop;
let folder: string;
let workerPath: string;
let piece: SpeechPiece;

beforeAll(async () => {
  workshop = await openSherpaWorkshop();
  ({ folder, workerPath } = workshop);
  const pcmPath = await decodeChannel('good-call.ogg', 0, folder);
  const speech = (await speechIn(pcmPath)).slice(0, 3);
  piece = { channel: 0, startMs: 0, endMs: 60_000, pcmPath, speech };
});

afterAll(() => workshop.close());

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

const SECRET = 'what the process told the operator';

describe('an installed model', () => {
  const engines: SherpaSpeechToText[] = [];
  let model: SherpaModel;
  beforeAll(async () => {
    model = await workshop.installed('contract', tinyModel());
  });
  afterEach(() => {
    for (const engine of engines.splice(0)) engine.close();
  });

  /** @param program of the child process; the real one when left out */
  async function transcription(changes: Partial<SpeechPiece> = {}, program?: string): Promise<Transcription> {
    const path = program === undefined ? workerPath : await workshop.saveProgram(program);
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

  /** Another word for each span: one word throughout would be the loop of a model. */
  const COUNTING = answering(
    "process.send({ type: 'decoded', results: spans.map((_span, index) => ({ text: 'hello ' + index })) })",
  );

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
      longest: () => transcription({}, COUNTING),
      knownVoice: { noCase: 'the models recognise no speakers of earlier pieces' },
      spotting: { noCase: 'the models search for no phrases' },
      preparation: { noCase: 'its capabilities are known from the start' },
      changed: { noCase: 'its capabilities never change' },
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
      {
        what: 'a process that ends in the middle',
        retryable: true,
        transcription: () => transcription({}, answering(`console.error('${SECRET}'); process.exit(1)`)),
      },
      {
        what: 'a failure that the process reports',
        retryable: true,
        transcription: () => transcription({}, answering(`process.send({ type: 'failed', reason: '${SECRET}' })`)),
      },
    ],
    secrets: [SECRET],
    unusable: async () => {
      const damaged = await workshop.installed('contract-damaged', tinyModel());
      await writeFile(join(damaged.folder, 'model.onnx'), 'broken');
      return new SherpaSpeechToText({ model: damaged, workerPath, threads: 1 });
    },
  });
});

describe('a model of the right form, without any knowledge', () => {
  let model: SherpaModel;
  let engine: SherpaSpeechToText;

  beforeAll(async () => {
    model = await workshop.installed('sound', tinyModel());
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
    const engine = new SherpaSpeechToText({ model: await workshop.installed(name, bytes), workerPath, threads: 1 });
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
    const model = await workshop.installed('damaged', tinyModel());
    await writeFile(join(model.folder, 'model.onnx'), 'broken');
    const engine = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    await expect(engine.check()).rejects.toThrow('call-analysis models:install --preset FILE');
    const heard = engine.transcribe(piece, options());
    await expect(heard).rejects.toSatisfy((error) => error instanceof ProviderError && error.pausesEngine);
  });
});

// An upgrade of sherpa-onnx that changes one of these changes what the service knows of how well a party was heard.
describe('the probabilities of words', () => {
  it('are dropped by the CTC decoder of sherpa-onnx: a CTC model gives times and no confidence', async () => {
    const engine = new SherpaSpeechToText({
      model: await workshop.installed('ctc', tinyModel()),
      workerPath,
      threads: 1,
    });
    const { segments } = await engine.transcribe(piece, options());
    engine.close();
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.length).toBeGreaterThan(10);
    expect(words).toEqual(words.map((word) => ({ ...word, confidence: null })));
    expect(segments).toEqual(segments.map((segment) => ({ ...segment, confidence: null })));
  });

  it('are kept by its transducer decoder: every word has a confidence of its own', async () => {
    const { model } = await workshop.installedPreset('transducer');
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
    const { model } = await workshop.installedPreset('overflow', {
      'joiner.int8.onnx': tinyJoiner({ overflowing: 'n' }),
    });
    const engine = new SherpaSpeechToText({ model, workerPath, threads: 1 });
    const { segments } = await engine.transcribe(piece, options());
    engine.close();
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.filter(({ text, confidence }) => text.includes('n') && confidence === null)).not.toEqual([]);
    expect(words).toContainEqual(expect.objectContaining({ confidence: expect.any(Number) }));
  });
});
