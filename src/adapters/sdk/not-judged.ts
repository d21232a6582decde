// The error of a language model that has not judged a transcript, although its provider works.
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { FailureCode } from '../../ports/failure-code.js';
import { ProviderError } from '../../ports/provider-error.js';

const SENTENCES: Readonly<Record<NotJudgedReason, string>> = {
  model_declined: 'The analysis provider declined to judge this call.',
  too_long_for_model: 'The call is too long for the analysis provider.',
  unusable_answer: "The analysis provider's answer could not be used.",
};

const CODES: Readonly<Record<NotJudgedReason, FailureCode>> = {
  model_declined: 'provider_refused',
  too_long_for_model: 'too_long',
  unusable_answer: 'provider_failed',
};

export function notJudged(reason: NotJudgedReason, cause?: unknown): ProviderError {
  return new ProviderError(SENTENCES[reason], { retryable: false, code: CODES[reason], notJudged: reason, cause });
}
