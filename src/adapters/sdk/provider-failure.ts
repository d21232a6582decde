// Maps every error of a vendor's SDK to the ProviderError by which the pipeline decides whether to retry. The SDKs of OpenAI and
// Anthropic are generated alike: their errors have the same members.
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import { ProviderError } from '../../ports/provider-error.js';
import { identifier, ProviderFailure, UnusableResponseError, withoutKeys } from '../vendor/provider-failure.js';
import { notJudged } from './not-judged.js';

/** An answer of the provider with an error status. The status is missing where no answer came. */
export interface SdkError extends Error {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly requestID: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly param?: string | null | undefined;
}

/** The error classes of one SDK, and what its vendor says in its own words. */
export interface SdkErrors {
  readonly APIError: abstract new (...given: never[]) => SdkError;
  readonly APIConnectionTimeoutError: abstract new (...given: never[]) => Error;
  readonly APIUserAbortError: abstract new (...given: never[]) => Error;
  /** Null unless a language model will not judge the transcript. */
  readonly whyNotJudged: (error: unknown) => NotJudgedReason | null;
  readonly isOutOfQuota: (error: SdkError) => boolean;
}

/** A language model may also refuse a transcript, and says so. Every other error is one of a request to a provider. */
export function toProviderFailure(error: unknown, task: EngineTask, sdk: SdkErrors): ProviderError {
  if (error instanceof ProviderError) return error;
  const cause = forTheLog(error, task, sdk);
  const failure = new ProviderFailure(task, cause);
  const refusal = task === 'analysis' ? sdk.whyNotJudged(error) : null;
  if (refusal !== null) return notJudged(refusal, cause);
  if (error instanceof UnusableResponseError || error instanceof SyntaxError) return failure.unusable();
  if (error instanceof sdk.APIConnectionTimeoutError || error instanceof sdk.APIUserAbortError)
    return failure.trouble('slow', false);
  if (!(error instanceof sdk.APIError) || error.status === undefined) return failure.notConnected(error);
  return failure.refused({
    status: error.status,
    headers: error.headers,
    isQuota: sdk.isOutOfQuota(error),
    isLanguage: error.param === 'language',
  });
}

/**
 * Collects what an operator needs in the log. The provider's own message is included for transcription only, shortened and
 * without anything that looks like a key: a message about an analysis may repeat the transcript, which no log may hold.
 */
function forTheLog(error: unknown, task: EngineTask, sdk: SdkErrors): Error {
  if (!(error instanceof Error)) return new Error('The request failed without an error object.');
  if (!(error instanceof sdk.APIError) || error.status === undefined) {
    const inner = error.cause instanceof Error ? error.cause : error;
    return new Error(`${error.name}: ${withoutKeys(inner instanceof SyntaxError ? 'not JSON' : inner.message)}`);
  }
  const facts = [
    `status ${error.status}`,
    `code ${identifier(error.code ?? error.type)}`,
    `parameter ${identifier(error.param)}`,
    `request ${identifier(error.requestID)}`,
  ];
  if (task === 'transcription') facts.push(withoutKeys(error.message));
  return new Error(facts.join(', '));
}
