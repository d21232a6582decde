import { BadRequestError, UnprocessableEntityError } from 'openai';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import {
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import { type UploadFormat, withEncodedPiece } from './openai-audio-upload.js';
import type { OpenAiClient } from './openai-client.js';
import { checkModels } from './openai-models.js';
import { secondTry } from './openai-second-try.js';
import { assignSpeakers, readVerboseAnswer } from './openai-transcription-answer.js';

export interface CompatibleSpeechToTextOptions {
  readonly client: OpenAiClient;
  readonly decoder: AudioDecoder;
  readonly model: string;
  /**
   * Where the server tells speakers apart, relative to the base URL, e.g. `/audio/diarization` (speaches, LocalAI); null
   * when it does not.
   */
  readonly diarizationPath: string | null;
  /** Sent to the diarization endpoint (speaches demands one); null sends none. */
  readonly diarizationModel?: string | null;
  /** Default wav: the one format that whisper.cpp's server takes as it comes. */
  readonly uploadFormat?: UploadFormat;
  /** False for servers known to answer with text alone (Ollama, llama.cpp): pieces are then cut per utterance group. */
  readonly timesSegments?: boolean;
  /** Receives one sentence for the operator per finding of {@link CompatibleSpeechToText.check}. */
  readonly warn: (sentence: string) => void;
}

/** 10 minutes of wav are 19 MB: below the 25 MB that vLLM and Ollama take. */
const LONGEST_PIECE_MS = 600_000;

/**
 * Any other server with OpenAI's `/audio/transcriptions`: speaches, LocalAI, vLLM, Ollama, whisper.cpp.
 *
 * Asks for `verbose_json` and believes the body alone: segments with times, a speaker per segment where there is one, or
 * only text, which becomes one segment over the piece's speech. A server that refuses `verbose_json` is asked for `json`,
 * from then on at once.
 * Nothing that only OpenAI knows (chunking, known speakers, granularities) is sent.
 */
export class CompatibleSpeechToText extends SpeechToText {
  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities;
  readonly #options: CompatibleSpeechToTextOptions;
  /** The server has refused it, and then taken the same recording with another. */
  #refusesVerbose = false;

  constructor(options: CompatibleSpeechToTextOptions) {
    super();
    this.#options = options;
    this.engine = {
      name: `compatible:${options.model}`,
      grade: 'production',
      accuracy: `As good as ${options.model} on the configured server; it is not known here.`,
    };
    this.capabilities = {
      maxPieceMs: LONGEST_PIECE_MS,
      diarizesMono: options.diarizationPath !== null,
      carriesSpeakers: false,
      timesSegments: options.timesSegments ?? true,
    };
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { client, decoder, uploadFormat } = this.#options;
    const call = { task: 'transcription', signal: options.signal } as const;
    return withEncodedPiece({ decoder, format: uploadFormat ?? 'wav' }, piece, options, async (file) => {
      const hear = async () => {
        const answer: unknown = await client.call(call, async (sdk, request): Promise<unknown> => {
          const form = {
            file,
            model: this.#options.model,
            ...(options.language !== null && { language: options.language }),
          };
          const plain = () => sdk.audio.transcriptions.create({ ...form, response_format: 'json' }, request);
          if (this.#refusesVerbose) return plain();
          try {
            return await sdk.audio.transcriptions.create({ ...form, response_format: 'verbose_json' }, request);
          } catch (error) {
            if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) throw error;
            const heard = await plain();
            this.#refusesVerbose = true;
            return heard;
          }
        });
        return readVerboseAnswer(answer, piece);
      };
      const transcript = await secondTry(hear);
      const { diarizationPath } = this.#options;
      if (piece.channel !== null || diarizationPath === null || transcript.segments.length === 0) return transcript;
      const diarize = async () =>
        assignSpeakers(transcript, await this.#diarize(diarizationPath, file, options), piece);
      return secondTry(diarize);
    });
  }

  /** Rejects when the server cannot be reached or refuses the key; a model it does not list is warned of. */
  async check(): Promise<void> {
    const { client, model, warn } = this.#options;
    for (const sentence of await checkModels(client, 'transcription', [model])) warn(sentence);
  }

  #diarize(path: string, file: File, options: TranscribeOptions): Promise<unknown> {
    const { client, diarizationModel } = this.#options;
    return client.call({ task: 'transcription', signal: options.signal }, (sdk, request) => {
      const form = new FormData();
      form.append('file', file);
      form.append('response_format', 'json');
      if (diarizationModel != null) form.append('model', diarizationModel);
      return sdk.post<unknown>(path.startsWith('/') ? path : `/${path}`, { ...request, body: form });
    });
  }
}
