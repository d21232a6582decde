// What does the work of each provider: one row for a provider, made from the engine's entry in the configuration.

import { AccountTurns } from '../../platform/concurrency/account-turns.js';
import { NO_ENGINE } from '../../platform/config/checks/find-serving-faults.js';
import type { Config } from '../../platform/config/config.js';
import { ConfigError } from '../../platform/config/config-error.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { operatorCommand } from '../../platform/config/operator-command.js';
import type { EngineLearning } from '../../platform/operations/engine-learning.js';
import type { ProviderCalls } from '../../platform/operations/provider-calls.js';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import { type EngineTask, pauseKeyOf } from '../../ports/engine-trouble.js';
import type { SpeechToText } from '../../ports/speech-to-text.js';
import type { VendorJobsLink } from '../../ports/vendors/vendor-jobs.js';
import { AssemblyAiSpeechToText } from '../assemblyai/assemblyai.speech-to-text.js';
import { DeepgramSpeechToText } from '../deepgram/deepgram.speech-to-text.js';
import { ModelCallAnalyst } from '../model/model.call-analyst.js';
import { ModelFormJudge } from '../model/model.form-judge.js';
import { ModelSpanProposer } from '../model/model.span-proposer.js';
import type { ModelAsker } from '../model/model-asker.js';
import { NoFormJudge } from '../no.form-judge.js';
import { NoSpanProposer } from '../no.span-proposer.js';
import { OpenAiAsker } from '../openai/judging/openai-asker.js';
import { OpenAiClient } from '../openai/openai-client.js';
import { isOpenAiHost } from '../openai/openai-host.js';
import { CompatibleSpeechToText } from '../openai/transcription/compatible.speech-to-text.js';
import { OpenAiSpeechToText } from '../openai/transcription/openai.speech-to-text.js';
import { PocketsphinxSpeechToText } from '../pocketsphinx/pocketsphinx.speech-to-text.js';
import { resolvePocketsphinx } from '../pocketsphinx/resolve-pocketsphinx.js';
import { RulesCallAnalyst } from '../rules/rules.call-analyst.js';
import { SherpaSpeechToText } from '../sherpa/sherpa.speech-to-text.js';
import { findSherpaModel } from '../sherpa/sherpa-model.js';
import { UnavailableSpeechToText } from '../unavailable.speech-to-text.js';
import type { RemarkLevel, TellOperator } from '../vendor/engine-remark.js';
import { VendorClient } from '../vendor/vendor-client.js';
import { EngineSet, type Held } from './engine-set.js';
import type { NamedSpeech } from './routed.speech-to-text.js';
import type { NamedModel } from './routed-models.js';

export interface EngineParts {
  readonly config: Config;
  readonly calls: ProviderCalls;
  readonly learning: EngineLearning;
  /** Turns of the accounts at each engine, by name; filled as engines are made. */
  readonly gates: Map<string, AccountTurns>;
  /** Receives one line for the operator at a time. */
  readonly log: (line: string) => void;
  /** Receives a sentence about an engine. Default: `log`. */
  readonly warn?: (sentence: string, engine: string, level: RemarkLevel) => void;
}

/** A key of an account's own; null: that of the installation. */
type OwnKey = { readonly apiKey: string; readonly accountId: string } | null;

/** @throws Error with one sentence on how to install what is missing */
export async function speechOf(
  parts: EngineParts,
  decoder: AudioDecoder,
  jobs: VendorJobsLink,
): Promise<EngineSet<NamedSpeech>> {
  const { all, defaults } = parts.config.engines;
  const remote = (spec: EngineSpec, own: OwnKey) => {
    const { speech, close } = remoteSpeech(spec, askedOf(parts, spec, own), {
      decoder,
      jobs,
      warn: warnOf(parts, spec),
    });
    return { engine: { speech, named: namedOf(spec) }, close };
  };
  const shared = new Map<string, Held<NamedSpeech> & { readonly spec: EngineSpec }>();
  for (const spec of all.values()) {
    if (spec.task !== 'transcription') continue;
    if (spec.baseUrl !== null) shared.set(spec.name, { spec, ...remote(spec, null) });
    else {
      const speech = await localSpeech(spec, parts);
      shared.set(spec.name, { spec, engine: { speech, named: namedOf(spec) }, close: async () => speech.close() });
    }
  }
  return new EngineSet('transcription', parts.calls, shared, defaults.transcription, remote);
}

export async function modelsOf(parts: EngineParts): Promise<EngineSet<NamedModel>> {
  const { all, defaults } = parts.config.engines;
  // Its SDK takes a quarter of a second to load.
  const anthropic = [...all.values()].some(({ provider }) => provider === 'anthropic') ? await loadAnthropic() : null;
  const build = (spec: EngineSpec, own: OwnKey) => modelOf(spec, askedOf(parts, spec, own), parts, anthropic);
  const shared = new Map<string, Held<NamedModel> & { readonly spec: EngineSpec }>();
  for (const spec of all.values()) if (spec.task === 'analysis') shared.set(spec.name, { spec, ...build(spec, null) });
  return new EngineSet('analysis', parts.calls, shared, defaults.analysis, build);
}

const warnOf =
  ({ log, warn = log }: EngineParts, { name }: EngineSpec) =>
  (sentence: string, level: RemarkLevel = 'warn') =>
    warn(sentence, name, level);
const namedOf = ({ name, provider, model }: EngineSpec) => ({ name, provider, model });

