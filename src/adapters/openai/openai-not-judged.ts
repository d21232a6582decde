// Distinguishes a language model that refuses to judge a transcript from a provider in trouble: by its response and by its error.
import { APIError } from 'openai';
import type { NotJudgedReason } from '../../ports/call-analyst.js';

/**
 * Codes of OpenAI (`ResponseError.code` of its package 7.55.0, `content_policy_violation` of its API), of Azure, whose inner
 * error names the policy, and of gateways that repeat them.
 */
const DECLINED = new Set([
  'content_filter',
  'content_filtered',
  'content_policy_violation',
  'ResponsibleAIPolicyViolation'.toLowerCase(),
  'invalid_prompt',
  'bio_policy',
  'cyber_policy',
  'cyber_policy_violation',
  'moderation_blocked',
  'safety',
]);
/** Codes of OpenAI for a transcript that is too long; `exceed_context_size_error` is llama.cpp's type. */
const TOO_LONG = new Set([
  'context_length_exceeded',
  'string_above_max_length',
  'exceed_context_size_error',
  'input_too_long',
  'prompt_too_long',
]);
/**
 * Messages of servers without a code: vLLM and SGLang ("maximum context length is 8192 tokens"), llama.cpp ("the available
 * context size"), LM Studio and Ollama ("context window", "context length").
 */
const TOO_LONG_TEXT = /\b(?:context (?:length|size|window)|maximum (?:input|prompt) length|prompt is too long)\b/i;
const MAX_MESSAGE_CHARACTERS = 2_000;
/** Finish reasons of OpenAI, and those that gateways to other models pass on. */
const DECLINED_FINISHES = new Set([
  'content_filter',
  'refusal',
  'safety',
  'prohibited_content',
  'guardrail_intervened',
]);

export function isDeclinedFinish(reason: string | null | undefined): boolean {
  return DECLINED_FINISHES.has((reason ?? '').toLowerCase());
}

/** Null when the error says neither that the model declines nor that the transcript is too long. */
export function whyRefused(error: unknown): NotJudgedReason | null {
  if (!(error instanceof APIError) || error.status === undefined || error.status >= 500) return whyUnfinished(error);
  if (error.status === 413) return 'too_long_for_model';
  if (![400, 403, 422].includes(error.status)) return null;
  const words = wordsOf(error);
  if (words.some((word) => DECLINED.has(word)) || wasModerated(error)) return 'model_declined';
  // A refused key or a forbidden model says nothing of the transcript.
  if (error.status === 403) return null;
  const isTooLong = TOO_LONG_TEXT.test(error.message.slice(0, MAX_MESSAGE_CHARACTERS));
  return isTooLong || words.some((word) => TOO_LONG.has(word)) ? 'too_long_for_model' : null;
}

/** Reason in a response with status 200 that contains an error, as from some llama.cpp servers. */
export function whyErrorInside(answer: unknown): NotJudgedReason | null {
  const error = memberOf(answer, 'error');
  const words = [memberOf(error, 'code'), memberOf(error, 'type')];
  return (
    words.map((word) => (typeof word === 'string' ? whyFailed(word) : null)).find((reason) => reason !== null) ?? null
  );
}

/** @param code of a response whose body says that it failed */
export function whyFailed(code: string | null | undefined): NotJudgedReason | null {
  const word = (code ?? '').toLowerCase();
  if (DECLINED.has(word)) return 'model_declined';
  return TOO_LONG.has(word) ? 'too_long_for_model' : null;
}

/** llama.cpp before September 2025 answered 500 for a transcript that is too long. Its type names the reason. */
function whyUnfinished(error: unknown): NotJudgedReason | null {
  return error instanceof APIError && wordsOf(error).some((word) => TOO_LONG.has(word)) ? 'too_long_for_model' : null;
}

/** Code and type of the error, and the code of the error inside it, in lower case. */
function wordsOf({ code, type, error }: APIError): string[] {
  const inner = memberOf(error, 'innererror') ?? memberOf(memberOf(error, 'provider_specific_fields'), 'innererror');
  return [code, type, memberOf(inner, 'code')].flatMap((word) => (typeof word === 'string' ? word.toLowerCase() : []));
}

/** OpenRouter answers 403 for what its moderation flags, and says so in `metadata`. */
function wasModerated({ error }: APIError): boolean {
  const metadata = memberOf(error, 'metadata');
  return memberOf(metadata, 'flagged_input') !== undefined || Array.isArray(memberOf(metadata, 'reasons'));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
