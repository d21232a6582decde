// The errors of Anthropic's SDK as those by which the pipeline decides whether to retry, and what its refusals teach.
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import type { Learnt } from '../../platform/operations/engine-learning.js';
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { type Format, formatOf, nextFormat, smallerLimit } from '../model/lessons.js';
import type { ModelRequest } from '../model/model-asker.js';
import { type SdkErrors, toProviderFailure } from '../sdk/provider-failure.js';

/** Ways by which the schema reaches the model: Messages has no mode for any JSON. */
export const ANTHROPIC_FORMATS: readonly Format[] = ['schema', 'tool', 'words'];

const MAX_MESSAGE_CHARACTERS = 4_000;
const TOO_LONG =
  /prompt is too long|exceeds? (?:the )?(?:maximum )?context|context (?:limit|window)|too many total text bytes/i;
const DECLINED = /content filtering policy|usage policy|usage policies/i;
/** Anthropic refuses requests of an account without money with status 400. */
const NO_MONEY = /credit balance is too low/i;

const FORMAT_WORDS = /output_(?:config|format)|structured[ -]outputs?|\bjson_schema\b|\bgrammar\b|schema\b/i;
const TOOL_WORDS = /\btools?\b|tool_choice|tool use/i;

const ANTHROPIC_ERRORS: SdkErrors = {
  APIError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  whyNotJudged,
  isOutOfQuota: (error) =>
    error.type === 'billing_error' || NO_MONEY.test(messageOf(error)) || /spend_limit/.test(codeOf(error)),
};

export function toProviderError(error: unknown, task: EngineTask): ProviderError {
  return toProviderFailure(error, task, ANTHROPIC_ERRORS);
}

/** Null when the error says neither that the model declines nor that the transcript is too long. */
export function whyNotJudged(error: unknown): NotJudgedReason | null {
  if (!(error instanceof APIError)) return null;
  if (error.status === 413) return 'too_long_for_model';
  if (error.status !== 400) return null;
  if (DECLINED.test(messageOf(error))) return 'model_declined';
  return TOO_LONG.test(messageOf(error)) ? 'too_long_for_model' : null;
}

/**
 * Null when the refusal is not about a parameter that can be replaced or left out. Anthropic's messages begin with the path of
 * the parameter.
 */
export function lessonOf(
  error: unknown,
  { learnt, maxOutputTokens, characters }: Omit<ModelRequest, 'question'>,
): Learnt | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const message = messageOf(error);
  const smaller = smallerLimit(message, maxOutputTokens, characters);
  if (smaller !== null) return smaller;
  if (whyNotJudged(error) !== null || ANTHROPIC_ERRORS.isOutOfQuota(error)) return null;
  if (/\bcache_control\b/.test(message))
    return learnt.cache_control === undefined ? { cache_control: 'refused' } : null;
  const format = formatOf(learnt);
  const isNamed = format === 'schema' ? FORMAT_WORDS.test(message) : format === 'tool' && TOOL_WORDS.test(message);
  return isNamed ? nextFormat(learnt, ANTHROPIC_FORMATS) : null;
}

function messageOf(error: Error): string {
  const said = error instanceof APIError ? (error.apiMessage ?? error.message) : error.message;
  return said.slice(0, MAX_MESSAGE_CHARACTERS);
}

function codeOf(error: Error): string {
  return error instanceof APIError ? (error.errorCode ?? '') : '';
}
