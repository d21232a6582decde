// An engine of this installation: what transcribes or judges calls, by which provider, within which limits.
import type { EngineTask } from '../../../ports/engine-trouble.js';
import type { Provider } from './provider-needs.js';

/** Price in millionths of a dollar for a million tokens. Exact: a price has at most six decimals. */
export interface ModelPrice {
  readonly inputMicros: bigint;
  readonly outputMicros: bigint;
  /** Price of input that the provider reads from its cache. Default: as any input. */
  readonly cachedMicros?: bigint;
}

/** Recognisers by the protocol of OpenAI, or on this machine. `auto` takes what the address says, or what is installed. */
export type TranscriptionChoice = 'auto' | 'openai' | 'compatible' | 'sherpa' | 'pocketsphinx';

export interface EngineSpec {
  /** Unique in the installation. */
  readonly name: string;
  readonly task: EngineTask;
  readonly provider: Provider;
  readonly choice: TranscriptionChoice;
  /** Null: the provider has no choice of models. */
  readonly model: string | null;
  /** Ends without a slash. Null for what runs on this machine. */
  readonly baseUrl: string | null;
  /** Null: the server needs none. */
  readonly apiKey: string | null;
  /** Whether accounts may choose it. */
  readonly offered: boolean;
  /** Model that tells speakers apart in mono recordings (`openai`); null: voices are separated by other means. */
  readonly diarizationModel: string | null;
  /** Path of a compatible server's diarization below the base URL, with a leading slash; null when it has none. */
  readonly diarizationPath: string | null;
  /** Price of a language model; null when none is set. */
  readonly price: ModelPrice | null;
  /** Millionths of a dollar for a minute of audio; null when no price is set. */
  readonly minuteMicros: number | null;
  /** Cheaper tier of the provider for work that may wait, with its price; null: none. */
  readonly background: { readonly serviceTier: 'flex'; readonly price: ModelPrice | null } | null;
  /** Requests that are open at the same time. */
  readonly concurrency: number;
  /** Time for one request, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
  /** Time that work waits for it while it is in trouble. */
  readonly patienceMs: number;
}

export interface EnginesConfig {
  /** Engines by name, in the order of the file. */
  readonly all: ReadonlyMap<string, EngineSpec>;
  /** Names of the engines that work takes for which nothing else is chosen. */
  readonly defaults: Readonly<Record<EngineTask, string>>;
  /** Whether ENGINES_FILE names engines. */
  readonly fromFile: boolean;
  /** Whether accounts may give keys of their own. */
  readonly accountKeys: boolean;
}

/** Engines that accounts may choose for this task, in the order of the file. */
export const offeredEngines = ({ all }: EnginesConfig, task: EngineTask): readonly EngineSpec[] =>
  [...all.values()].filter((spec) => spec.offered && spec.task === task);
