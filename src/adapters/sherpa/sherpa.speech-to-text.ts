// Speech to text by an installed neural model, in a child process: a damaged model ends the process that loads it.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ProviderError } from '../../ports/provider-error.js';
import {
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
import { cutSpeech } from '../cut-speech.js';
import { type SherpaModel, verifySherpaModel } from './sherpa-model.js';

export interface SherpaOptions {
  readonly model: SherpaModel;
  /** Program of the child process; default the compiled file beside this one. */
  readonly workerPath?: string;
  /** Default one per processor, at most four: more do not make these models faster. */
  readonly threads?: number;
}

/** The models attend over the whole utterance, so memory grows with the square of its length. */
const MAX_CUT_MS = 30_000;
const LOAD_TIMEOUT_MS = 180_000;
/** Real time factors stated by the publisher: 0.03 to 0.3 with two threads; a busy machine may take several times that. */
const TIMEOUT = { perAudioMs: 6, startMs: 30_000 };
/** Length of a token whose end the model does not give: about one syllable. */
const TOKEN_MS = 200;
const STDERR_CHARS = 2_000;

const replyShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
  z.object({
    type: z.literal('decoded'),
    results: z.array(
      z.object({
        text: z.string(),
        lang: z.string().default(''),
        tokens: z.array(z.string()).default([]),
        /** Seconds from the utterance's start, one per token, or none at all. */
        timestamps: z.array(z.number()).default([]),
        durations: z.array(z.number()).default([]),
        ys_log_probs: z.array(z.number()).default([]),
      }),
    ),
  }),
]);

type Reply = z.infer<typeof replyShape>;
type Decoded = Extract<Reply, { type: 'decoded' }>['results'][number];

interface Worker {
  readonly child: ChildProcess;
  stderr: string;
}

/**
 * By the publisher's figures these models lose a third of a point through a telephone, and half a point over background noise.
 */
const HEARING: HearingLimits = { minScore: 0.65, minSnrDb: 15, needsWideBand: false };

/**
 * An installed neural model in a child process, which is kept between pieces, started again when it has died, and does
 * one piece at a time. Words have times where the model gives token times, a confidence where it gives probabilities.
 */
export class SherpaSpeechToText extends SpeechToText {
  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: 600_000,
    diarizesMono: false,
    carriesSpeakers: false,
    timesSegments: true,
  };
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SherpaOptions) {
    super();
    const { preset, languages } = options.model.manifest;
    this.engine = {
      name: `sherpa:${preset}`,
      grade: 'local',
      accuracy: `Neural model on this machine (${languages.length === 1 ? languages[0] : `${languages.length} languages`}); by its publisher's figures 6 to 11 % of words wrong on clear speech, more on the telephone.`,
      hearing: HEARING,
    };
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { languages } = this.options.model.manifest;
    if (options.language !== null && !languages.includes(options.language)) {
      throw new ProviderError('The installed speech model does not know the language of this call.', {
        retryable: false,
      });
    }
    const cuts = piece.speech.flatMap((span) => cutSpeech(span, MAX_CUT_MS));
    const audioMs = cuts.reduce((sum, cut) => sum + cut.endMs - cut.startMs, 0);
    const request = { type: 'decode', pcmPath: resolve(piece.pcmPath), spans: cuts };
    const reply = await this.runInTurn(options.signal, async () => {
      const worker = await this.getLoadedWorker(options.signal);
      return this.ask(worker, request, TIMEOUT.startMs + TIMEOUT.perAudioMs * audioMs, options.signal);
    });
    if (reply.type !== 'decoded' || reply.results.length !== cuts.length) throw failure(reply);
    const only = languages.length === 1 ? languages[0] : null;
    const detected = reply.results.map(({ lang }) => /^[a-z]{2}$/.exec(lang)?.[0]).find((lang) => lang !== undefined);
    return {
      segments: reply.results.flatMap((decoded, index) => segmentOf(decoded, cuts[index])),
      language: options.language ?? detected ?? only ?? null,
      spotted: [],
      providerSeconds: null,
    };
  }

  /** Loads the model and keeps it. */
  async check(): Promise<void> {
    const never = new AbortController().signal;
    const { preset } = this.options.model.manifest;
    await this.runInTurn(never, () => this.getLoadedWorker(never)).catch((error: unknown) => {
      if (error instanceof ProviderError && error.pausesEngine) throw error.cause;
      throw new Error(
        `The speech model ${preset} does not load; install it again (npm run models:install -- ${preset}) after deleting its folder.`,
        { cause: error },
      );
    });
  }

  /** Ends the child process; a later piece starts another. */
  close(): void {
    this.worker?.child.kill('SIGKILL');
    this.worker = null;
  }

  private runInTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async getLoadedWorker(signal: AbortSignal): Promise<Worker> {
    if (this.worker !== null) return this.worker;
    const { model, workerPath, threads } = this.options;
    await verifySherpaModel(model).catch((error: unknown) => {
      throw new ProviderError('The local speech model cannot be used.', {
        retryable: false,
        pausesEngine: true,
        cause: error,
      });
    });
    // Verifying a large model takes seconds, and `ask` does not see a signal that aborted before it.
    signal.throwIfAborted();
    // The child gets none of the service's environment: it holds secrets, and the library needs none of it.
    const child = fork(workerPath ?? join(import.meta.dirname, 'sherpa.worker.js'), [], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = { child, stderr: '' };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      worker.stderr = (worker.stderr + text).slice(-STDERR_CHARS);
    });
    child.once('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    this.worker = worker;
    const config = recogniserConfig(model, threads ?? Math.min(4, availableParallelism()));
    const reply = await this.ask(worker, { type: 'load', config }, LOAD_TIMEOUT_MS, signal);
    if (reply.type !== 'loaded') {
      this.close();
      throw failure(reply);
    }
    return worker;
  }

  /** Sends one request and waits for its reply. After a failure the process has ended, and the next piece starts another. */
  private ask(worker: Worker, request: object, timeoutMs: number, signal: AbortSignal): Promise<Reply> {
    const { child } = worker;
    return new Promise((done, fail) => {
      let timedOut = false;
      const kill = (): void => {
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => {
        timedOut = true;
        kill();
      }, timeoutMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', kill);
        child.off('message', onMessage).off('close', onEnd).off('error', onError);
        setKeptAlive(child, false);
      };
      const onMessage = (message: unknown): void => {
        settle();
        const reply = replyShape.safeParse(message);
        if (reply.success) done(reply.data);
        else fail(new ProviderError('The local speech engine gave an unusable answer.', { retryable: true }));
      };
      const onEnd = (status: number | null, endSignal: string | null): void => {
        settle();
        if (this.worker === worker) this.worker = null;
        const message = timedOut ? 'The local speech engine took too long.' : 'The local speech engine failed.';
        const cause = new Error(`status ${status ?? endSignal}: ${worker.stderr}`);
        fail(signal.aborted ? signal.reason : new ProviderError(message, { retryable: true, cause }));
      };
      const onError = (cause: Error): void => {
        kill();
        if (child.pid !== undefined) return;
        settle();
        fail(new ProviderError('The local speech engine could not be started.', { retryable: true, cause }));
      };
      child.on('message', onMessage).on('close', onEnd).on('error', onError);
      signal.addEventListener('abort', kill, { once: true });
      setKeptAlive(child, true);
      child.send(request, (error) => {
        // The process is ending; its `close` event settles the promise.
        if (error !== null) kill();
      });
    });
  }
}

