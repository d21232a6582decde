// The speech engine for a machine without an API key or an installed model: one pocketsphinx process for each piece.
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { AccountTurns } from '../../platform/concurrency/account-turns.js';
import { ProviderError } from '../../ports/provider-error.js';
import {
  type HeardPhrase,
  type HeardSegment,
  type HearingLimits,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../ports/transcript.js';
import { CUT_STEP_MS, cutSpeech } from '../cut-speech.js';
import { tidyHeard } from '../tidy-heard.js';

/** `pocketsphinx_batch` and the files of its US English model. */
export interface PocketsphinxProgram {
  readonly program: string;
  /** Added to the environment, e.g. `LD_LIBRARY_PATH` of an unpacked package. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the acoustic model. */
  readonly hmm: string;
  readonly lm: string;
  readonly dict: string;
}

export interface PocketsphinxOptions {
  readonly program: PocketsphinxProgram;
  /** Maximum concurrent decoders, each with one thread and about 110 MB. Default: one per processor. */
  readonly concurrency?: number;
}

const BYTES_PER_MS = 32;
/** The decoder counts in frames of 10 ms. */
const FRAME_MS = CUT_STEP_MS;
/** The lattice of an utterance grows with its length: long music that is taken for speech must not fill the memory. */
const MAX_CUT_MS = 60_000;
/** Processor time per time of speech: 0.2 clean, 0.6 in noise. The program has a low priority: on a busy machine (two cores, a
 *  load of 20), 13 s of speech took longer than 110 s. The limit ends a program that hangs, not one that waits for its turn. */
const TIMEOUT = { perAudioMs: 60, startMs: 120_000 };
/** A long phrase is rarely matched by chance; a short one often, so it must be matched better. */
const SPOT_THRESHOLD = { long: '1e-20', short: '1e-10' };
const LONG_PHRASE_WORDS = 4;
/** Limits the length of a spotted phrase, because the decoder does not give its end. */
const MAX_SPOTTED_WORD_MS = 600;
const STDERR_CHARS = 2_000;

/**
 * Measured on the sample calls: each channel heard with under 15 % of words wrong has a mean confidence of 0.75 or more, and
 * those that lost what the agent said 0.60 or less. Through a telephone band up to a third of the words are wrong at confidences
 * up to 0.8, and at a signal-to-noise ratio of 25 dB half of them.
 */
const HEARING: HearingLimits = { minScore: 0.65, minSnrDb: 30, needsWideBand: true };

/**
 * Gives one utterance for each span of speech.
 * Text is lower case without punctuation, numbers are words; every word has times and a confidence.
 */
export class PocketsphinxSpeechToText extends SpeechToText {
  readonly isCharged = false;
  readonly engine: SpeechEngine = {
    name: 'pocketsphinx',
    grade: 'demo',
    accuracy:
      'US English only; about 7 % of words wrong on the clean sample calls, 30 % on clear real speech, unusable on typical phone audio.',
    hearing: HEARING,
  };
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: 600_000,
    diarizesMono: false,
    carriesSpeakers: false,
    timesSegments: true,
  };
  private readonly program: PocketsphinxProgram;
  private readonly known = new Map<string, boolean>();
  private readonly processes: AccountTurns;

  constructor(options: PocketsphinxOptions) {
    super();
    this.program = options.program;
    this.processes = new AccountTurns(options.concurrency ?? availableParallelism());
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    if (options.language !== null && options.language !== 'en') {
      throw new ProviderError('The local speech engine understands English only.', {
        retryable: false,
        code: 'language_unsupported',
      });
    }
    const cuts = piece.speech.flatMap((span) => cutSpeech(span, MAX_CUT_MS));
    const folder = await mkdtemp(join(options.scratchDir, 'pocketsphinx-'));
    try {
      const words = await this.decode(piece.pcmPath, cuts, folder, options.signal);
      const spotted = await this.spot(piece.pcmPath, cuts, options.spot, folder, options.signal);
      const segments = tidyHeard(segmentsOf(cuts, words), piece);
      return { segments, language: 'en', spotted, providerSeconds: null };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Decodes half a second of silence: the only probe that touches program, libraries and model. */
  async check(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'pocketsphinx-'));
    try {
      const silence = join(folder, 'silence.pcm');
      await writeFile(silence, Buffer.alloc(500 * BYTES_PER_MS));
      await this.decode(silence, [{ startMs: 0, endMs: 500 }], folder, new AbortController().signal);
    } catch (error) {
      throw new Error('pocketsphinx is present but does not decode; reinstall it with its US English model.', {
        cause: error,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Words of each cut, in order. */
  private async decode(pcmPath: string, cuts: readonly SpeechSpan[], folder: string, signal: AbortSignal) {
    const words = join(folder, 'words.ctm');
    const { lm } = this.program;
    // Against the default language weight of 6.5, 5 brings 9.1 % wrong words down to 6.7 % on the good sample call. The
    // bound on hypotheses per frame (default 30000) changes no word there and halves the work in noise.
    const search = ['-lm', lm, '-lw', '5', '-maxhmmpf', '6000', '-ctm', words];
    await this.run(pcmPath, cuts, folder, search, signal);
    return readWords(await readOutput(words), cuts);
  }

  private async spot(
    pcmPath: string,
    cuts: readonly SpeechSpan[],
    wanted: readonly string[],
    folder: string,
    signal: AbortSignal,
  ): Promise<HeardPhrase[]> {
    const phrases = await this.spottable(wanted);
    if (phrases.size === 0) return [];
    const list = join(folder, 'phrases.kws');
    const found = join(folder, 'phrases.seg');
    const lines = [...phrases.keys()].map((phrase) => {
      const threshold = phrase.split(' ').length >= LONG_PHRASE_WORDS ? SPOT_THRESHOLD.long : SPOT_THRESHOLD.short;
      return `${phrase} /${threshold}/\n`;
    });
    await writeFile(list, lines.join(''));
    await this.run(pcmPath, cuts, folder, ['-kws', list, '-hypseg', found], signal);
    return readPhrases(await readOutput(found), cuts).flatMap((heard) => {
      const phrase = phrases.get(heard.phrase);
      return phrase === undefined ? [] : [{ ...heard, phrase }];
    });
  }

  /** Phrases of two words or more, all in the dictionary (an unknown word ends the decoder), by their plain form. */
  private async spottable(wanted: readonly string[]): Promise<Map<string, string>> {
    const plain = wanted.map((phrase) => ({ phrase, words: phrase.toLowerCase().match(/[a-z']+/g) ?? [] }));
    await this.lookUp(new Set(plain.flatMap(({ words }) => words)));
    const usable = plain.filter(
      ({ words }) => words.length > 1 && words.every((word) => this.known.get(word) === true),
    );
    return new Map(usable.map(({ phrase, words }) => [words.join(' '), phrase]));
  }

  private async lookUp(words: Set<string>): Promise<void> {
    const unknown = new Set([...words].filter((word) => !this.known.has(word)));
    if (unknown.size === 0) return;
    const found = new Set<string>();
    for await (const line of createInterface({ input: createReadStream(this.program.dict) })) {
      const word = line.slice(0, line.search(/\s/));
      if (unknown.has(word)) found.add(word);
    }
    for (const word of unknown) this.known.set(word, found.has(word));
  }

  private async run(
    pcmPath: string,
    cuts: readonly SpeechSpan[],
    folder: string,
    search: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const hypotheses = join(folder, 'text.hyp');
    const control = join(folder, 'cuts.ctl');
    const audio = join(folder, 'audio.raw');
    // pocketsphinx splits control lines at blanks and adds the extension itself, so it reads the recording through a link.
    await symlink(resolve(pcmPath), audio).catch(ignoreExisting);
    await writeFile(control, cuts.map(controlLine).join(''));
    const { hmm, dict } = this.program;
    const args = [
      ...['-hmm', hmm, '-dict', dict, ...search],
      ...['-adcin', 'yes', '-cepdir', folder, '-cepext', '.raw'],
      ...['-ctl', control, '-hyp', hypotheses, '-logfn', '/dev/null'],
    ];
    const audioMs = cuts.reduce((sum, cut) => sum + cut.endMs - cut.startMs, 0);
    await this.processes.run(() => this.execute(args, TIMEOUT.startMs + TIMEOUT.perAudioMs * audioMs, signal), signal);
    // pocketsphinx exits with 0 even when it could not read the recording.
    const decoded = (await readOutput(hypotheses)).split('\n').filter((line) => line !== '').length;
    if (decoded !== cuts.length) throw notDecoded(new Error(`${decoded} of ${cuts.length} utterances`));
  }

  /** Resolves on exit status 0. The process has ended when the promise settles. */
  private execute(args: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((done, fail) => {
      const child = spawn(this.program.program, args, {
        env: { ...this.program.env, LC_ALL: 'C' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let timedOut = false;
      let stderr = '';
      let spawnError: Error | null = null;
      const kill = (): void => {
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => {
        timedOut = true;
        kill();
      }, timeoutMs);
      signal.addEventListener('abort', kill, { once: true });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr = (stderr + text).slice(-STDERR_CHARS);
      });
      child.once('spawn', () => lowerPriority(child.pid));
      child.once('error', (error) => {
        spawnError = error;
      });
      child.once('close', (status, endSignal) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', kill);
        if (signal.aborted) fail(signal.reason);
        else if (status === 0 && spawnError === null) done();
        else {
          const message = timedOut ? 'The local speech engine took too long.' : 'The local speech engine failed.';
          const cause = spawnError ?? new Error(`status ${status ?? endSignal}: ${stderr}`);
          fail(new ProviderError(message, { retryable: true, cause }));
        }
      });
    });
  }
}

/** Reads a file that the program has written. A missing file is a failure of the program. */
function readOutput(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw notDecoded(cause);
  });
}

function notDecoded(cause: unknown): ProviderError {
  return new ProviderError('The local speech engine did not decode the whole recording.', { retryable: true, cause });
}

/** Recognition must not slow down the API on the same machine. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // The process has already ended.
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** `file first-frame last-frame utterance`; the utterance's fields come back in every line of the results. */
function controlLine(cut: SpeechSpan, index: number): string {
  const offsetSeconds = (cut.startMs / 1000).toFixed(2);
  return `audio ${cut.startMs / FRAME_MS} ${cut.endMs / FRAME_MS} ${index},1,x,${offsetSeconds}\n`;
}

/** CTM: `utterance channel start duration word confidence`, seconds from the recording's start. */
function readWords(ctm: string, cuts: readonly SpeechSpan[]): Word[][] {
  const words: Word[][] = cuts.map(() => []);
  for (const line of ctm.split('\n')) {
    const [utterance, , start, duration, spelling, confidence] = line.split(/\s+/);
    if (spelling === undefined || /^[<[+]/.test(spelling)) continue;
    const startMs = Math.round(Number(start) * 1000);
    const endMs = startMs + Math.round(Number(duration) * 1000);
    // A line of another shape.
    if (Number.isNaN(endMs)) continue;
    const probability = Math.min(1, Math.max(0, Number(confidence)));
    words[Number(utterance)]?.push({
      // `read(2)` is the second way to say `read`.
      text: spelling.replace(/\(\d+\)$/, ''),
      startMs,
      endMs,
      confidence: Number.isNaN(probability) ? null : probability,
    });
  }
  return words;
}

/** Segmentation: `utterance,… S n T n A n L n (frame score score phrase)… end-frame`, frames from the cut's start. */
function readPhrases(segmentation: string, cuts: readonly SpeechSpan[]): HeardPhrase[] {
  const heard: HeardPhrase[] = [];
  for (const line of segmentation.split('\n')) {
    const cut = cuts[Number.parseInt(line, 10)];
    if (cut === undefined) continue;
    for (const match of line.matchAll(/ (\d+) -?\d+ -?\d+ ([a-z][a-z' ]*?)\s+(?=(\d+))/g)) {
      const phrase = match[2] ?? '';
      const startMs = cut.startMs + Number(match[1]) * FRAME_MS;
      const nextMs = cut.startMs + Number(match[3]) * FRAME_MS;
      const endMs = Math.min(nextMs, startMs + phrase.split(' ').length * MAX_SPOTTED_WORD_MS, cut.endMs);
      if (endMs > startMs) heard.push({ phrase, startMs, endMs });
    }
  }
  return heard.sort((a, b) => a.startMs - b.startMs);
}

function segmentsOf(cuts: readonly SpeechSpan[], wordsByCut: readonly Word[][]): HeardSegment[] {
  return cuts.flatMap((_, index) => {
    const words = wordsByCut[index] ?? [];
    const first = words[0];
    const last = words.at(-1);
    if (first === undefined || last === undefined) return [];
    const text = words.map((word) => word.text).join(' ');
    return [
      { speaker: null, startMs: first.startMs, endMs: last.endMs, text, confidence: meanConfidence(words), words },
    ];
  });
}

function meanConfidence(words: readonly Word[]): number | null {
  const given = words.flatMap((word) => (word.confidence === null ? [] : [word.confidence]));
  if (given.length === 0) return null;
  return Math.round((given.reduce((sum, value) => sum + value, 0) / given.length) * 1000) / 1000;
}
