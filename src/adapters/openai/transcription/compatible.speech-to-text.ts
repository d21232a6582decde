// Transcription by any other server with OpenAI's `/audio/transcriptions`: speaches, LocalAI, vLLM, Ollama, whisper.cpp.
import { type APIError, BadRequestError, UnprocessableEntityError } from 'openai';
import { Semaphore } from '../../../platform/concurrency/semaphore.js';
import type { AudioDecoder } from '../../../ports/audio-decoder.js';
import { afterAnswer, ProviderError } from '../../../ports/provider-error.js';
import {
  type BeforeSending,
  type HearingLimits,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../../ports/speech-to-text.js';
import type { OpenAiClient } from '../openai-client.js';
import { checkModels } from '../openai-models.js';
import { retryUnusableResponse } from '../openai-retry.js';
import { maxResponseBytes, refuseMoreThanHeard } from '../response-limits.js';
import { cutUtterances } from './cut-utterances.js';
import { DiarizationEndpoint } from './diarization-endpoint.js';
import { type UploadEncoder, type UploadFormat, withEncodedPiece } from './openai-audio-upload.js';
import { assignSpeakers, readVerboseResponse } from './openai-transcription-response.js';
import { givesTimes, isOneLongSegment, withoutTimes } from './response-times.js';
import { ServerHabit, ServerRefusal } from './server-habit.js';

export interface CompatibleSpeechToTextOptions {
  readonly client: OpenAiClient;
  readonly decoder: AudioDecoder;
  readonly model: string;
  /**
   * Path of the server's diarization endpoint, relative to the base URL, e.g. `/audio/diarization` (speaches, LocalAI); null
   * when it has none.
   */
  readonly diarizationPath: string | null;
  /** Model for the diarization endpoint; null sends none. */
  readonly diarizationModel: string | null;
  /** Default wav: the only format that whisper.cpp's server takes without conversion. */
  readonly uploadFormat?: UploadFormat;
  /** Receives one sentence for the operator for each thing found out about the server. */
  readonly warn: (sentence: string) => void;
  /** Default: the clock of the process. */
  readonly now?: () => number;
}

/** 10 minutes of wav are 19 MB; vLLM and Ollama take up to 25 MB. */
const MAX_PIECE_MS = 600_000;

/**
 * As for OpenAI's models, but stricter: the model is not known, and a mean over words is higher than the mean log probability of
 * their tokens.
 */
const HEARING: HearingLimits = { minScore: 0.65, minSnrDb: 15, needsWideBand: false };

interface Hearing {
  readonly transcript: PieceTranscript;
  /** Null when no words were heard. */
  readonly givesTimes: boolean | null;
}

/**
 * Asks for `verbose_json` and reads whatever the server puts into the body: segments with times, perhaps with speakers, or
 * only text. When the server refuses `verbose_json` and then takes the same recording with `json`, the rest of the call is asked
 * for with `json`; after several such calls, or a refusal that names the format, so are all calls of an hour. Some servers give
 * times with `json` too. Parameters that only OpenAI supports (chunking, known speakers, granularities) are not sent.
 *
 * Whether the server gives times is found out before the first recording is cut, with a sample of its speech, and looked at
 * again with each response: several in a row must say otherwise before the next recordings are cut otherwise. A server that
 * answers with text alone (Ollama, llama.cpp, vLLM with most models) gets one utterance at a time. A single answer without
 * times counts for its piece alone: a piece that was planned for times and comes back as text is sent again by utterance, so
 * that no text stands for more than what was said in its time.
 */
export class CompatibleSpeechToText extends SpeechToText {
  readonly isCharged = true;
  readonly engine: SpeechEngine;
  readonly #options: CompatibleSpeechToTextOptions;
  readonly #encoder: UploadEncoder;
  readonly #diarization: DiarizationEndpoint | null;
  /** Of recordings with `verbose_json` that the server then took with `json`. */
  readonly #verboseRefusal: ServerRefusal;
  /** Whether answers have times: a server may give them with the one format and not with the other. */
  readonly #verboseTiming = new ServerHabit();
  readonly #jsonTiming = new ServerHabit();
  /** True once the operator was warned: the next warning comes only after the server has given times again. */
  #hasWarned = false;
  /** Calls that begin together ask the server once. */
  readonly #preparing = new Semaphore(1);

  constructor(options: CompatibleSpeechToTextOptions) {
    super();
    this.#options = options;
    const { client, decoder, model, diarizationPath: path, diarizationModel, warn, now = Date.now } = options;
    this.#verboseRefusal = new ServerRefusal(now);
    this.#encoder = { decoder, format: options.uploadFormat ?? 'wav' };
    this.#diarization =
      path === null
        ? null
        : new DiarizationEndpoint({ client, encoder: this.#encoder, path, model: diarizationModel, warn, now });
    this.engine = {
      name: `compatible:${model}`,
      grade: 'production',
      accuracy: `As good as ${model} on the configured server; it is not known here.`,
      hearing: HEARING,
    };
  }

  get capabilities(): SpeechCapabilities {
    return {
      maxPieceMs: MAX_PIECE_MS,
      diarizesMono: this.#diarization !== null && !this.#diarization.missing,
      carriesSpeakers: false,
      timesSegments: this.#timing.known === true,
    };
  }

  /**
   * A server that refuses the sample tells nothing: the recording is cut by utterance, which suits every server. One that refuses
   * the key is asked again when an operator has acted, and nothing is cut before.
   */
  override async prepare(
    sample: SpeechPiece,
    options: TranscribeOptions,
    beforeSending: BeforeSending = async () => undefined,
  ): Promise<void> {
    await this.#preparing.run(async () => {
      if (sample.channel === null) await this.#diarization?.lookAgain(sample, options, beforeSending);
      this.#verboseRefusal.askAgain();
      if (this.#verboseTiming.known !== null || this.#verboseRefusal.isSure) return;
      await beforeSending();
      try {
        await this.#hear(sample, options);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.retryable || error.pausesEngine) throw error;
      }
    }, options.signal);
  }

  /** Of the format that the server is asked for. */
  get #timing(): ServerHabit {
    return this.#verboseRefusal.holds ? this.#jsonTiming : this.#verboseTiming;
  }

  /** `json` need not have times, so that they are expected of it only once they were seen. */
  get #expectsNoTimes(): boolean {
    const { known } = this.#timing;
    return this.#verboseRefusal.holds ? known !== true : known === false;
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const diarization = piece.channel === null ? this.#diarization : null;
    const isDiarized = piece.channel === null && this.capabilities.diarizesMono;
    const isUtterance = !isDiarized && cutUtterances(piece, []).length === 1;
    const isAsOne = isUtterance || !this.#expectsNoTimes;
    const asOne = isAsOne ? await this.#hearAsOne(piece, isUtterance, options) : null;
    if (asOne !== null && (diarization === null || asOne.segments.length === 0)) return asOne;
    const finding = diarization?.turnsOf(piece, options) ?? Promise.resolve([]);
    const turns = await (isAsOne ? afterAnswer(finding) : finding);
    const isAnswered = isAsOne || turns.length > 0;
    const transcript = asOne ?? (await this.#hearUtterances(cutUtterances(piece, turns), isAnswered, options));
    return turns.length === 0 ? transcript : assignSpeakers(transcript, turns);
  }

  /** @returns null where the server gives no times and the piece may hold more than one utterance */
  async #hearAsOne(
    piece: SpeechPiece,
    isUtterance: boolean,
    options: TranscribeOptions,
  ): Promise<PieceTranscript | null> {
    const { transcript, givesTimes } = await this.#hear(piece, options);
    return !isUtterance && givesTimes === false ? null : transcript;
  }

  /** @param isAnswered whether the server has answered to a part of the piece before */
  async #hearUtterances(
    utterances: readonly SpeechPiece[],
    isAnswered: boolean,
    options: TranscribeOptions,
  ): Promise<PieceTranscript> {
    const heard: PieceTranscript[] = [];
    for (const utterance of utterances) {
      const hearing = this.#hear(utterance, options);
      const { transcript } = await (isAnswered || heard.length > 0 ? afterAnswer(hearing) : hearing);
      heard.push(transcript);
    }
    return join(heard);
  }

  /** Rejects when the server cannot be reached or refuses the key; only warns about models and paths that it lacks. */
  async check(): Promise<void> {
    const { client, model, diarizationModel, warn } = this.#options;
    const models = this.#diarization === null || diarizationModel === null ? [model] : [model, diarizationModel];
    for (const sentence of await checkModels(client, 'transcription', models)) warn(sentence);
    await this.#diarization?.check();
  }

  async #hear(piece: SpeechPiece, options: TranscribeOptions): Promise<Hearing> {
    return withEncodedPiece(this.#encoder, piece, options, (file) =>
      retryUnusableResponse(async (): Promise<Hearing> => {
        const answer = await this.#sendAudio(file, piece, options);
        refuseMoreThanHeard(answer, piece);
        const timed = givesTimes(answer);
        const transcript = readVerboseResponse(timed === false ? withoutTimes(answer) : answer, piece);
        const hearing = { transcript, givesTimes: timed === true ? !isOneLongSegment(transcript) : timed };
        this.#learn(hearing.givesTimes);
        return hearing;
      }),
    );
  }

  #learn(given: boolean | null): void {
    if (given === null) return;
    this.#timing.observe(given);
    const isLasting = !this.#verboseRefusal.holds || this.#verboseRefusal.isSure;
    const givesNone = isLasting ? this.#expectsNoTimes : this.#verboseTiming.known === false;
    if (givesNone && !this.#hasWarned) {
      this.#options.warn(
        'The transcription server answers with text alone, without times: until it gives times again, each utterance is a request of its own.',
      );
    }
    this.#hasWarned = givesNone;
  }

  #sendAudio(file: File, piece: SpeechPiece, { language, signal }: TranscribeOptions): Promise<unknown> {
    const { client, model } = this.#options;
    const form = { file, model, ...(language !== null && { language }) };
    const maxBytes = maxResponseBytes(piece);
    return client.call(
      { task: 'transcription', signal, maxResponseBytes: maxBytes },
      async (sdk, request): Promise<unknown> => {
        const sendForText = () => sdk.audio.transcriptions.create({ ...form, response_format: 'json' }, request);
        if (this.#verboseRefusal.holds) return sendForText();
        try {
          const verbose = await sdk.audio.transcriptions.create({ ...form, response_format: 'verbose_json' }, request);
          this.#verboseRefusal.taken();
          return verbose;
        } catch (error) {
          if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) throw error;
          const answer = await sendForText();
          this.#verboseRefusal.refused(namesFormat(error));
          return answer;
        }
      },
    );
  }
}

/** True for a refusal that says what it is about; any other may be about the recording, or a moment's trouble. */
function namesFormat({ param, message }: APIError): boolean {
  return param === 'response_format' || /response_format|verbose_json/.test(message);
}

/** Transcripts of utterances in their order as one. The language is that of most of the text. */
function join(heard: readonly PieceTranscript[]): PieceTranscript {
  const lengthOf = ({ segments }: PieceTranscript) => segments.reduce((sum, { text }) => sum + text.length, 0);
  const lengths = new Map<string, number>();
  for (const each of heard) {
    if (each.language !== null) lengths.set(each.language, (lengths.get(each.language) ?? 0) + lengthOf(each));
  }
  const seconds = heard.flatMap(({ providerSeconds }) => providerSeconds ?? []);
  return {
    segments: heard.flatMap(({ segments }) => segments),
    language: [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null,
    spotted: [],
    providerSeconds: seconds.length === 0 ? null : seconds.reduce((sum, each) => sum + each, 0),
  };
}