/** An idle child must not keep the service from exiting. */
function setKeptAlive(child: ChildProcess, alive: boolean): void {
  if (alive) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function failure(reply: Reply): ProviderError {
  const cause = new Error(reply.type === 'failed' ? reply.reason : `unexpected reply ${reply.type}`);
  return new ProviderError('The local speech engine failed.', { retryable: true, cause });
}

function recogniserConfig({ folder, manifest }: SherpaModel, numThreads: number): object {
  const { files } = manifest;
  const at = (file: string): string => join(folder, file);
  if (files.kind !== 'nemo-ctc' && files.kind !== 'nemo-transducer') throw new Error(`${folder} is no recogniser`);
  const common = { tokens: at(files.tokens), numThreads, provider: 'cpu', debug: 0 };
  const featConfig = { sampleRate: 16_000, featureDim: 80 };
  if (files.kind === 'nemo-ctc') return { featConfig, modelConfig: { nemoCtc: { model: at(files.model) }, ...common } };
  const transducer = { encoder: at(files.encoder), decoder: at(files.decoder), joiner: at(files.joiner) };
  return { featConfig, modelConfig: { transducer, modelType: 'nemo_transducer', ...common } };
}

function segmentOf(decoded: Decoded, cut: SpeechSpan | undefined): HeardSegment[] {
  const plain = decoded.text.trim();
  if (cut === undefined || plain === '') return [];
  const words = wordsOf(decoded, cut);
  const first = words?.[0];
  const last = words?.at(-1);
  if (words === null || first === undefined || last === undefined) {
    return [{ speaker: null, ...cut, text: plain, confidence: null, words: null }];
  }
  const text = words.map((word) => word.text).join(' ');
  const confidence = mean(words.flatMap((word) => (word.confidence === null ? [] : [word.confidence])));
  return [{ speaker: null, startMs: first.startMs, endMs: last.endMs, text, confidence, words }];
}

/** Words from tokens: one begins where a token begins with a blank. Null without token times. */
function wordsOf(decoded: Decoded, cut: SpeechSpan): Word[] | null {
  const { tokens, timestamps, durations, ys_log_probs: logProbabilities } = decoded;
  if (tokens.length === 0 || timestamps.length !== tokens.length) return null;
  const words: { text: string; startMs: number; endMs: number; logProbabilities: number[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    const spelling = token.replace(/^[\u2581\s]+/, '');
    const startMs = within(cut, cut.startMs + (timestamps[index] ?? 0) * 1000);
    const nextMs = within(cut, cut.startMs + (timestamps[index + 1] ?? Number.POSITIVE_INFINITY) * 1000);
    const lengthMs = durations.length === tokens.length ? (durations[index] ?? 0) * 1000 : TOKEN_MS;
    const endMs = Math.max(startMs, Math.min(nextMs, within(cut, startMs + lengthMs)));
    const running = words.at(-1);
    if (running === undefined || spelling !== token)
      words.push({ text: spelling, startMs, endMs, logProbabilities: [] });
    else {
      running.text += spelling;
      running.endMs = endMs;
    }
    const logProbability = logProbabilities.length === tokens.length ? logProbabilities[index] : undefined;
    if (logProbability !== undefined) words.at(-1)?.logProbabilities.push(logProbability);
  }
  return words
    .filter((word) => word.text !== '')
    .map(({ logProbabilities: given, ...word }) => {
      const logProbability = mean(given);
      return { ...word, confidence: logProbability === null ? null : rounded(Math.min(1, Math.exp(logProbability))) };
    });
}

const within = (cut: SpeechSpan, timeMs: number): number =>
  Math.round(Math.min(cut.endMs, Math.max(cut.startMs, timeMs)));

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
