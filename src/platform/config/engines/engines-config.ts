// The engines of an installation: those of ENGINES_FILE, and for a task of which it has none, the one of the variables.
import { ENGINE_TASKS, type EngineTask } from '../../../ports/engine-trouble.js';
import { type OpenAiConfig, readOpenAi } from '../provider-config.js';
import type { Variables } from '../variables.js';
import type { EngineSpec, EnginesConfig, ModelPrice, TranscriptionChoice } from './engine-spec.js';
import { type EngineEntry, type EnginesFile, readEnginesFile } from './engines-file.js';
import { PROVIDER_NEEDS } from './provider-needs.js';

const TRANSCRIPTION_CHOICES: readonly string[] = ['auto', 'openai', 'compatible', 'sherpa', 'pocketsphinx'];
const ANALYSIS_CHOICES: readonly string[] = ['auto', 'openai', 'rules'];
const REQUEST_MS = 600_000;
const MICROS = 1_000_000;

type Given = Readonly<Record<string, string | undefined>>;

/** @param given the variables that are set, as text @returns one sentence for each, which starts with the variable's name */
export function enginesFaults(given: Given): string[] {
  const { file, faults } = readEnginesFile(given);
  return [
    ...faults,
    ...choiceFault('TRANSCRIPTION_ENGINE', given, TRANSCRIPTION_CHOICES, namesOf(file, 'transcription')),
    ...choiceFault('ANALYSIS_ENGINE', given, ANALYSIS_CHOICES, namesOf(file, 'analysis')),
    ...(given.ACCOUNT_KEYS === 'true' && !given.ENCRYPTION_KEY
      ? ['ENCRYPTION_KEY: is required with ACCOUNT_KEYS=true, which keeps keys of accounts']
      : []),
  ];
}

function choiceFault(variable: string, given: Given, choices: readonly string[], names: readonly string[]): string[] {
  const choice = given[variable];
  // The file's engines of the task stand in place of those that the variables would make.
  const allowed = names.length > 0 ? ['auto', ...names] : choices;
  if (!choice || allowed.includes(choice) || isFaulty(given)) return [];
  return [`${variable}: must be one of ${allowed.join(', ')}`];
}

/** Its own faults are told already. */
const isFaulty = (given: Given) => readEnginesFile(given).faults.length > 0;

const namesOf = (file: EnginesFile | null, task: EngineTask) =>
  [...(file?.engines ?? [])].flatMap(([name, entry]) => (entry.task === task ? [name] : []));

/** @param given the variables that are set: the file names those that hold keys */
export function readEngines(v: Variables, given: Given): EnginesConfig {
  const { file } = readEnginesFile(given);
  const limits = {
    concurrency: v.PROVIDER_CONCURRENCY,
    timeoutMs: REQUEST_MS,
    patienceMs: v.PROVIDER_PATIENCE_MINUTES * 60_000,
  };
  const listed = [...(file?.engines ?? [])].map(([name, entry]) => fromEntry(name, entry, limits));
  const ofVariables = ENGINE_TASKS.filter((task) => !listed.some((spec) => spec.task === task)).map((task) =>
    task === 'transcription' ? transcriptionOf(v, limits) : analysisOf(v, limits),
  );
  const all = new Map([...listed, ...ofVariables].map((spec) => [spec.name, spec]));
  const chosen = { transcription: v.TRANSCRIPTION_ENGINE, analysis: v.ANALYSIS_ENGINE };
  const defaultOf = (task: EngineTask) => {
    if (all.get(chosen[task])?.task === task) return chosen[task];
    return file?.defaults[task] ?? [...all.values()].find((spec) => spec.task === task)?.name ?? task;
  };
  return {
    all,
    defaults: { transcription: defaultOf('transcription'), analysis: defaultOf('analysis') },
    fromFile: listed.length > 0,
    accountKeys: v.ACCOUNT_KEYS,
  };
}

type Limits = Pick<EngineSpec, 'concurrency' | 'timeoutMs' | 'patienceMs'>;

