// AssemblyAI's transcription of recordings: upload, request, and polling until the job has ended.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import { afterAnswer, ProviderError } from '../../ports/provider-error.js';
import {
  type HearingLimits,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import type { JobKey, VendorJob, VendorJobs } from '../../ports/vendors/vendor-jobs.js';
import { type UploadFormat, withEncodedPiece } from '../vendor/audio-upload.js';
import { readHeardWords } from '../vendor/heard-words.js';
import { ProviderFailure, readOrRefuse, withoutKeys } from '../vendor/provider-failure.js';
import { maxResponseBytes } from '../vendor/response-limits.js';
import type { VendorClient } from '../vendor/vendor-client.js';
import { AssemblyAiApi, type AssemblyAiTranscript, type TranscriptRequest } from './assemblyai-api.js';

export interface AssemblyAiSpeechToTextOptions {
  readonly client: VendorClient;
  readonly decoder: AudioDecoder;
  /** e.g. `universal-3-pro` */
  readonly model: string;
  /** The store of the jobs, once the application has opened it. */
  readonly jobs: () => VendorJobs;
  /** Default flac: lossless, and cheaper to encode than Opus. */
  readonly uploadFormat?: UploadFormat;
  /** First wait between two looks at a job. Default 3 s, as in AssemblyAI's SDK. */
  readonly pollMs?: number;
}

/** AssemblyAI takes ten hours; encoding adds padding. */
const MAX_PIECE_MS = 10 * 3_600_000 - 60_000;
/** AssemblyAI's maximum of an upload is 2.2 GB. */
const MAX_UPLOAD_BYTES = 2_200_000_000;
const MAX_POLL_MS = 10_000;
/** Jobs over the account's limit wait in a queue. A run that has waited this long gives its slot back; another looks again. */
const PATIENCE_MS = 30 * 60_000;
/** AssemblyAI's list is eventually consistent: a job that it does not show for this long after its request does not exist. */
const LISTED_WITHIN_MS = 5 * 60_000;
/** A forgotten job that was sent and is not listed is looked for no longer than this. */
const LEFT_LISTED_WITHIN_MS = 3_600_000;
/** No figure of theirs was measured here: limits as for OpenAI's models, which are trained on telephone speech too. */
const HEARING: HearingLimits = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };

/**
 * A channel, or a mono recording with a label for each speaker. AssemblyAI's redaction, summaries and sentiment are not asked
 * for.
 *
 * A job is paid for when it ends, read or not. So it is a row (`vendor_job`) with the address of its audio before it is
 * requested, and with its id as soon as that is known. Where the request was sent and its answer was lost, the list of
 * transcripts shows the job by the address of its audio, which no other job has. docs/decisions/0036-speech-vendors.md has the
 * cases.
 */
