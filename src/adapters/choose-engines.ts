// The only place that chooses engines, once, at start. No weaker engine takes over from one in trouble: its calls wait for it
// (docs/decisions/0014-provider-trouble-is-a-wait.md). What separates voices is chosen apart from what recognises words; where
// speaker models fail, statistics of the recording do (`SeparateVoices`).
import { AccountTurns } from '../platform/concurrency/account-turns.js';
import { NO_ENGINE } from '../platform/config/checks/find-serving-faults.js';
import { Config } from '../platform/config/config.js';
import { ConfigError } from '../platform/config/config-error.js';
import { operatorCommand } from '../platform/config/operator-command.js';
import { EngineLearning } from '../platform/operations/engine-learning.js';
import { ProviderCalls } from '../platform/operations/provider-calls.js';
import type { AudioDecoder } from '../ports/audio-decoder.js';
import type { CallAnalyst } from '../ports/call-analyst.js';
import type { FormJudge } from '../ports/form-judge.js';
import type { RecordingMasker } from '../ports/recording-masker.js';
import type { SpanProposer } from '../ports/span-proposer.js';
import type { SpeechToText } from '../ports/speech-to-text.js';
import type { VoiceSeparation } from '../ports/voice-separation.js';
import { FfmpegAudioDecoder } from './ffmpeg/ffmpeg.audio-decoder.js';
import { FfmpegRecordingMasker } from './ffmpeg/masking/ffmpeg.recording-masker.js';
import { MediaLauncher } from './ffmpeg/media-launcher.js';
import { resolveFfmpeg } from './ffmpeg/resolve-ffmpeg.js';
import { ModelCallAnalyst } from './model/model.call-analyst.js';
import { ModelFormJudge } from './model/model.form-judge.js';
import { ModelSpanProposer } from './model/model.span-proposer.js';
import { NoFormJudge } from './no.form-judge.js';
import { NoSpanProposer } from './no.span-proposer.js';
import { NoVoiceSeparation } from './no.voice-separation.js';
import { OpenAiAsker } from './openai/judging/openai-asker.js';
import { OpenAiClient } from './openai/openai-client.js';
import { isOpenAiHost } from './openai/openai-host.js';
import { CompatibleSpeechToText } from './openai/transcription/compatible.speech-to-text.js';
import { OpenAiSpeechToText } from './openai/transcription/openai.speech-to-text.js';
import { PocketsphinxSpeechToText } from './pocketsphinx/pocketsphinx.speech-to-text.js';
import { resolvePocketsphinx } from './pocketsphinx/resolve-pocketsphinx.js';
import { RulesCallAnalyst } from './rules/rules.call-analyst.js';
import { SherpaSpeechToText } from './sherpa/sherpa.speech-to-text.js';
import { SherpaVoiceSeparation } from './sherpa/sherpa.voice-separation.js';
import { findSherpaModel, findSpeakerModels } from './sherpa/sherpa-model.js';
import { UnavailableSpeechToText } from './unavailable.speech-to-text.js';

const OPENAI_URL = 'https://api.openai.com/v1';

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
  const learning = new EngineLearning();
  const client = openAiClient(config, calls);
  const speechToText = await chooseSpeechToText(config, client, decoder, log);
  const voiceSeparation = await chooseVoiceSeparation(config);
  return {
    decoder,
    masker: new FfmpegRecordingMasker({ program, launch: launcher.launch }),
    speechToText,
    voiceSeparation,
    analyst: chooseAnalyst(config, client, learning, log),
    formJudge: chooseFormJudge(config, client, learning),
    spanProposer: chooseSpanProposer(config, client, learning),
    calls,
    learning,
    close: async () => {
      speechToText.close();
      voiceSeparation.close();
      await client?.close();
      await launcher.close();
    },
  };
}

