// What does the work of each provider: one row for a provider, made from the engine's entry in the configuration.
import { AccountTurns } from '../../platform/concurrency/account-turns.js';
import { NO_ENGINE } from '../../platform/config/checks/find-serving-faults.js';
import type { Config } from '../../platform/config/config.js';
import { ConfigError } from '../../platform/config/config-error.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { operatorCommand } from '../../platform/config/operator-command.js';
import type { ProviderCalls } from '../../platform/operations/provider-calls.js';
import type { AudioDecoder } from '../../ports/audio-decoder.js';
import { pauseKeyOf } from '../../ports/engine-trouble.js';
import type { SpeechToText } from '../../ports/speech-to-text.js';
import { NoFormJudge } from '../no.form-judge.js';
import { NoSpanProposer } from '../no.span-proposer.js';
import { OpenAiCallAnalyst } from '../openai/judging/openai.call-analyst.js';
import { OpenAiFormJudge } from '../openai/judging/openai.form-judge.js';
import { OpenAiSpanProposer } from '../openai/judging/openai.span-proposer.js';
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
import { EngineSet, type Held } from './engine-set.js';
import type { NamedSpeech } from './routed.speech-to-text.js';
import type { NamedModel } from './routed-models.js';

export interface EngineParts {
  readonly config: Config;
  readonly calls: ProviderCalls;
  /** Turns of the accounts at each engine, by name; filled as engines are made. */
  readonly gates: Map<string, AccountTurns>;
  /** Receives one line for the operator at a time. */
  readonly log: (line: string) => void;
}

/** A key of an account's own; null: that of the installation. */
type OwnKey = { readonly apiKey: string; readonly accountId: string } | null;

/** @throws Error with one sentence on how to install what is missing */
export async function speechOf(parts: EngineParts, decoder: AudioDecoder): Promise<EngineSet<NamedSpeech>> {
  const { all, defaults } = parts.config.engines;
  const remote = (spec: EngineSpec, own: OwnKey) => {
    const { speech, close } = remoteSpeech(spec, askedOf(parts, spec, own), decoder, parts.log);
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

export function modelsOf(parts: EngineParts): EngineSet<NamedModel> {
  const { all, defaults } = parts.config.engines;
  const build = (spec: EngineSpec, own: OwnKey) => model(spec, askedOf(parts, spec, own), parts.log);
  const shared = new Map<string, Held<NamedModel> & { readonly spec: EngineSpec }>();
  for (const spec of all.values()) if (spec.task === 'analysis') shared.set(spec.name, { spec, ...build(spec, null) });
  return new EngineSet('analysis', parts.calls, shared, defaults.analysis, build);
}

const namedOf = ({ name, provider, model }: EngineSpec) => ({ name, provider, model });

/** Limits and reports of an engine's requests, as each client takes them. */
interface Asked {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly gate: AccountTurns;
  readonly deadlineMs: number;
  readonly admit: (task: string, isCheck: boolean) => Promise<void>;
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

function remoteSpeech(
  spec: EngineSpec,
  asked: Asked,
  decoder: AudioDecoder,
  warn: (line: string) => void,
): RemoteSpeech {
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
    default:
      throw cannot(spec);
  }
}

function model(spec: EngineSpec, asked: Asked, warn: (line: string) => void): Held<NamedModel> {
  const named = namedOf(spec);
  const { provider, model: name, price } = spec;
  if (provider === 'rules') {
    const engine = { named, analyst: new RulesCallAnalyst(), judge: new NoFormJudge(), proposer: new NoSpanProposer() };
    return { engine, close: async () => undefined };
  }
  if (name === null) throw hasNone(spec);
  switch (provider) {
    case 'openai': {
      const client = new OpenAiClient(asked);
      const engine = {
        named,
        analyst: new OpenAiCallAnalyst({ client, model: name, warn }),
        judge: new OpenAiFormJudge({ client, model: name, price }),
        proposer: new OpenAiSpanProposer({ client, model: name }),
      };
      return { engine, close: () => client.close() };
    }
    default:
      throw cannot(spec);
  }
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
