// Transcription by any other server with OpenAI's `/audio/transcriptions`: speaches, LocalAI, vLLM, Ollama, whisper.cpp.
import { BadRequestError, UnprocessableEntityError } from 'openai';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import {
  type HearingLimits,
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
import { retryUnusableAnswer } from './openai-retry.js';
import { assignSpeakers, readVerboseAnswer } from './openai-transcription-answer.js';

export interface CompatibleSpeechToTextOptions {
  readonly client: OpenAiClient;
  readonly decoder: AudioDecoder;
  readonly model: string;
  /**
   * Path of the server's diarization endpoint, relative to the base URL, e.g. `/audio/diarization` (speaches, LocalAI); null
   * when it has none.
   */
  readonly diarizationPath: string | null;
  /** Model for the diarization endpoint (speaches requires one); null sends none. */
  readonly diarizationModel?: string | null;
  /** Default wav: the only format that whisper.cpp's server takes without conversion. */
  readonly uploadFormat?: UploadFormat;
  /** False for servers that answer with text alone (Ollama, llama.cpp): the pipeline then cuts pieces per utterance group. */
  readonly timesSegments?: boolean;
  /** Receives one sentence for the operator for each problem found by {@link CompatibleSpeechToText.check}. */
  readonly warn: (sentence: string) => void;
}

/** 10 minutes of wav are 19 MB; vLLM and Ollama take up to 25 MB. */
const MAX_PIECE_MS = 600_000;

/**
 * As for OpenAI's models, but stricter: the model is not known, and a mean over words is higher than the mean log probability of
 * their tokens.
 */
const HEARING: HearingLimits = { minScore: 0.65, minSnrDb: 15, needsWideBand: false };

/**
 * Asks for `verbose_json` and reads whatever the server puts into the body: segments with times, perhaps with speakers, or
 * only text. When the server refuses `verbose_json` and then takes the same recording with `json`, all later requests ask for
 * `json`. Parameters that only OpenAI supports (chunking, known speakers, granularities) are not sent.
 */
export class CompatibleSpeechToText extends SpeechToText {
  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities;
  readonly #options: CompatibleSpeechToTextOptions;
  /** True once the server has refused a recording with `verbose_json` and taken it with `json`. */
  #refusesVerbose = false;

  constructor(options: CompatibleSpeechToTextOptions) {
    super();
    this.#options = options;
    this.engine = {
      name: `compatible:${options.model}`,
      grade: 'production',
      accuracy: `As good as ${options.model} on the configured server; it is not known here.`,
      hearing: HEARING,
    };
    this.capabilities = {
      maxPieceMs: MAX_PIECE_MS,
      diarizesMono: options.diarizationPath !== null,
      carriesSpeakers: false,
      timesSegments: options.timesSegments ?? true,
    };
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { decoder, uploadFormat, diarizationPath } = this.#options;
    const encoder = { decoder, format: uploadFormat ?? 'wav' };
    return withEncodedPiece(encoder, piece, options, async (file) => {
      const transcript = await retryUnusableAnswer(async () =>
        readVerboseAnswer(await this.#sendAudio(file, options), piece),
      );
      if (piece.channel !== null || diarizationPath === null || transcript.segments.length === 0) return transcript;
      return retryUnusableAnswer(async () =>
        assignSpeakers(transcript, await this.#diarize(diarizationPath, file, options), piece),
      );
    });
  }

  /** Rejects when the server cannot be reached or refuses the key; only warns when it does not list the model. */
  async check(): Promise<void> {
    const { client, model, warn } = this.#options;
    for (const sentence of await checkModels(client, 'transcription', [model])) warn(sentence);
  }

  #sendAudio(file: File, { language, signal }: TranscribeOptions): Promise<unknown> {
    const { client, model } = this.#options;
    const form = { file, model, ...(language !== null && { language }) };
    return client.call({ task: 'transcription', signal }, async (sdk, request): Promise<unknown> => {
      const sendForText = () => sdk.audio.transcriptions.create({ ...form, response_format: 'json' }, request);
      if (this.#refusesVerbose) return sendForText();
      try {
        return await sdk.audio.transcriptions.create({ ...form, response_format: 'verbose_json' }, request);
      } catch (error) {
        if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) throw error;
        const answer = await sendForText();
        this.#refusesVerbose = true;
        return answer;
      }
    });
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