export class AssemblyAiSpeechToText extends SpeechToText {
  readonly isCharged = true;
  override get leavesCopies(): boolean {
    return true;
  }

  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: MAX_PIECE_MS,
    diarizesMono: true,
    carriesSpeakers: false,
    timesSegments: true,
  };
  readonly #options: AssemblyAiSpeechToTextOptions;
  readonly #api: AssemblyAiApi;

  constructor(options: AssemblyAiSpeechToTextOptions) {
    super();
    this.#options = options;
    this.#api = new AssemblyAiApi(options.client);
    const { model } = options;
    this.engine = {
      name: `assemblyai:${model}`,
      grade: 'production',
      accuracy: `AssemblyAI's ${model}, with its speaker labels for mono recordings.`,
      hearing: HEARING,
    };
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const jobs = this.#options.jobs();
    options.signal.throwIfAborted();
    const asked = this.#requestFor(piece, options);
    const key = this.#keyOf(piece, asked);
    const job = (await jobs.find(key)) ?? (await jobs.keepUpload(key, await this.#upload(piece, options)));
    const id = job.vendorId ?? (await this.#idOf(key, job, asked, options.signal));
    return afterAnswer(this.#hear(key, id, piece, options));
  }

  override async forget(piece: SpeechPiece, options: TranscribeOptions): Promise<void> {
    await this.#options.jobs().forget(this.#keyOf(piece, this.#requestFor(piece, options)));
  }

  /** A refused key or an unreachable vendor ends the round; a job that cannot be deleted yet stays for the next one. */
  override async sweep(signal: AbortSignal): Promise<void> {
    const jobs = this.#options.jobs();
    for (const left of await jobs.findLeft(this.engine.name)) {
      const isUnknown = left.vendorId === null && left.sentMsAgo !== null;
      const id = isUnknown ? await this.#api.findListed(left, signal, true) : left.vendorId;
      const isLate = (left.sentMsAgo ?? 0) > LEFT_LISTED_WITHIN_MS;
      const isDone = id === null ? !isUnknown || isLate : await this.#api.delete(id, signal);
      await jobs.settleLeft(left.id, isDone);
    }
  }

  /** Rejects when AssemblyAI cannot be reached or refuses the key. It has no list of its models. */
  async check(): Promise<void> {
    await this.#api.check();
  }

  #requestFor({ channel }: SpeechPiece, { language }: TranscribeOptions): TranscriptRequest {
    return {
      speech_models: [this.#options.model],
      ...(language === null ? { language_detection: true } : { language_code: language }),
      ...(channel === null && { speaker_labels: true }),
    };
  }

  #keyOf({ channel, startMs, endMs }: SpeechPiece, asked: TranscriptRequest): JobKey {
    const said = JSON.stringify([channel, startMs, endMs, asked]);
    return { engine: this.engine.name, fingerprint: createHash('sha256').update(said).digest('hex') };
  }

  #upload(piece: SpeechPiece, options: TranscribeOptions): Promise<string> {
    const { decoder, uploadFormat: format = 'flac' } = this.#options;
    return withEncodedPiece({ decoder, format, maxBytes: MAX_UPLOAD_BYTES }, piece, options, (file) =>
      this.#api.upload(file, options.signal),
    );
  }

  async #idOf(key: JobKey, job: VendorJob, asked: TranscriptRequest, signal: AbortSignal): Promise<string> {
    const jobs = this.#options.jobs();
    if (job.sentMsAgo !== null) {
      const listed = await afterAnswer(this.#findSent(job, job.sentMsAgo, signal));
      if (listed !== null) {
        await jobs.keepId(key, listed);
        return listed;
      }
    }
    if (!(await jobs.keepSending(key, job.sends))) {
      return afterAnswer(Promise.reject(failing(new Error('another worker requests the job'))));
    }
    const id = await this.#send(key, job, asked, signal);
    await jobs.keepId(key, id);
    return id;
  }

  /** Waits for the list to show the job. @returns null once it would show it, had the request arrived */
  async #findSent(job: VendorJob, sentMsAgo: number, signal: AbortSignal): Promise<string | null> {
    const until = performance.now() + LISTED_WITHIN_MS - sentMsAgo;
    for (;;) {
      const listed = await this.#api.findListed(job, signal);
      if (listed !== null || performance.now() > until) return listed;
      await wait(this.#options.pollMs ?? MAX_POLL_MS, signal);
    }
  }

  /** A failure after which a job may exist leaves the row as it is: the next run looks for the job. */
  async #send(key: JobKey, job: VendorJob, asked: TranscriptRequest, signal: AbortSignal): Promise<string> {
    const jobs = this.#options.jobs();
    let id: string | null;
    try {
      id = await this.#api.request({ audio_url: job.audioUrl, ...asked }, signal);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.code === 'provider_failed' && !error.retryable) throw failing(error.cause);
      if (isUnread(error)) await jobs.withdraw(key, job.sends + 1);
      else if (!error.retryable) await jobs.forget(key);
      throw error;
    }
    if (id !== null) return id;
    // The audio was uploaded with the key of another project.
    await jobs.forget(key);
    throw failing(new Error('the uploaded audio is not accessible'));
  }

  async #hear(key: JobKey, id: string, piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { signal, language } = options;
    const until = performance.now() + PATIENCE_MS;
    for (let waitMs = this.#options.pollMs ?? 3_000; ; waitMs = Math.min(waitMs * 1.5, MAX_POLL_MS)) {
      const transcript = await this.#api.read(id, maxResponseBytes(piece), signal);
      if (transcript === null) {
        await this.#options.jobs().forget(key);
        throw failing(new Error('the job is gone'));
      }
      if (transcript.status === 'completed') return await this.#heard(key, transcript, piece, language);
      if (transcript.status === 'error') return this.#failed(key, String(transcript.error), language);
      if (performance.now() > until) {
        throw new ProviderFailure('transcription', new Error('the job has not ended')).trouble('slow', false);
      }
      await wait(waitMs, signal);
    }
  }

  /** A call that fails by words that cannot be used may be started again, and then has another job. */
  async #heard(key: JobKey, transcript: AssemblyAiTranscript, piece: SpeechPiece, language: string | null) {
    try {
      return readOrRefuse(() => heard(transcript, piece, language));
    } catch (error) {
      await this.#options.jobs().forget(key);
      throw error;
    }
  }

  /** A job that failed costs nothing. AssemblyAI asks to request it again, where the audio is not the reason. */
  async #failed(key: JobKey, words: string, language: string | null): Promise<PieceTranscript> {
    if (/no spoken audio|too short/i.test(words)) {
      return { segments: [], language: null, spotted: [], providerSeconds: null };
    }
    await this.#options.jobs().forget(key);
    const failure = new ProviderFailure('transcription', new Error(withoutKeys(words)));
    if (language !== null && /language/i.test(words)) {
      throw failure.refused({ status: 400, headers: undefined, isQuota: false, isLanguage: true });
    }
    throw failure.trouble('failing', false);
  }
}

function heard(transcript: AssemblyAiTranscript, piece: SpeechPiece, language: string | null): PieceTranscript {
  const { text, words, language_code, audio_duration: seconds } = transcript;
  const given = { text, words, language: language === null ? language_code : null, seconds };
  return readHeardWords(given, piece, { unit: 1e-3, withLabels: piece.channel === null });
}

function isUnread({ trouble }: ProviderError): boolean {
  return trouble !== null && (!trouble.sent || trouble.certain);
}

function failing(cause: unknown): ProviderError {
  return new ProviderFailure('transcription', cause).trouble('failing', false);
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
