// The recogniser of the machine on real sound: words, times, silence, and what ends it. [whole]
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PocketsphinxProgram,
  PocketsphinxSpeechToText,
} from '../../../src/adapters/pocketsphinx/pocketsphinx.speech-to-text.js';
import { resolvePocketsphinx } from '../../../src/adapters/pocketsphinx/resolve-pocketsphinx.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { PieceTranscript, TranscribeOptions } from '../../../src/ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../../src/ports/transcript.js';
import { describeSpeechToText } from '../../ports/speech-to-text.contract.js';
import type { Transcription } from '../../ports/speech-to-text-cut.contract.js';
import {
  cacheDir,
  decodeChannel,
  type SampleReference,
  sampleReference,
  speechIn,
} from '../../support/audio/sample-calls.js';
import { wordErrorRate } from '../../support/audio/word-error-rate.js';

const SPOT = ['this call is recorded', 'Northwindish guarantee of nothing', 'have a great day'];

let folder: string;
let program: PocketsphinxProgram;
let engine: PocketsphinxSpeechToText;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pocketsphinx-test-'));
  program = await resolvePocketsphinx({ cacheDir, log: () => undefined });
  engine = new PocketsphinxSpeechToText({ program });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

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

const piece = (pcmPath: string, channel: number, speech: readonly SpeechSpan[]) => ({
  channel,
  startMs: 0,
  endMs: speech.at(-1)?.endMs ?? 0,
  pcmPath,
  speech,
});

/** The first and the last turns of each party: what lies between them is recognised in test/e2e/sample-calls.test.ts. */
const outerTurns = <Item>(items: readonly Item[]): Item[] => [...items.slice(0, 2), ...items.slice(-2)];

async function hear(name: string, reference: SampleReference): Promise<PieceTranscript[]> {
  return Promise.all(
    [0, 1].map(async (channel) => {
      const pcmPath = await decodeChannel(`${name}.ogg`, channel, folder);
      const spot = channel === reference.agentChannel ? SPOT : [];
      return engine.transcribe(piece(pcmPath, channel, outerTurns(await speechIn(pcmPath))), options({ spot }));
    }),
  );
}

const wordsOf = (transcript: PieceTranscript): Word[] => transcript.segments.flatMap((segment) => segment.words ?? []);

function meanConfidence(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + (word.confidence ?? Number.NaN), 0) / words.length;
}

