// What the refusal of a server that speaks OpenAI's protocol teaches: which of the parameters that were sent it does not take.
import { APIError } from 'openai';
import type { Learnt } from '../../../platform/operations/engine-learning.js';
import { type Format, formatOf, isRefused, nextFormat, smallerLimit } from '../../model/lessons.js';
import type { ModelRequest } from '../../model/model-asker.js';
import { whyRefused } from '../openai-not-judged.js';

export const OPENAI_FORMATS: readonly Format[] = ['schema', 'tool', 'object', 'words'];

/** 404 is OpenRouter's status where no provider of the model takes a parameter, 416 Scaleway's for a limit. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 416, 422]);
const MAX_MESSAGE_CHARACTERS = 4_000;
/** Names of what asks for the format, in the parameters and in the words of servers that name none. */
const FORMAT_WORDS =
  /response[ _]?format|json[ _]?(?:schema|object|mode)|\btext\.format\b|\bstructured[ _-]outputs?\b|\bgrammar\b|\bguided|schema\b/i;
const TOOL_WORDS = /\btools?\b|tool_choice|\bfunctions?\b|function[ _]call/i;
const SYSTEM_WORDS = /system role|role[^.]{0,40}system|'system'|roles must alternate/i;
/** Left out when they are refused. */
const OPTIONAL = ['temperature', 'store', 'prompt_cache_key', 'service_tier'] as const;
const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;
/** OpenRouter's words where no provider of the model takes all that is asked. */
const SOME_PARAMETER = /requested parameters/i;
/** OpenAI's code for a tier without capacity. */
const NO_CAPACITY = /resource[ _]unavailable|service_tier|\bflex\b/i;

/** Body of a request, of either API. */
export type SentBody = Readonly<Record<string, unknown>>;

/** Null when the refusal is not about a parameter that can be replaced or left out. */
export function lessonOf(
  error: unknown,
  body: SentBody,
  { learnt, characters }: Pick<ModelRequest, 'learnt' | 'characters'>,
): Learnt | null {
  if (!(error instanceof APIError) || error.status === undefined) return null;
  const message = `${error.param ?? ''} ${error.code ?? ''} ${error.message}`.slice(0, MAX_MESSAGE_CHARACTERS);
  if (error.status === 429) return 'service_tier' in body && NO_CAPACITY.test(message) ? refuse('service_tier') : null;
  if (!REFUSALS.has(error.status)) return null;
  const sentLimit = LIMITS.find((name) => name in body);
  const limit = sentLimit === undefined ? 0 : Number(body[sentLimit]);
  const smaller = smallerLimit(message, limit, characters);
  if (smaller !== null) return smaller;
  if (whyRefused(error) !== null) return null;
  const named = namedBy(error, message, body);
  if (named === null) return error.status === 404 && !SOME_PARAMETER.test(message) ? null : unnamed(body, learnt);
  return lessonAbout(named, body, learnt);
}

const refuse = (parameter: string): Learnt => ({ [parameter]: 'refused' });

type Named = (typeof OPTIONAL)[number] | 'limit' | 'format' | 'strict' | 'system';

function lessonAbout(named: Named, body: SentBody, learnt: Learnt): Learnt | null {
  switch (named) {
    case 'limit':
      // The other name of the limit, once: a request without a limit is never sent.
      if (learnt.limit !== undefined || !('messages' in body)) return null;
      return { limit: 'max_tokens' in body ? 'max_completion_tokens' : 'max_tokens' };
    case 'format':
      return nextFormat(learnt, OPENAI_FORMATS);
    case 'system':
      return learnt.system === undefined && 'messages' in body ? { system: 'in_message' } : null;
    default:
      return isRefused(learnt, named) ? null : refuse(named);
  }
}

/** The parameter of `error.param`, else the one that the words name first. */
function namedBy(error: APIError, message: string, body: SentBody): Named | null {
  const path = pathOf(error, message);
  const [named] = [path, message].flatMap((text) => namesIn(text, body));
  return named ?? null;
}

/** `error.param`, or the place that FastAPI names: `"loc":["body","store"]`. */
function pathOf({ param }: APIError, message: string): string {
  if (typeof param === 'string') return param;
  const place = /"loc"\s*:\s*\[\s*"body"\s*,([^\]]*)\]/.exec(message)?.[1];
  return place?.replace(/["\s]/g, '').replaceAll(',', '.') ?? '';
}

function namesIn(text: string, body: SentBody): Named[] {
  const sentFormat = 'tools' in body ? TOOL_WORDS : FORMAT_WORDS;
  const asksFormat = ['tools', 'response_format', 'text'].some((name) => name in body);
  const sentLimit = LIMITS.find((name) => name in body);
  const places: Array<readonly [Named, number]> = [
    ...OPTIONAL.filter((name) => name in body).map(
      (name) => [name, placeOf(new RegExp(`\\b${name}\\b`, 'i'), text)] as const,
    ),
    ['limit', sentLimit === undefined ? -1 : placeOf(new RegExp(`\\b${sentLimit}\\b`, 'i'), text)],
    // Named together with the format that it belongs to.
    ['strict', asksFormat && /["'`.]strict\b/.test(text) ? 0 : -1],
    ['format', asksFormat ? placeOf(sentFormat, text) : -1],
    ['system', placeOf(SYSTEM_WORDS, text)],
  ];
  return places
    .filter(([, place]) => place >= 0)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name);
}

const placeOf = (pattern: RegExp, text: string) => text.search(pattern);

/** A refusal without a reason: what every server takes is sent, then no format at all and the other name of the limit. */
function unnamed(body: SentBody, learnt: Learnt): Learnt | null {
  switch (formatOf(learnt)) {
    case 'schema':
    case 'tool':
      return { format: 'object', temperature: 'refused', prompt_cache_key: 'refused' };
    case 'object':
      return { format: 'words', ...('max_tokens' in body && { limit: 'max_completion_tokens' }) };
    default:
      return null;
  }
}
