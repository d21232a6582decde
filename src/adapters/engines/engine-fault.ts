// What is wrong with an engine that failed, in words for the operator: what to look at, and what the server said.
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import type { TroubleReason } from '../../ports/engine-trouble.js';
import { ProviderError } from '../../ports/provider-error.js';
import type { EngineRemark } from '../vendor/engine-remark.js';
import type { EngineCheck } from './choose-engines.js';

/** Shorter ones are words for servers that need none, as `none`. */
const MIN_SECRET = 6;

const TROUBLE: Readonly<Record<TroubleReason, string>> = {
  credentials: 'The key is refused, or may not use the model: look at api_key_env or api_key_file.',
  model: 'The server does not know the model, or base_url leads past its API (404).',
  away: 'The server cannot be reached: look at base_url, and at the way out of this machine.',
  quota: 'No quota or money is left for this key.',
  busy: 'The server is busy, or limits this key (429): it may answer later.',
  slow: 'The server did not answer in time.',
  failing: 'The server failed to answer: it may be a fault of its own.',
};
const NOT_JUDGED = {
  unusable_answer: 'The model gives no JSON that fits the schema, even with the schema in words: take another one.',
  model_declined: 'The model declines the sample question.',
  too_long_for_model: 'The model has no room for the sample question and its answer.',
};
const NO_API = 'The answer is none of this API (no JSON, say): base_url may lead to a proxy, or to a page for people.';

/** More than the checks' own deadlines, for an engine whose slots are all taken. */
const CHECK_MS = 20_000;

/** Tells what is wrong with each. Resolves when each has answered or its time is over; never rejects. */
export async function checkEngines(
  checks: readonly EngineCheck[],
  tell: (engine: string, remark: EngineRemark) => void,
  checkMs = CHECK_MS,
): Promise<void> {
  await Promise.all(
    checks.map(async ({ spec, check }) => {
      const late = delay(checkMs, [warning(TROUBLE.slow)], { ref: false });
      const remarks = await Promise.race([check(), late]).catch((error: unknown) => [
        warning(faultSentence(error, spec)),
      ]);
      for (const remark of remarks) tell(spec.name, remark);
    }),
  );
}

const warning = (sentence: string): EngineRemark => ({ level: 'warn', sentence });

/** One sentence, and what the server said. No key is in it. */
export function faultSentence(error: unknown, { apiKey }: Pick<EngineSpec, 'apiKey'>): string {
  const said = error instanceof ProviderError && error.cause instanceof Error ? ` It said: ${error.cause.message}` : '';
  const whole = `${sentenceOf(error)}${said}`;
  return apiKey !== null && apiKey.length >= MIN_SECRET ? whole.replaceAll(apiKey, '[key]') : whole;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It failed without an error.';
  if (error.name === 'TimeoutError') return TROUBLE.slow;
  if (!(error instanceof ProviderError)) return error.message;
  if (error.trouble !== null) return TROUBLE[error.trouble.reason];
  if (error.notJudged !== null) return NOT_JUDGED[error.notJudged];
  return error.code === 'provider_failed' ? NO_API : error.message;
}
