// Speech to text by installed neural models, each kind in a child process of its own.
import { join, resolve } from 'node:path';
import { operatorCommand } from '../../platform/config/operator-command.js';
import { ProviderError } from '../../ports/provider-error.js';
import {
  type HearingLimits,
  type MonoTrack,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
  type VoiceTurn,
} from '../../ports/speech-to-text.js';
import { cutSpeech } from '../cut-speech.js';
import { tidyHeard } from '../tidy-heard.js';
import type { SherpaModel, SpeakerModels } from './sherpa-model.js';
import { SHERPA_PRESETS } from './sherpa-presets.js';
import { defaultThreads, failure, SherpaProcess } from './sherpa-process.js';
import { voiceTurns } from './sherpa-voices.js';
import { segmentOf } from './sherpa-words.js';

export interface SherpaOptions {
  readonly model: SherpaModel;
  /** Null: the engine does not separate voices. */
  readonly speakers?: SpeakerModels | null;
  /** Program of the child processes; default the compiled file beside this one. */
  readonly workerPath?: string;
  /** Default one per processor, at most four: more do not make these models faster. */
  readonly threads?: number;
}

/** The models attend over the whole utterance, so memory grows with the square of its length. */
const MAX_CUT_MS = 30_000;
/** Real time factors stated by the publisher: 0.03 to 0.3 with two threads; a busy machine may take several times that. */
const TIMEOUT = { perAudioMs: 6, startMs: 30_000 };
/** Stated by the publisher: 0.11 with one thread. Without an answer the call goes on with less sure voices. */
const DIARIZATION_TIMEOUT = { perAudioMs: 1, startMs: 60_000 };
/**
 * Longest recording that is diarized. The clustering compares all windows, one a second and voice, with each other: an hour takes
 * 0.2 GB for that beside 0.3 GB for the samples, ten hours would take 20 GB.
 */
const MAX_DIARIZED_MS = 3_600_000;
/** Pauses within a turn, and turns, that are shorter than this many seconds are none: the defaults of the library. */
const DIARIZATION = { minDurationOn: 0.3, minDurationOff: 0.5 };

/**
 * By the publisher's figures these models lose a third of a point through a telephone, and half a point over background noise.
 * The score is set by reasoning, not by measurement: a greedy transducer gives the probability of the best token alone, which stays
 * high on wrong words, so it must be far surer than pocketsphinx (0.65), whose probabilities weigh alternatives. Too high a bound
 * only leaves more findings unassessed.
 */
const HEARING: HearingLimits = { minScore: 0.85, minSnrDb: 15, needsWideBand: false };

/**
 * Words have times where the model gives token times, and a confidence where it gives probabilities: a transducer does, a CTC
 * model does not.
 */
