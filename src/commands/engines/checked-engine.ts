// What a check found out about an engine, and the parts with which it asks.
import type { EngineParts } from '../../adapters/engines/build-engines.js';
import type { Config } from '../../platform/config/config.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { EngineLearning } from '../../platform/operations/engine-learning.js';
import { ProviderCalls } from '../../platform/operations/provider-calls.js';

export interface CheckedEngine {
  readonly spec: EngineSpec;
  /** Cells of its row, by the title of their column. */
  readonly cells: Readonly<Record<string, string>>;
  /** False where it did not answer: the first remark then says why. */
  readonly answers: boolean;
  readonly remarks: readonly string[];
}

export interface Checking {
  /** They have this engine alone, so that a fault of one is not that of the others. */
  readonly parts: EngineParts;
  /** Sentences that come meanwhile. */
  readonly remarks: string[];
  /** Runs what sends requests: for no account, so that nothing counts them. */
  readonly ask: <T>(work: () => Promise<T>) => Promise<T>;
}

/** AssemblyAI's queue included. */
const CHECK_MS = 180_000;

export const timeOfCheck = () => AbortSignal.timeout(CHECK_MS);

export function startChecking(config: Config, spec: EngineSpec): Checking {
  const remarks: string[] = [];
  const defaults = { ...config.engines.defaults, [spec.task]: spec.name };
  const engines = { ...config.engines, all: new Map([[spec.name, spec]]), defaults };
  const calls = new ProviderCalls();
  const [accountId, analysisId] = ['engines:check', 'engines:check'];
  return {
    parts: {
      config: { ...config, engines },
      calls,
      learning: new EngineLearning(),
      gates: new Map(),
      log: (sentence) => remarks.push(sentence),
    },
    remarks,
    ask: (work) => calls.caller.run({ purpose: 'analysis', accountId, analysisId, livemode: false }, work),
  };
}

/** @param sinceMs of `performance.now()` */
export const secondsSince = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);
