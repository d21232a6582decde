// Maps every error of the SDK to the ProviderError by which the pipeline decides whether to retry.
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { EngineTask } from '../../ports/engine-trouble.js';
import { ProviderError } from '../../ports/provider-error.js';
import { identifier, ProviderFailure, UnusableResponseError, withoutKeys } from '../vendor/provider-failure.js';
import { notJudged, whyRefused } from './openai-not-judged.js';

export { UnusableResponseError };

export type OpenAiTask = EngineTask;

const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/**
 * What a provider does to every call is trouble of the provider: refused credentials, an exhausted quota, an unknown model, 429,
 * 408, 409, 5xx, lost connections and time-outs. An unusable response and every other status are final; those by which a language
 * model will not judge a transcript say so.
 */
export function toProviderError(error: unknown, task: OpenAiTask): ProviderError {
  if (error instanceof ProviderError) return error;
  const cause = forTheLog(error, task);
  const failure = new ProviderFailure(task, cause);

  const refusal = task === 'analysis' ? whyRefused(error) : null;
  if (refusal !== null) return notJudged(refusal, cause);
  if (error instanceof UnusableResponseError || error instanceof SyntaxError) return failure.unusable();
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return failure.trouble('slow', false);
  }
  if (!(error instanceof APIError) || error.status === undefined) return failure.notConnected(error);
  return failure.refused({
    status: error.status,
    headers: error.headers,
    isQuota: QUOTA_CODES.has(error.code ?? '') || QUOTA_CODES.has(error.type ?? ''),
    isLanguage: error.param === 'language',
  });
}

/**
 * Collects what an operator needs in the log. The provider's own message is included for transcription only, shortened and
 * without anything that looks like a key: a message about an analysis may repeat the transcript, which no log may hold.
 */
function forTheLog(error: unknown, task: OpenAiTask): Error {
  if (!(error instanceof Error)) return new Error('The request failed without an error object.');
  if (!(error instanceof APIError) || error.status === undefined) {
    const inner = error.cause instanceof Error ? error.cause : error;
    return new Error(`${error.name}: ${withoutKeys(inner instanceof SyntaxError ? 'not JSON' : inner.message)}`);
  }
  const facts = [
    `status ${error.status}`,
    `code ${identifier(error.code)}`,
    `parameter ${identifier(error.param)}`,
    `request ${identifier(error.requestID)}`,
  ];
  if (task === 'transcription') facts.push(withoutKeys(error.message));
  return new Error(facts.join(', '));
}
