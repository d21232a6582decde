// The diarization of a compatible server: who speaks when, without the words (speaches, LocalAI).
import { APIError, NotFoundError } from 'openai';
import type { SpeechPiece, TranscribeOptions } from '../../ports/speech-to-text.js';
import { type UploadEncoder, withEncodedPiece } from './openai-audio-upload.js';
import type { OpenAiClient } from './openai-client.js';
import { CHECK_DEADLINE_MS } from './openai-models.js';
import { retryUnusableAnswer } from './openai-retry.js';
import { readSpeakerTurns, type SpeakerTurn } from './openai-transcription-answer.js';

export interface DiarizationEndpointOptions {
  readonly client: OpenAiClient;
  readonly encoder: UploadEncoder;
  /** Relative to the base URL, e.g. `/audio/diarization`. */
  readonly path: string;
  /** speaches and LocalAI require one; null sends none. */
  readonly model: string | null;
  /** Receives a sentence for the operator. */
  readonly warn: (sentence: string) => void;
}

export class DiarizationEndpoint {
  readonly #options: DiarizationEndpointOptions;
  #missing = false;

  constructor(options: DiarizationEndpointOptions) {
    this.#options = options;
  }

  /** True once the server has answered 404: it has no such path, or not the model. True until the service restarts. */
  get missing(): boolean {
    return this.#missing;
  }

  /** @returns no turns where the endpoint is missing; the service then separates the voices itself */
  async turnsOf(piece: SpeechPiece, options: TranscribeOptions): Promise<SpeakerTurn[]> {
    if (this.#missing) return [];
    return withEncodedPiece(this.#options.encoder, piece, options, (file) =>
      retryUnusableAnswer(async () => {
        const answer = await this.#send(file, options.signal);
        return answer === null ? [] : readSpeakerTurns(answer, piece);
      }),
    );
  }

  /** Asks without a recording: a server that has the path refuses that with another status than 404. */
  async check(): Promise<void> {
    const { client, path } = this.#options;
    const signal = new AbortController().signal;
    const found = await client.call({ task: 'transcription', signal, deadlineMs: CHECK_DEADLINE_MS }, (sdk, request) =>
      sdk.get<unknown>(path, request).then(
        () => true,
        (error: unknown) => {
          if (error instanceof APIError && error.status !== undefined && error.status < 500)
            return error.status !== 404;
          throw error;
        },
      ),
    );
    if (!found) this.#giveUp();
  }

  async #send(file: File, signal: AbortSignal): Promise<unknown> {
    const { client, path, model } = this.#options;
    const answer = await client.call({ task: 'transcription', signal }, (sdk, request) => {
      const form = new FormData();
      form.append('file', file);
      form.append('response_format', 'json');
      if (model !== null) form.append('model', model);
      return sdk.post<unknown>(path, { ...request, body: form }).catch((error: unknown) => {
        if (error instanceof NotFoundError) return null;
        throw error;
      });
    });
    if (answer === null) this.#giveUp();
    return answer;
  }

  #giveUp(): void {
    const { path, model, warn } = this.#options;
    if (this.#missing) return;
    this.#missing = true;
    const named = model === null ? '' : `, or not the model ${model} (OPENAI_DIARIZATION_MODEL)`;
    warn(
      `The transcription server has no ${path} (OPENAI_DIARIZATION_PATH)${named}. Until the next start, this service separates the voices of mono calls itself.`,
    );
  }
}