function fromEntry(name: string, entry: EngineEntry & { readonly apiKey: string | null }, limits: Limits): EngineSpec {
  const { task, provider, prices, background, price_per_minute: perMinute } = entry;
  const isOpenAi = provider === 'openai' && entry.base_url === undefined;
  const named = entry.diarization_model === 'none' ? null : entry.diarization_model;
  return {
    name,
    task,
    provider,
    choice: provider === 'local' ? 'sherpa' : provider === 'pocketsphinx' ? 'pocketsphinx' : 'auto',
    model: entry.model ?? null,
    baseUrl: entry.base_url ?? PROVIDER_NEEDS[provider].address,
    apiKey: entry.apiKey,
    offered: entry.offered,
    diarizationModel: named === undefined ? (isOpenAi ? DIARIZES : null) : named,
    diarizationPath: entry.diarization_path?.replace(/^\/*/, '/') ?? null,
    price: priceOf(prices),
    minuteMicros: perMinute === undefined ? null : Math.round(perMinute * MICROS),
    // No request to another provider names a tier, so that none of its prices would ever be paid.
    background:
      background && provider === 'openai'
        ? { serviceTier: background.service_tier, price: priceOf(background.prices) }
        : null,
    concurrency: entry.concurrency ?? limits.concurrency,
    timeoutMs: entry.timeout_seconds === undefined ? limits.timeoutMs : entry.timeout_seconds * 1000,
    patienceMs: entry.patience_minutes === undefined ? limits.patienceMs : entry.patience_minutes * 60_000,
  };
}

/** OpenAI's model for mono recordings; its other models tell no speakers. */
const DIARIZES = 'gpt-4o-transcribe-diarize';

function priceOf(prices: EngineEntry['prices']): ModelPrice | null {
  if (prices === undefined) return null;
  const { input, output, cached } = prices;
  return {
    inputMicros: microsOf(input),
    outputMicros: microsOf(output),
    ...(cached !== undefined && { cachedMicros: microsOf(cached) }),
  };
}

const microsOf = (dollars: number) => BigInt(Math.round(dollars * MICROS));

const ofVariables = (openai: OpenAiConfig, limits: Limits) => ({
  baseUrl: openai.baseUrl ?? PROVIDER_NEEDS.openai.address,
  apiKey: openai.apiKey,
  offered: false,
  minuteMicros: null,
  background: null,
  ...limits,
});
const ON_THIS_MACHINE = { model: null, baseUrl: null, apiKey: null, diarizationModel: null, diarizationPath: null };

/** Without a key and an address there is no provider to ask. */
const hasProvider = ({ apiKey, baseUrl }: OpenAiConfig) => apiKey !== null || baseUrl !== null;

function transcriptionOf(v: Variables, limits: Limits): EngineSpec {
  const openai = readOpenAi(v);
  const choice = TRANSCRIPTION_CHOICES.includes(v.TRANSCRIPTION_ENGINE)
    ? (v.TRANSCRIPTION_ENGINE as TranscriptionChoice)
    : 'auto';
  const name = 'transcription';
  const common = { ...ofVariables(openai, limits), name, task: name, choice, price: null } as const;
  if (!hasProvider(openai) || choice === 'sherpa' || choice === 'pocketsphinx')
    return { ...common, ...ON_THIS_MACHINE, provider: choice === 'pocketsphinx' ? choice : 'local' };
  const { transcriptionModel: model, diarizationModel, diarizationPath } = openai;
  return { ...common, provider: 'openai', model, diarizationModel, diarizationPath };
}

function analysisOf(v: Variables, limits: Limits): EngineSpec {
  const openai = readOpenAi(v);
  const name = 'analysis';
  const common = { ...ofVariables(openai, limits), name, task: name, choice: 'auto' } as const;
  if (!hasProvider(openai) || v.ANALYSIS_ENGINE === 'rules')
    return { ...common, ...ON_THIS_MACHINE, provider: 'rules', price: null };
  const { analysisModel: model, analysisPrice: price } = openai;
  return { ...common, provider: 'openai', model, price, diarizationModel: null, diarizationPath: null };
}
