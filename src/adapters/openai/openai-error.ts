// The errors of OpenAI's SDK as those by which the pipeline decides whether to retry.
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { EngineTask } from '../../ports/engine-trouble.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { type SdkErrors, toProviderFailure } from '../sdk/provider-failure.js';
import { whyRefused } from './openai-not-judged.js';

const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

const OPENAI_ERRORS: SdkErrors = {
  APIError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  whyNotJudged: whyRefused,
  isOutOfQuota: ({ code, type }) => QUOTA_CODES.has(code ?? '') || QUOTA_CODES.has(type ?? ''),
};

export function toProviderError(error: unknown, task: EngineTask): ProviderError {
  return toProviderFailure(error, task, OPENAI_ERRORS);
}
