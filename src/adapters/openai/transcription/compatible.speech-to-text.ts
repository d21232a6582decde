// Transcription with any other server that has OpenAI's `/audio/transcriptions`: speaches, LocalAI, vLLM, Ollama, whisper.cpp.
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
  sumOfTokens,
  type TranscribeOptions,
} from '../../../ports/speech-to-text.js';
import { type UploadEncoder, type UploadFormat, withEncodedPiece } from '../../vendor/audio-upload.js';
import type { TellOperator } from '../../vendor/engine-remark.js';
import { maxResponseBytes, refuseMoreThanHeard } from '../../vendor/response-limits.js';
import type { OpenAiClient } from '../openai-client.js';
import { checkModels } from '../openai-models.js';
import { retryUnusableResponse } from '../openai-retry.js';
import { withTokens } from '../openai-usage.js';
import { cutUtterances } from './cut-utterances.js';
import { DiarizationEndpoint } from './diarization-endpoint.js';
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
  /** Receives one sentence for the operator for each property found out about the server. */
  readonly warn: TellOperator;
  /** Default: the clock of the process. */
  readonly now?: () => number;
}

/** 10 minutes of wav are 19 MB; vLLM and Ollama take up to 25 MB. */
const MAX_PIECE_MS = 600_000;

/**
 * Limits as for OpenAI's models, but stricter: the model is not known, and a mean over words is higher than the mean log
 * probability of their tokens.
 */
const HEARING: HearingLimits = { minScore: 0.65, minSnrDb: 15, needsWideBand: false };

interface Hearing {
  readonly transcript: PieceTranscript;
  /** Null when no words were heard. */
  readonly givesTimes: boolean | null;
}

/**
 * Requests `verbose_json` and reads whatever the server returns: segments with times, perhaps with speakers, or only text. When
 * the server refuses `verbose_json` and then accepts the same recording with `json`, the rest of the call uses `json`. After
 * several such calls, or after a refusal that names the format, all calls of an hour use it. Some servers give times with `json`
 * too. Parameters that only OpenAI supports (chunking, known speakers, granularities) are not sent.
 *
 * Before the first recording is cut, a sample of its speech shows whether the server gives times. Each response checks this
 * again: several consistent ones in a row are needed before further recordings are cut differently. A server that returns only
 * text (Ollama, llama.cpp, vLLM with most models) gets one utterance at a time. A single response without times affects only its
 * piece: a piece that was planned for times and comes back as text is sent again by utterance, so that no text covers more than
 * was said in its time.
 */
export class CompatibleSpeechToText extends SpeechToText {
  readonly isCharged = true;
  readonly engine: SpeechEngine;
  readonly #options: CompatibleSpeechToTextOptions;
  readonly #encoder: UploadEncoder;
  readonly #diarization: DiarizationEndpoint | null;
  /** Refusals of `verbose_json` for recordings that the server then accepted with `json`. */
  readonly #verboseRefusal: ServerRefusal;
  /** Whether responses have times: a server may give them with one format and not with the other. */
  readonly #verboseTiming = new ServerHabit();
  readonly #jsonTiming = new ServerHabit();
  /** True once the operator was warned: the next warning comes only after the server has given times again. */
  #hasWarned = false;
  /** Lets only one call at a time ask the server, so that calls that begin together ask once. */
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
   * Sends a sample to find out whether the server gives times. A server that refuses the sample shows nothing: the recording is
   * cut by utterance, which suits every server. One that refuses the key is asked again after an operator has acted, and nothing
   * is cut before.
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

  /** Timing habit for the format in use. */
  get #timing(): ServerHabit {
    return this.#verboseRefusal.holds ? this.#jsonTiming : this.#verboseTiming;
  }

  /** `json` need not contain times, so they are expected only after they were seen once. */
  get #expectsNoTimes(): boolean {
    const { known } = this.#timing;
    return this.#verboseRefusal.holds ? known !== true : known === false;
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const diarization = piece.channel === null ? this.#diarization : null;
    const isDiarized = piece.channel === null && this.capabilities.diarizesMono;
    const isUtterance = !isDiarized && cutUtterances(piece, []).length === 1;
    const isAsOne = isUtterance || !this.#expectsNoTimes;
    const whole = isAsOne ? await this.#hear(piece, options) : null;
    // A server that gives no times is asked again, by utterance.
    const asOne = whole && (isUtterance || whole.givesTimes !== false) ? whole.transcript : null;
    if (asOne !== null && (diarization === null || asOne.segments.length === 0)) return asOne;
    const finding = diarization?.turnsOf(piece, options) ?? Promise.resolve([]);
    const turns = await (isAsOne ? afterAnswer(finding) : finding);
    const isAnswered = isAsOne || turns.length > 0;
    const transcript = asOne ?? (await this.#hearUtterances(cutUtterances(piece, turns), whole, isAnswered, options));
    return turns.length === 0 ? transcript : assignSpeakers(transcript, turns);
  }

  /**
   * @param whole the answer for all of the piece, which could not be used; null where none was asked for
   * @param isAnswered whether the server has answered for a part of the piece before
   */
  async #hearUtterances(
    utterances: readonly SpeechPiece[],
    whole: Hearing | null,
    isAnswered: boolean,
    options: TranscribeOptions,
  ): Promise<PieceTranscript> {
    const heard: PieceTranscript[] = [];
    for (const utterance of utterances) {
      const hearing = this.#hear(utterance, options);
      const { transcript } = await (isAnswered || heard.length > 0 ? afterAnswer(hearing) : hearing);
      heard.push(transcript);
    }
    const tokens = sumOfTokens(whole === null ? heard : [whole.transcript, ...heard]);
    return { ...join(heard), ...(tokens && { tokens }) };
  }

  /** Rejects when the server cannot be reached or refuses the key; only warns about models and paths that it lacks. */
  async check(): Promise<void> {
    const { client, model, diarizationModel, warn } = this.#options;
    const models = this.#diarization === null || diarizationModel === null ? [model] : [model, diarizationModel];
    for (const { sentence, level } of await checkModels(client, 'transcription', models)) warn(sentence, level);
    await this.#diarization?.check();
  }

  async #hear(piece: SpeechPiece, options: TranscribeOptions): Promise<Hearing> {
    const answers: unknown[] = [];
    return withEncodedPiece(this.#encoder, piece, options, (file) =>
      retryUnusableResponse(async (): Promise<Hearing> => {
        const answer = await this.#sendAudio(file, piece, options);
        answers.push(answer);
        refuseMoreThanHeard(answer, piece);
        const timed = givesTimes(answer);
        const transcript = readVerboseResponse(timed === false ? withoutTimes(answer) : answer, piece);
        const counted = withTokens(transcript, answers);
        const hearing = { transcript: counted, givesTimes: timed === true ? !isOneLongSegment(transcript) : timed };
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

/** True for a refusal that names its reason; any other may concern the recording, or a temporary fault. */
function namesFormat({ param, message }: APIError): boolean {
  return param === 'response_format' || /response_format|verbose_json/.test(message);
}

/** Joins the transcripts of utterances in their order. The language is that of most of the text. */
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