export function openAiClient({ openai, worker }: Config, calls: ProviderCalls): OpenAiClient | null {
  if (openai.apiKey === null && openai.baseUrl === null) return null;
  return new OpenAiClient({
    baseUrl: openai.baseUrl ?? OPENAI_URL,
    apiKey: openai.apiKey ?? '',
    gate: new AccountTurns(worker.providerConcurrency),
    admit: (task, isCheck) => calls.admit(task, isCheck),
    onCall: (call) => calls.report(call),
  });
}

async function chooseSpeechToText(
  config: Config,
  client: OpenAiClient | null,
  decoder: AudioDecoder,
  log: (line: string) => void,
): Promise<SpeechToText> {
  if (client === null) return chooseLocalSpeechToText(config, log);
  const { transcriptionModel, diarizationModel, diarizationPath } = config.openai;
  const ofHost = isOpenAiHost(client.baseUrl) ? 'openai' : 'compatible';
  switch (config.transcriptionEngine === 'auto' ? ofHost : config.transcriptionEngine) {
    case 'openai':
      return new OpenAiSpeechToText({ client, decoder, transcriptionModel, diarizationModel, warn: log });
    case 'compatible':
      return new CompatibleSpeechToText({
        client,
        decoder,
        model: transcriptionModel,
        diarizationPath,
        diarizationModel,
        warn: log,
      });
    default:
      return chooseLocalSpeechToText(config, log);
  }
}

/**
 * An installed model, else pocketsphinx, which `auto` does not take in production. Outside production, without either, `auto`
 * lets the service start: its calls then fail.
 */
async function chooseLocalSpeechToText(config: Config, log: (line: string) => void): Promise<SpeechToText> {
  const { transcriptionEngine: choice, cacheDir, modelsDir } = config;
  const model = choice === 'pocketsphinx' ? null : await findSherpaModel(modelsDir);
  if (model) return new SherpaSpeechToText({ model });
  if (choice === 'sherpa')
    throw new Error(`No speech model is installed; run: ${operatorCommand('models:install small-en')}`);
  if (choice === 'auto' && config.production) throw new ConfigError([NO_ENGINE]);
  try {
    return new PocketsphinxSpeechToText({ program: await resolvePocketsphinx({ cacheDir, log }) });
  } catch (error) {
    if (choice === 'pocketsphinx') throw error;
    return new UnavailableSpeechToText(error instanceof Error ? error.message : 'No speech recogniser was found.');
  }
}

/** Installed speaker models, whichever engine recognises the words. */
async function chooseVoiceSeparation({ modelsDir }: Config): Promise<VoiceSeparation> {
  const speakers = await findSpeakerModels(modelsDir);
  if (speakers) return new SherpaVoiceSeparation({ speakers });
  return new NoVoiceSeparation((await findSherpaModel(modelsDir))?.manifest.preset);
}

function chooseAnalyst(
  { analysisEngine: choice, openai }: Config,
  client: OpenAiClient | null,
  learning: EngineLearning,
  log: (line: string) => void,
): CallAnalyst {
  if (client && choice !== 'rules') {
    const asker = new OpenAiAsker({ client, model: openai.analysisModel, learning });
    return new ModelCallAnalyst({ asker, warn: log });
  }
  return new RulesCallAnalyst();
}

/** The language model that judges calls also answers the questions of scorecards. The rules answer none. */
export function chooseFormJudge(
  { analysisEngine: choice, openai }: Config,
  client: OpenAiClient | null,
  learning: EngineLearning,
): FormJudge {
  if (client === null || choice === 'rules') return new NoFormJudge();
  const asker = new OpenAiAsker({ client, model: openai.analysisModel, learning });
  return new ModelFormJudge({ asker, price: openai.analysisPrice });
}

/** The language model that judges calls also proposes what is to be masked in them. The rules propose nothing. */
function chooseSpanProposer(
  { analysisEngine: choice, openai }: Config,
  client: OpenAiClient | null,
  learning: EngineLearning,
): SpanProposer {
  if (client === null || choice === 'rules') return new NoSpanProposer();
  return new ModelSpanProposer({ asker: new OpenAiAsker({ client, model: openai.analysisModel, learning }) });
}
