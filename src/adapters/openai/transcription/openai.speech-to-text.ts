// OpenAI's transcription, with its diarization model for mono recordings.
import type OpenAI from 'openai';
import type { AudioDecoder } from '../../../ports/audio-decoder.js';
import {
  CapabilitiesChanged,
  type HearingLimits,
  type KnownVoice,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../../ports/speech-to-text.js';
import { type UploadFormat, wavDataUrl, withEncodedPiece } from '../../vendor/audio-upload.js';
import type { TellOperator } from '../../vendor/engine-remark.js';
import { maxResponseBytes } from '../../vendor/response-limits.js';
import type { OpenAiClient } from '../openai-client.js';
import { checkModels } from '../openai-models.js';
import { retryUnusableResponse } from '../openai-retry.js';
import { withTokens } from '../openai-usage.js';
import { isModelGone, OptionalModel } from '../optional-model.js';
import { readDiarizedResponse, readPlainResponse, readVerboseResponse } from './openai-transcription-response.js';
import { MIN_SAME_ANSWERS } from './server-habit.js';

export interface OpenAiSpeechToTextOptions {
  readonly client: OpenAiClient;
  readonly decoder: AudioDecoder;
  /** Model for the channels of a stereo recording, and for mono without a diarization model, e.g. `gpt-transcribe`. */
  readonly transcriptionModel: string;
  /** Model for mono recordings that labels the speakers, e.g. `gpt-4o-transcribe-diarize` (until 2027-02-26); or null. */
  readonly diarizationModel: string | null;
  /** Default ogg, the smallest: the longest piece is 4 MB (Opus at 24 kbit/s). */
  readonly uploadFormat?: UploadFormat;
  /** Receives one sentence for the operator per finding of {@link OpenAiSpeechToText.check}. */
  readonly warn: TellOperator;
  /** Default: the clock of the process. */
  readonly now?: () => number;
}

/** The `response_format` of a request. */
type ResponseFormat = 'json' | 'verbose_json' | 'diarized_json';

/** The only models that give the probabilities of their tokens; OpenAI refuses the request for them with any other. */
const LOGPROB_MODELS = new Set(['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-4o-mini-transcribe-2025-12-15']);

/** The 4o models refuse audio over 1400 s, and encoding adds padding. */
const MAX_OGG_PIECE_MS = 1_300_000;
/** flac and wav take up to 32 kB per second: 12 minutes stay below the size limit of 25 MiB. */
const MAX_LOSSLESS_PIECE_MS = 720_000;
const MAX_KNOWN_SPEAKERS = 4;
/** Returned instead of a response when the model is gone. */
const MODEL_GONE = Symbol('model gone');
const MIN_SAMPLE_MS = 2000;
const MAX_SAMPLE_MS = 10_000;

/**
 * Whisper itself calls a segment failed below a mean log probability of -1, and clear speech lies above -0.5, a probability of
 * 0.6. These models are trained on telephone speech, and down to 15 dB noise costs them few words.
 */
const HEARING: HearingLimits = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };

/**
 * A channel of a stereo recording goes to the transcription model, which gives no speaker labels. A mono piece goes to the
 * diarization model if one is configured; its segments get the labels of the given voices where the model recognises them,
 * and otherwise new labels that are unique to the piece. Without a diarization model, mono is treated like a channel.
 *
 * `capabilities.timesSegments` is about pieces that are not diarized. It is false for gpt-transcribe and the 4o models, which
 * answer with text alone: the pipeline must cut such pieces per utterance group. Diarized pieces (channel null and
 * `diarizesMono` true) always have times and may be as long as `maxPieceMs`.
 */
export class OpenAiSpeechToText extends SpeechToText {
  readonly isCharged = true;
  readonly engine: SpeechEngine;
  readonly #options: OpenAiSpeechToTextOptions;
  readonly #format: UploadFormat;
  readonly #diarization: OptionalModel | null;

  constructor(options: OpenAiSpeechToTextOptions) {
    super();
    this.#options = options;
    this.#format = options.uploadFormat ?? 'ogg';
    const { transcriptionModel, diarizationModel } = options;
    this.engine = {
      name: `openai:${transcriptionModel}`,
      grade: 'production',
      accuracy:
        diarizationModel === null
          ? `OpenAI's ${transcriptionModel}; speakers of mono recordings are told by what they say.`
          : `OpenAI's ${transcriptionModel}, and ${diarizationModel} for mono recordings.`,
      hearing: HEARING,
    };
    const replaceable = diarizationModel === transcriptionModel ? null : diarizationModel;
    this.#diarization =
      replaceable === null ? null : new OptionalModel(options.client, replaceable, options.now ?? Date.now);
  }

