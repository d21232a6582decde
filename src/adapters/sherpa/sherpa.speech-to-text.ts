// Speech to text by an installed neural model, in a child process.
import { join, resolve } from 'node:path';
import { ProviderError } from '../../ports/provider-error.js';
import {
  type HearingLimits,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import { cutSpeech } from '../cut-speech.js';
import { tidyHeard } from '../tidy-heard.js';
import { installCommand, type SherpaModel } from './sherpa-model.js';
import { SHERPA_PRESETS } from './sherpa-presets.js';
import { defaultThreads, failure, SherpaProcess } from './sherpa-process.js';
import { segmentOf } from './sherpa-words.js';

export interface SherpaOptions {
  readonly model: SherpaModel;
  /** Program of the child process; default the compiled file beside this one. */
  readonly workerPath?: string;
  /** Default one per processor, at most four: more do not make these models faster. */
  readonly threads?: number;
}

/** The models attend over the whole utterance, so memory grows with the square of its length. */
const MAX_CUT_MS = 30_000;
/** Real time factors stated by the publisher: 0.03 to 0.3 with two threads; a busy machine may take several times that. */
const TIMEOUT = { perAudioMs: 6, startMs: 30_000 };
/**
 * By the publisher's figures these models lose a third of a point through a telephone, and half a point over background noise.
 * The score is set by reasoning, not by measurement: a greedy transducer gives the probability of the best token alone, which
 * stays high on wrong words, so it must be far surer than pocketsphinx (0.65), whose probabilities weigh alternatives. Too high
 * a bound only leaves more findings unassessed.
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

  constructor(private readonly options: SherpaOptions) {
    super();
    const { model, threads = defaultThreads() } = options;
    const { preset } = model.manifest;
    const program = options.workerPath === undefined ? {} : { workerPath: options.workerPath };
    this.recogniser = new SherpaProcess({
      models: [model],
      load: { type: 'load', recogniser: recogniserConfig(model, threads) },
      ...program,
    });
    this.engine = {
      name: `sherpa:${preset}`,
      grade: 'local',
      accuracy: accuracyOf(model),
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

  /** Loads the model and keeps it. */
  async check(): Promise<void> {
    const { preset } = this.options.model.manifest;
    await this.recogniser.load(new AbortController().signal).catch((error: unknown) => {
      if (error instanceof ProviderError && error.pausesEngine) throw error.cause;
      throw new Error(
        `The speech model ${preset} does not load; install it again (${installCommand(preset)}) after deleting its folder.`,
        { cause: error },
      );
    });
  }

  override close(): void {
    this.recogniser.close();
  }
}

function accuracyOf({ manifest: { preset, languages } }: SherpaModel): string {
  const words = SHERPA_PRESETS.find(({ name }) => name === preset)?.accuracy ?? 'its accuracy is not known';
  const language = languages.length === 1 ? `${languages[0]}` : `${languages.length} languages`;
  return `Neural model on this machine (${language}); ${words}.`;
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