/** Limits and reports of an engine's requests, as each client takes them. */
interface Asked {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly gate: AccountTurns;
  readonly deadlineMs: number;
  readonly admit: (task: EngineTask, isCheck: boolean) => Promise<void>;
  readonly onCall: (call: Parameters<ProviderCalls['report']>[0]) => void;
}

function askedOf({ config, calls, gates }: EngineParts, spec: EngineSpec, own: OwnKey): Asked {
  const pauseKey = pauseKeyOf(spec.name, own?.accountId ?? null);
  // The two engines of the variables ask one provider, and PROVIDER_CONCURRENCY limits both together.
  const limited = config.engines.fromFile ? spec.name : '';
  const gate = gates.get(limited) ?? new AccountTurns(spec.concurrency);
  gates.set(limited, gate);
  return {
    baseUrl: spec.baseUrl ?? '',
    apiKey: own?.apiKey ?? spec.apiKey ?? '',
    gate,
    deadlineMs: spec.timeoutMs,
    admit: (task, isCheck) => calls.admit(task, isCheck, pauseKey),
    onCall: (call) => calls.report({ ...call, pauseKey, engine: spec.name }),
  };
}

interface RemoteSpeech {
  readonly speech: SpeechToText;
  readonly close: () => Promise<void>;
}

interface SpeechParts {
  readonly decoder: AudioDecoder;
  readonly jobs: VendorJobsLink;
  readonly warn: TellOperator;
}

function remoteSpeech(spec: EngineSpec, asked: Asked, { decoder, jobs, warn }: SpeechParts): RemoteSpeech {
  const { provider, model, choice, diarizationModel, diarizationPath } = spec;
  if (model === null) throw hasNone(spec);
  switch (provider) {
    case 'openai': {
      const client = new OpenAiClient(asked);
      const speaks = choice === 'auto' ? (isOpenAiHost(client.baseUrl) ? 'openai' : 'compatible') : choice;
      const speech =
        speaks === 'openai'
          ? new OpenAiSpeechToText({ client, decoder, transcriptionModel: model, diarizationModel, warn })
          : new CompatibleSpeechToText({ client, decoder, model, diarizationPath, diarizationModel, warn });
      return { speech, close: () => client.close() };
    }
    case 'deepgram': {
      const client = new VendorClient({ ...asked, authorization: `Token ${asked.apiKey}` });
      return { speech: new DeepgramSpeechToText({ client, decoder, model, warn }), close: () => client.close() };
    }
    case 'assemblyai': {
      const client = new VendorClient({ ...asked, authorization: asked.apiKey });
      const speech = new AssemblyAiSpeechToText({ client, decoder, model, jobs: jobs.get });
      return { speech, close: () => client.close() };
    }
    default:
      throw cannot(spec);
  }
}

type Anthropic = Awaited<ReturnType<typeof loadAnthropic>>;

async function loadAnthropic() {
  const [{ AnthropicClient }, { AnthropicAsker }] = await Promise.all([
    import('../anthropic/anthropic-client.js'),
    import('../anthropic/anthropic-asker.js'),
  ]);
  return { AnthropicClient, AnthropicAsker };
}

function modelOf(spec: EngineSpec, asked: Asked, parts: EngineParts, anthropic: Anthropic | null): Held<NamedModel> {
  const named = namedOf(spec);
  if (spec.provider === 'rules') {
    const byRules = { analyst: new RulesCallAnalyst(), judge: new NoFormJudge(), proposer: new NoSpanProposer() };
    return { engine: { named, asker: null, ...byRules }, close: async () => undefined };
  }
  const { asker, close } = askerOf(spec, asked, parts, anthropic);
  const engine = {
    named,
    asker,
    analyst: new ModelCallAnalyst({ asker, warn: warnOf(parts, spec) }),
    judge: new ModelFormJudge({ asker, price: spec.price, backgroundPrice: spec.background?.price ?? null }),
    proposer: new ModelSpanProposer({ asker }),
  };
  return { engine, close };
}

function askerOf(
  spec: EngineSpec,
  asked: Asked,
  { learning, calls }: EngineParts,
  anthropic: Anthropic | null,
): { readonly asker: ModelAsker; readonly close: () => Promise<void> } {
  const { provider, model } = spec;
  if (model === null) throw hasNone(spec);
  if (provider === 'anthropic' && anthropic !== null) {
    const client = new anthropic.AnthropicClient(asked);
    return { asker: new anthropic.AnthropicAsker({ client, model, learning }), close: () => client.close() };
  }
  if (provider !== 'openai') throw cannot(spec);
  const client = new OpenAiClient(asked);
  const isBackground = () => calls.caller.getStore()?.isBackground === true;
  const background = spec.background && { serviceTier: spec.background.serviceTier, isBackground };
  return { asker: new OpenAiAsker({ client, model, learning, background }), close: () => client.close() };
}

const cannot = ({ provider, task }: EngineSpec) => new Error(`${provider} does no ${task}`);
const hasNone = ({ name }: EngineSpec) => new Error(`The engine ${name} has no model`);

/**
 * An installed model, else pocketsphinx, which `auto` does not take in production. Outside production, without either, `auto`
 * lets the service start: its calls then fail.
 */
async function localSpeech(
  { choice }: Pick<EngineSpec, 'choice' | 'provider'>,
  { config, log }: EngineParts,
): Promise<SpeechToText> {
  const { cacheDir, modelsDir } = config;
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