export class SherpaSpeechToText extends SpeechToText {
  readonly isCharged = false;
  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: 600_000,
    diarizesMono: false,
    carriesSpeakers: false,
    timesSegments: true,
  };
  private readonly recogniser: SherpaProcess;
  private readonly diarizer: SherpaProcess | null;

  constructor(private readonly options: SherpaOptions) {
    super();
    const { model, speakers, threads = defaultThreads() } = options;
    const { preset } = model.manifest;
    const program = options.workerPath === undefined ? {} : { workerPath: options.workerPath };
    this.recogniser = new SherpaProcess({
      models: [model],
      load: { type: 'load', recogniser: recogniserConfig(model, threads) },
      ...program,
    });
    this.diarizer = speakers
      ? new SherpaProcess({
          models: [speakers.segmentation, speakers.embedding],
          load: { type: 'load-diarizer', diarizer: diarizerConfig(speakers, threads) },
          ...program,
        })
      : null;
    this.engine = {
      name: `sherpa:${preset}`,
      grade: 'local',
      accuracy: accuracyOf(model, speakers ?? null),
      hearing: HEARING,
    };
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    const { languages } = this.options.model.manifest;
    if (options.language !== null && !languages.includes(options.language)) {
      throw new ProviderError('The installed speech model does not know the language of this call.', {
        retryable: false,
        code: 'language_unsupported',
      });
    }
    const cuts = piece.speech.flatMap((span) => cutSpeech(span, MAX_CUT_MS));
    const audioMs = cuts.reduce((sum, cut) => sum + cut.endMs - cut.startMs, 0);
    const request = { type: 'decode', pcmPath: resolve(piece.pcmPath), spans: cuts };
    const timeoutMs = TIMEOUT.startMs + TIMEOUT.perAudioMs * audioMs;
    const reply = await this.recogniser.request(request, timeoutMs, options.signal);
    if (reply.type !== 'decoded' || reply.results.length !== cuts.length) throw failure(reply);
    const only = languages.length === 1 ? languages[0] : null;
    const detected = reply.results.map(({ lang }) => /^[a-z]{2}$/.exec(lang)?.[0]).find((lang) => lang !== undefined);
    const segments = reply.results.flatMap((decoded, index) => segmentOf(decoded, cuts[index]));
    return {
      segments: tidyHeard(segments, piece),
      language: options.language ?? detected ?? only ?? null,
      spotted: [],
      providerSeconds: null,
    };
  }

  override async separateVoices(track: MonoTrack, signal: AbortSignal): Promise<readonly VoiceTurn[] | null> {
    const endMs = track.speech.at(-1)?.endMs ?? 0;
    if (this.diarizer === null || endMs === 0 || endMs > MAX_DIARIZED_MS) return null;
    const request = { type: 'diarize', pcmPath: resolve(track.pcmPath), endMs };
    const timeoutMs = DIARIZATION_TIMEOUT.startMs + DIARIZATION_TIMEOUT.perAudioMs * endMs;
    const reply = await this.diarizer.request(request, timeoutMs, signal);
    if (reply.type !== 'diarized') throw failure(reply);
    const turns = voiceTurns(reply.segments, endMs);
    if (turns === null) {
      throw new ProviderError('The local speech engine found no voice in speech.', { retryable: false });
    }
    return turns;
  }

  /** Loads the models and keeps them. */
  async check(): Promise<void> {
    const never = new AbortController().signal;
    const { preset } = this.options.model.manifest;
    for (const models of [this.recogniser, this.diarizer]) {
      await models?.load(never).catch((error: unknown) => {
        if (error instanceof ProviderError && error.pausesEngine) throw error.cause;
        throw new Error(
          `The speech model ${preset} does not load; install it again (${operatorCommand(`models:install ${preset}`)}) after deleting its folder.`,
          { cause: error },
        );
      });
    }
  }

  /** Ends the child processes; later calls start others. */
  close(): void {
    this.recogniser.close();
    this.diarizer?.close();
  }
}

function accuracyOf({ manifest: { preset, languages } }: SherpaModel, speakers: SpeakerModels | null): string {
  const words = SHERPA_PRESETS.find(({ name }) => name === preset)?.accuracy ?? 'its accuracy is not known';
  const language = languages.length === 1 ? `${languages[0]}` : `${languages.length} languages`;
  const voices = speakers
    ? 'Two models tell the voices of mono calls apart.'
    : `The models that tell the voices of mono calls apart are missing; ${operatorCommand(`models:install ${preset}`)} brings them.`;
  return `Neural model on this machine (${language}); ${words}. ${voices}`;
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

/** Two speakers are given: left to find their number, the clustering takes two voices on the telephone for one. */
export function diarizerConfig({ segmentation, embedding }: SpeakerModels, numThreads: number): object {
  const common = { numThreads, provider: 'cpu', debug: 0 };
  return {
    segmentation: { pyannote: { model: onlyFile(segmentation) }, ...common },
    embedding: { model: onlyFile(embedding), ...common },
    clustering: { numClusters: 2 },
    ...DIARIZATION,
  };
}

function onlyFile({ folder, manifest: { files } }: SherpaModel): string {
  if (files.kind !== 'speaker-segmentation' && files.kind !== 'speaker-embedding') {
    throw new Error(`${folder} is no model of speakers`);
  }
  return join(folder, files.model);
}