// The other samples go through the whole service in test/e2e/sample-calls.test.ts.
describe('the recogniser on the good call', () => {
  const name = 'good-call';
  let reference: SampleReference;
  let heard: PieceTranscript[];
  const turnsOf = (channel: number) => outerTurns(reference.turns.filter((turn) => turn.channel === channel));

  beforeAll(async () => {
    reference = await sampleReference(name);
    heard = await hear(name, reference);
  });

  it('gets at most 15 % of the words wrong', () => {
    const errorRates = heard.map((transcript, channel) => {
      const said = turnsOf(channel).flatMap((turn) => turn.words);
      return wordErrorRate(
        said,
        wordsOf(transcript).map((word) => word.text),
      );
    });
    expect(errorRates[0]).toBeLessThanOrEqual(0.15);
    expect(errorRates[1]).toBeLessThanOrEqual(0.15);
  });

  it('is sure enough of both speakers to be judged by', () => {
    for (const transcript of heard) expect(meanConfidence(wordsOf(transcript))).toBeGreaterThanOrEqual(0.65);
  });

  it('gives one segment per turn, with words in order inside the turn', () => {
    for (const [channel, transcript] of heard.entries()) {
      const turns = turnsOf(channel);
      expect(transcript.segments, `segments of channel ${channel}`).toHaveLength(turns.length);
      for (const [index, segment] of transcript.segments.entries()) {
        const turn = turns[index]!;
        const words = segment.words ?? [];
        expect(segment.startMs).toBe(words[0]?.startMs);
        expect(segment.endMs).toBe(words.at(-1)?.endMs);
        expect(Math.abs(segment.startMs - turn.startMs)).toBeLessThan(300);
        expect(Math.abs(segment.endMs - turn.endMs)).toBeLessThan(300);
        for (const [at, word] of words.entries()) {
          expect(word.text).toMatch(/^[a-z][a-z'.-]*$/);
          expect(word.endMs).toBeGreaterThan(word.startMs);
          expect(word.startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? 0);
        }
      }
    }
  });

  it('keeps no temporary file', async () => {
    expect((await readdir(folder)).filter((file) => file.startsWith('pocketsphinx-'))).toEqual([]);
  });

  it('spots the phrases that were said, where they were said, and no others', () => {
    const phrases = heard[0]!.spotted.map((spotted) => spotted.phrase);
    expect(phrases).toEqual(['this call is recorded', 'have a great day']);
    const disclosure = heard[0]!.spotted[0]!;
    const turn = reference.turns[0]!;
    expect(disclosure.startMs).toBeGreaterThan(turn.startMs);
    expect(disclosure.endMs).toBeLessThan(turn.endMs);
    expect(heard[1]!.spotted).toEqual([]);
  });
});

/** An engine whose program writes its process id to `pidFile` and never ends. */
async function endlessEngine(pidFile: string): Promise<PocketsphinxSpeechToText> {
  const script = join(folder, 'endless');
  await writeFile(
    script,
    `#!/bin/sh\necho $$ > ${pidFile}.new && /bin/mv ${pidFile}.new ${pidFile}\nexec /bin/sleep 600\n`,
  );
  await chmod(script, 0o755);
  return new PocketsphinxSpeechToText({ program: { ...program, program: script } });
}

/** The program of an engine, a shell script that gets `$ctl`, `$hyp`, and `$ctm` or `$seg`. */
async function engineThat(script: string): Promise<PocketsphinxSpeechToText> {
  const path = join(folder, 'script');
  const read = 'case $1 in -ctl) ctl=$2;; -hyp) hyp=$2;; -ctm) ctm=$2;; -hypseg) seg=$2;; esac; shift';
  const lines = ['#!/bin/sh', 'ctm=/dev/null seg=/dev/null', `while [ $# -gt 0 ]; do ${read}; done`, script];
  await writeFile(path, lines.join('\n'));
  await chmod(path, 0o755);
  return new PocketsphinxSpeechToText({ program: { ...program, program: path } });
}

/** An engine whose program writes these words and phrases, as `printf` reads them, and says that it has decoded all. */
function engineThatWrites(words: string | null, phrases = ''): Promise<PocketsphinxSpeechToText> {
  const write = (text: string, to: string) => `printf '${text.replaceAll('\n', '\\n')}' > "$${to}"`;
  const decoded = 'while read -r line; do echo decoded; done < "$ctl" > "$hyp"';
  return engineThat([...(words === null ? [] : [write(words, 'ctm')]), write(phrases, 'seg'), decoded].join('\n'));
}

const written = (path: string) => expect.poll(() => stat(path).then(Boolean, () => false)).toBe(true);

async function silence(): Promise<string> {
  const pcmPath = join(folder, 'silence.pcm');
  await writeFile(pcmPath, Buffer.alloc(32_000));
  return pcmPath;
}

/** The recogniser needs about as long as the speech lasts, and several cases hear it. */
function shortestOf(speech: readonly SpeechSpan[]): SpeechSpan[] {
  return speech.toSorted((one, other) => one.endMs - one.startMs - (other.endMs - other.startMs)).slice(0, 1);
}

const FIRST_SECOND = [{ startMs: 0, endMs: 1_000 }];

const silent = async (hearer: PocketsphinxSpeechToText): Promise<Transcription> => ({
  engine: hearer,
  piece: piece(await silence(), 0, FIRST_SECOND),
});

const SECRET = 'what the program told the operator';
const HELLO = '0 1 0.1 0.2 hello 0.9\n';
/** A line of phrases. @param frame at which the phrase begins, ten milliseconds each */
const phrase = (text: string, frame = 5) => `0 S 1 T 1 A 1 L 1 ${frame} -10 -20 ${text} ${frame + 80}\n`;

describeSpeechToText('pocketsphinx', {
  working: {
    speech: async () => {
      const pcmPath = await decodeChannel('good-call.ogg', 1, folder);
      return { engine, piece: piece(pcmPath, 0, shortestOf(await speechIn(pcmPath))) };
    },
    silence: () => silent(engine),
    stuck: async () => {
      const pidFile = join(folder, 'stuck.pid');
      return { ...(await silent(await endlessEngine(pidFile))), started: () => written(pidFile) };
    },
    answering: { noCase: 'the output is read when the program has ended' },
    odd: [
      { what: 'no file of words', heard: false, words: null },
      { what: 'an empty file of words', heard: true, words: '' },
      { what: 'a line that is cut off', heard: true, words: '0 1 0.10 0.20 hello 0.9\n0 1 0.3' },
      { what: 'lines of another shape', heard: true, words: '<html>\nhello there\n\n7 1 0.1 0.1 hello 0.5\n' },
      { what: 'times that are none', heard: true, words: '0 1 soon long hello 0.9\n0 1 0.3 0.2 there 0.8\n' },
      { what: 'times outside of the cut', heard: true, words: '0 1 -4 9 hello 0.9\n0 1 99999 1 there 0.8\n' },
      { what: 'times in another order', heard: true, words: '0 1 0.5 0.2 there 0.9\n0 1 0.1 0.2 hello 0.8\n' },
      { what: 'probabilities that are none', heard: true, words: '0 1 0.1 0.2 hello high\n0 1 0.3 0.2 there 7\n' },
      { what: 'the same probability throughout', heard: true, words: '0 1 0.1 0.2 hello 1\n0 1 0.3 0.2 there 1\n' },
      { what: 'NUL in a word', heard: true, words: '0 1 0.1 0.2 hel\\000lo 0.5\n' },
      { what: 'a phrase that was not asked for', heard: true, words: HELLO, phrases: phrase('good day') },
      { what: 'a phrase after the cut', heard: true, words: HELLO, phrases: phrase('have a great day', 500) },
      { what: 'lines of no phrase', heard: true, words: HELLO, phrases: '<html>\n0 S 1 T 1 A 1 L 1 5' },
    ].map(({ words, phrases, ...each }) => ({
      ...each,
      transcription: async () => ({ ...(await silent(await engineThatWrites(words, phrases))), spot: SPOT }),
    })),
    longest: async () => silent(await engineThatWrites(HELLO)),
    knownVoice: { noCase: 'the program knows no voices' },
    spotting: async () => {
      const given = await silent(await engineThatWrites(HELLO, phrase('this call is recorded')));
      return { ...given, spot: ['This call is recorded', ...SPOT.slice(1)] };
    },
    preparation: { noCase: 'its capabilities are known from the start' },
    changed: { noCase: 'its capabilities never change' },
  },
  failures: [
    {
      what: 'a language other than English',
      retryable: false,
      transcription: async () => ({ ...(await silent(engine)), language: 'de' }),
    },
    {
      what: 'a program that is not there',
      retryable: true,
      transcription: () =>
        silent(new PocketsphinxSpeechToText({ program: { ...program, program: join(folder, 'absent') } })),
    },
    ...Object.entries({
      'a program that crashes': `echo "${SECRET} $ctl" >&2\nkill -SEGV $$`,
      'a program that fails': `echo "${SECRET} $ctl" >&2\nexit 1`,
      'a part that is not decoded': ': > "$ctm"\n: > "$hyp"',
    }).map(([what, script]) => ({
      what,
      retryable: true,
      transcription: async () => silent(await engineThat(script)),
    })),
  ],
  secrets: [SECRET],
  unusable: async () => new PocketsphinxSpeechToText({ program: { ...program, hmm: folder } }),
});

describe('what can go wrong', () => {
  it('refuses a language other than English, and says so in a word', async () => {
    const heard = engine.transcribe(piece(await silence(), 0, FIRST_SECOND), { ...options(), language: 'de' });
    await expect(heard).rejects.toMatchObject({ retryable: false, code: 'language_unsupported' });
  });

  it('understands silence as no words', async () => {
    const heard = await engine.transcribe(piece(await silence(), 0, FIRST_SECOND), options());
    expect(heard).toEqual({ segments: [], language: 'en', spotted: [], providerSeconds: null });
  });

  it('says at start-up that a model does not load, and names no path to a client', async () => {
    const broken = new PocketsphinxSpeechToText({ program: { ...program, hmm: folder } });
    await expect(broken.check()).rejects.toThrow('does not decode');
    const error = await broken
      .transcribe(piece(await silence(), 0, FIRST_SECOND), options())
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
    expect(String(error)).not.toContain(folder);
  });

  it('ends the process when the call is given up', async () => {
    const pidFile = join(folder, 'endless.pid');
    const endless = await endlessEngine(pidFile);
    const givenUp = new AbortController();
    const signal = givenUp.signal;
    const heard = endless.transcribe(piece(join(folder, 'any.pcm'), 0, FIRST_SECOND), options({ signal }));
    await written(pidFile);
    givenUp.abort(new Error('given up'));
    await expect(heard).rejects.toThrow('given up');
    const pid = Number(await readFile(pidFile, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
