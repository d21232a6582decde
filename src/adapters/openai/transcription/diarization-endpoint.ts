// The diarization of a compatible server: who speaks when, without the words (speaches, LocalAI).
import { APIError, NotFoundError } from 'openai';
import type { BeforeSending, SpeechPiece, TranscribeOptions } from '../../../ports/speech-to-text.js';
import { type UploadEncoder, withEncodedPiece } from '../../vendor/audio-upload.js';
import { maxResponseBytes } from '../../vendor/response-limits.js';
import type { OpenAiClient } from '../openai-client.js';
import { CHECK_DEADLINE_MS } from '../openai-models.js';
import { retryUnusableResponse } from '../openai-retry.js';
import { readSpeakerTurns, type SpeakerTurn } from './openai-transcription-response.js';
import { ASK_AGAIN_MS, MIN_SAME_ANSWERS } from './server-habit.js';

export interface DiarizationEndpointOptions {
  readonly client: OpenAiClient;
  readonly encoder: UploadEncoder;
  /** Relative to the base URL, e.g. `/audio/diarization`. */
  readonly path: string;
  /** speaches and LocalAI require one; null sends none. */
  readonly model: string | null;
  /** Receives a sentence for the operator. */
  readonly warn: (sentence: string) => void;
  readonly now: () => number;
}

export class DiarizationEndpoint {
  readonly #options: DiarizationEndpointOptions;
  #missing = false;
  #askAgainAt = 0;

  constructor(options: DiarizationEndpointOptions) {
    this.#options = options;
  }

  /** True once the server has answered 404 throughout: it has no such path, or not the model. */
  get missing(): boolean {
    return this.#missing;
  }

  /** @returns no turns where the endpoint is missing; the service then separates the voices itself */
  async turnsOf(piece: SpeechPiece, options: TranscribeOptions): Promise<SpeakerTurn[]> {
    if (this.#missing) return [];
    return withEncodedPiece(this.#options.encoder, piece, options, (file) =>
      retryUnusableResponse(async () => {
        const answer = await this.#sendUntilFound(file, piece, options.signal);
        return answer === null ? [] : readSpeakerTurns(answer, piece);
      }),
    );
  }

  /** Asks an endpoint that was missing for the speakers of a sample, at most once an hour. A failure changes nothing. */
  async lookAgain(sample: SpeechPiece, options: TranscribeOptions, beforeSending: BeforeSending): Promise<void> {
    if (!this.#missing || this.#options.now() < this.#askAgainAt) return;
    await beforeSending();
    this.#askAgainAt = this.#options.now() + ASK_AGAIN_MS;
    try {
      const answer = await withEncodedPiece(this.#options.encoder, sample, options, (file) =>
        this.#send(file, sample, options.signal),
      );
      this.#missing = answer === null;
    } catch {
      options.signal.throwIfAborted();
    }
  }

  /**
   * Asks without a recording: a server that has the path refuses that with another status than 404. The next mono call asks again
   * with a sample.
   */
  async check(): Promise<void> {
    const { client, path } = this.#options;
    const signal = new AbortController().signal;
    const found = await client.call(
      { task: 'transcription', signal, isCheck: true, deadlineMs: CHECK_DEADLINE_MS },
      (sdk, request) =>
        sdk.get<unknown>(path, request).then(
          () => true,
          (error: unknown) => {
            if (error instanceof APIError && error.status !== undefined && error.status < 500)
              return error.status !== 404;
            throw error;
          },
        ),
    );
    if (!found) this.#giveUp(this.#options.now());
  }

  /** One 404 may be that of a proxy, or of a server that has just started. */
  async #sendUntilFound(file: File, piece: SpeechPiece, signal: AbortSignal): Promise<unknown> {
    for (let asked = 0; asked < MIN_SAME_ANSWERS; asked++) {
      const answer = await this.#send(file, piece, signal);
      if (answer !== null) return answer;
    }
    this.#giveUp(this.#options.now() + ASK_AGAIN_MS);
    return null;
  }

  /** @returns null for 404 */
  async #send(file: File, piece: SpeechPiece, signal: AbortSignal): Promise<unknown> {
    const { client, path, model } = this.#options;
    return client.call({ task: 'transcription', signal, maxResponseBytes: maxResponseBytes(piece) }, (sdk, request) => {
      const form = new FormData();
      form.append('file', file);
      form.append('response_format', 'json');
      if (model !== null) form.append('model', model);
      return sdk.post<unknown>(path, { ...request, body: form }).catch((error: unknown) => {
        if (error instanceof NotFoundError) return null;
        throw error;
      });
    });
  }

  #giveUp(askAgainAt: number): void {
    const { path, model, warn } = this.#options;
    if (this.#missing) return;
    this.#missing = true;
    this.#askAgainAt = askAgainAt;
    const named = model === null ? '' : `, or not the model ${model} (OPENAI_DIARIZATION_MODEL)`;
    warn(
      `The transcription server has no ${path} (OPENAI_DIARIZATION_PATH)${named}. This service separates the voices of mono calls itself, and asks again once an hour.`,
    );
  }
}
