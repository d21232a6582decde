// Makes the engines of the installation, once, at start. No weaker engine takes over from one in trouble: its calls wait for it
// (docs/decisions/0014-provider-trouble-is-a-wait.md). What separates voices is chosen apart from what recognises words; where
// speaker models fail, statistics of the recording do (`SeparateVoices`).
import type { Config } from '../../platform/config/config.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { EngineLearning } from '../../platform/operations/engine-learning.js';
import { ProviderCalls } from '../../platform/operations/provider-calls.js';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import type { CallAnalyst } from '../../ports/call-analyst.js';
import type { FormJudge } from '../../ports/form-judge.js';
import type { RecordingMasker } from '../../ports/recording-masker.js';
import type { SpanProposer } from '../../ports/span-proposer.js';
import type { SpeechToText } from '../../ports/speech-to-text.js';
import { VendorJobsLink } from '../../ports/vendors/vendor-jobs.js';
import type { VoiceSeparation } from '../../ports/voice-separation.js';
import { FfmpegAudioDecoder } from '../ffmpeg/ffmpeg.audio-decoder.js';
import { FfmpegRecordingMasker } from '../ffmpeg/masking/ffmpeg.recording-masker.js';
import { MediaLauncher } from '../ffmpeg/media-launcher.js';
import { resolveFfmpeg } from '../ffmpeg/resolve-ffmpeg.js';
import { NoVoiceSeparation } from '../no.voice-separation.js';
import { SherpaVoiceSeparation } from '../sherpa/sherpa.voice-separation.js';
import { findSherpaModel, findSpeakerModels } from '../sherpa/sherpa-model.js';
import { SHERPA_PRESETS } from '../sherpa/sherpa-presets.js';
import type { EngineRemark, RemarkLevel } from '../vendor/engine-remark.js';
import { modelsOf, speechOf } from './build-engines.js';
import { RoutedSpeechToText } from './routed.speech-to-text.js';
import { RoutedCallAnalyst, RoutedFormJudge, RoutedSpanProposer } from './routed-models.js';

export interface EngineCheck {
  readonly spec: EngineSpec;
  /** @returns what to look at, and what is not known; throws {@link ProviderError} where the server is away or refuses the key */
  readonly check: () => Promise<readonly EngineRemark[]>;
}

export interface Engines {
  readonly decoder: AudioDecoder;
  readonly masker: RecordingMasker;
  readonly speechToText: SpeechToText;
  readonly voiceSeparation: VoiceSeparation;
  readonly analyst: CallAnalyst;
  readonly formJudge: FormJudge;
  readonly spanProposer: SpanProposer;
  readonly calls: ProviderCalls;
  readonly learning: EngineLearning;
  readonly vendorJobs: VendorJobsLink;
  /** Questions that cost nothing, to the engines of ENGINES_FILE that servers run; none without the file. */
  readonly checks: readonly EngineCheck[];
  /** Closes connections and ends child processes. */
  close(): Promise<void>;
}

/**
 * @param log receives one line for the operator at a time
 * @throws Error with one sentence on how to install what is missing
 */
export async function chooseEngines(config: Config, log: (line: string) => void): Promise<Engines> {
  const { program } = await resolveFfmpeg(config.ffmpegPath);
  const launcher = new MediaLauncher();
  const decoder = new FfmpegAudioDecoder({ program, launch: launcher.launch });
  const calls = new ProviderCalls();
  const [learning, vendorJobs] = [new EngineLearning(), new VendorJobsLink()];
  const asked = new Map<string, EngineRemark[]>();
  const warn = (sentence: string, engine: string, level: RemarkLevel) => {
    const remarks = asked.get(engine);
    if (remarks) remarks.push({ sentence, level });
    // The check of a worker's health repeats what the start has told.
    else if (level === 'warn') log(sentence);
  };
  const parts = { config, calls, learning, log, warn, gates: new Map() };
  const speech = await speechOf(parts, decoder, vendorJobs);
  const models = await modelsOf(parts);
  const voiceSeparation = await chooseVoiceSeparation(config);
  const speechToText = new RoutedSpeechToText(speech);
  const checkOf = (spec: EngineSpec, check: () => Promise<void>): EngineCheck => ({
    spec,
    check: async () => {
      const remarks: EngineRemark[] = [];
      asked.set(spec.name, remarks);
      await check().finally(() => asked.delete(spec.name));
      return remarks;
    },
  });
  const checks = [
    ...speech.remote.map(({ spec, engine }) => checkOf(spec, () => engine.speech.check())),
    ...models.remote.map(({ spec, engine }) => checkOf(spec, () => engine.analyst.check())),
  ];
  return {
    decoder,
    masker: new FfmpegRecordingMasker({ program, launch: launcher.launch }),
    speechToText,
    voiceSeparation,
    analyst: new RoutedCallAnalyst(models),
    formJudge: new RoutedFormJudge(models),
    spanProposer: new RoutedSpanProposer(models),
    calls,
    learning,
    vendorJobs,
    checks: config.engines.fromFile ? checks : [],
    close: async () => {
      speechToText.close();
      voiceSeparation.close();
      await speech.close();
      await models.close();
      await launcher.close();
    },
  };
}

/** Installed speaker models, whichever engine recognises the words. */
async function chooseVoiceSeparation({ modelsDir }: Config): Promise<VoiceSeparation> {
  const speakers = await findSpeakerModels(modelsDir);
  if (speakers) return new SherpaVoiceSeparation({ speakers });
  const recogniser = (await findSherpaModel(modelsDir))?.manifest.preset;
  return new NoVoiceSeparation(SHERPA_PRESETS.find(({ name }) => name === recogniser)?.name);
}