  get capabilities(): SpeechCapabilities {
    const diarizes = this.#diarizationModel() !== null;
    return {
      maxPieceMs: this.#format === 'ogg' ? MAX_OGG_PIECE_MS : MAX_LOSSLESS_PIECE_MS,
      diarizesMono: diarizes,
      carriesSpeakers: diarizes,
      timesSegments: responseFormatOf(this.#options.transcriptionModel) !== 'json',
    };
  }

  override get shortfall(): string | null {
    if (this.#diarization?.isGone !== true) return null;
    return `The provider no longer offers the model that tells speakers apart, ${this.#diarization.name} (OPENAI_DIARIZATION_MODEL); the service separates the voices of mono calls itself.`;
  }

  /** Checks from time to time whether a withdrawn diarization model is offered again. */
  override async prepare(sample: SpeechPiece, { signal }: TranscribeOptions): Promise<void> {
    if (sample.channel === null) await this.#diarization?.lookAgain(signal);
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { client, decoder, transcriptionModel } = this.#options;
    const diarizationModel = piece.channel === null ? this.#diarizationModel() : null;
    const diarize = diarizationModel !== null;
    const model = diarizationModel ?? transcriptionModel;
    const format = diarize ? 'diarized_json' : responseFormatOf(model);
    const voices = diarize ? await nameVoices(options.voices, piece.pcmPath) : [];

    return withEncodedPiece({ decoder, format: this.#format }, piece, options, async (file) => {
      const form = {
        file,
        model,
        response_format: format,
        ...(options.language !== null && { language: options.language }),
        ...(format === 'verbose_json' && { timestamp_granularities: ['segment' as const, 'word' as const] }),
        ...(LOGPROB_MODELS.has(model) && { include: ['logprobs' as const] }),
        ...(format === 'diarized_json' && { chunking_strategy: 'auto' as const }),
        ...(voices.length > 0 && {
          known_speaker_names: voices.map(({ name }) => name),
          known_speaker_references: voices.map(({ reference }) => reference),
        }),
      };
      const send = () =>
        client.call(
          { task: 'transcription', signal: options.signal, maxResponseBytes: maxResponseBytes(piece) },
          (sdk, request): Promise<unknown> =>
            sendForm(sdk, form, request).catch((error: unknown) => {
              if (diarize && this.#diarization !== null && isModelGone(error)) return MODEL_GONE;
              throw error;
            }),
        );
      const answers: unknown[] = [];
      const hear = async () => {
        let answer = await send();
        // A single refusal may come from a proxy: it must not remove the speakers from the calls of an hour.
        for (let asked = 1; answer === MODEL_GONE && asked < MIN_SAME_ANSWERS; asked++) answer = await send();
        if (answer === MODEL_GONE) {
          this.#diarization?.markGone();
          throw new CapabilitiesChanged();
        }
        answers.push(answer);
        return withTokens(this.#read(answer, format, piece, voices, diarize), answers);
      };
      return retryUnusableResponse(hear);
    });
  }

  /** Rejects when the provider cannot be reached or refuses the key; only warns about models that it does not list. */
  async check(): Promise<void> {
    const { client, transcriptionModel, diarizationModel, warn } = this.#options;
    const models = diarizationModel === null ? [transcriptionModel] : [transcriptionModel, diarizationModel];
    for (const { sentence, level } of await checkModels(client, 'transcription', models)) warn(sentence, level);
  }

  /** Null when none is configured, and while the provider does not offer it. */
  #diarizationModel(): string | null {
    return this.#diarization?.isGone === true ? null : this.#options.diarizationModel;
  }

  #read(
    answer: unknown,
    format: ResponseFormat,
    piece: SpeechPiece,
    voices: readonly NamedVoice[],
    withLabels: boolean,
  ): PieceTranscript {
    if (format === 'json') return readPlainResponse(answer, piece);
    if (format === 'verbose_json') return readVerboseResponse(answer, piece);
    const transcript = readDiarizedResponse(answer, piece);
    const label = withLabels ? labelTranslator(voices, piece) : () => null;
    const segments = transcript.segments.map((segment) => ({ ...segment, speaker: label(segment.speaker) }));
    return { ...transcript, segments };
  }
}

function responseFormatOf(model: string): ResponseFormat {
  if (model.startsWith('whisper')) return 'verbose_json';
  return model.includes('diarize') ? 'diarized_json' : 'json';
}

async function sendForm(
  sdk: OpenAI,
  form: OpenAI.Audio.TranscriptionCreateParamsNonStreaming,
  request: { signal: AbortSignal },
): Promise<unknown> {
  return sdk.audio.transcriptions.create(form, request);
}

interface NamedVoice {
  readonly label: string;
  /** The name for this voice in the request. */
  readonly name: string;
  readonly reference: string;
}

async function nameVoices(voices: readonly KnownVoice[], pcmPath: string): Promise<readonly NamedVoice[]> {
  const usable = voices
    .filter(({ sample }) => sample.endMs - sample.startMs >= MIN_SAMPLE_MS)
    .slice(0, MAX_KNOWN_SPEAKERS);
  return Promise.all(
    usable.map(async ({ label, sample }, index) => {
      const endMs = Math.min(sample.endMs, sample.startMs + MAX_SAMPLE_MS);
      const reference = await wavDataUrl(pcmPath, { startMs: sample.startMs, endMs });
      return { label, name: `speaker_${index + 1}`, reference };
    }),
  );
}

/**
 * Translates the provider's names of known voices back to the caller's labels. New voices get labels that are unique to this
 * piece: the provider starts again at `A` with each request, so `B` in one piece and `B` in another are not one voice.
 */
function labelTranslator(voices: readonly NamedVoice[], piece: SpeechPiece): (given: string | null) => string | null {
  const known = new Map(voices.map(({ name, label }) => [name, label]));
  return (given) => (given === null ? null : (known.get(given) ?? `${given}@${piece.startMs}`));
}
