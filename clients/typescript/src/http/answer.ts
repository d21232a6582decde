// What stands in an answer.
import { answerError, CallAnalysisError, connectionError, type ErrorItem } from '../error.js';
import type { Incoming } from './messages.js';
import { isRetryableStatus } from './retry.js';

/** Numbers that JavaScript may not hold are written with an exponent of three digits, or are that long. */
const MAY_OVERFLOW = /[eE]\+?0*[1-9]\d{2}|\d{309}/;

export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** @throws CallAnalysisError of kind `answer`; `connection` where the answer may have been cut */
export function jsonOf<T extends object>(incoming: Incoming, text: string): T {
  const answer = parsed(incoming, text);
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as T;
  throw answerError(`The service answered with status ${incoming.status} and JSON that is no object.`);
}

function parsed(incoming: Incoming, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!incoming.hasKnownEnd) throw connectionError('The connection was cut during the answer.', error);
    throw answerError(`The service answered with status ${incoming.status} and something that is no JSON.`, error);
  }
}

/** @throws Error for what is no JSON, and for a number that is too large */
export function parseJson<T>(text: string): T {
  const value = JSON.parse(text);
  if (MAY_OVERFLOW.test(text)) assertFinite(value);
  return value;
}

function assertFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('A number is too large');
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) assertFinite(member);
}

/** The error that an answer without success stands for. */
export function refusalOf({ status, phrase, headers }: Incoming, text: string): CallAnalysisError {
  const told = detailIn(text);
  const items = Array.isArray(told) ? told.filter(isItem) : null;
  return new CallAnalysisError({
    kind: 'api',
    status,
    detail: items ? sentenceOf(items) : typeof told === 'string' ? told : ownSentence(status, phrase),
    items,
    requestId: headers['x-request-id'] ?? null,
    retryable: isRetryableStatus(status),
  });
}

/** Whatever stands between client and service may have answered: a page of a proxy says nothing to a program. */
function ownSentence(status: number, phrase: string | null): string {
  if (status >= 300 && status < 400)
    return `The service answered with a redirect (${status}), which would pass the credential on: it is not followed.`;
  return `The service answered with status ${status}${phrase ? ` (${phrase})` : ''}.`;
}

function detailIn(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'detail' in answer ? answer.detail : null;
  } catch {
    return null;
  }
}

function isItem(item: unknown): item is ErrorItem {
  return (
    typeof item === 'object' &&
    item !== null &&
    'msg' in item &&
    typeof item.msg === 'string' &&
    'loc' in item &&
    Array.isArray(item.loc)
  );
}

const sentenceOf = (items: readonly ErrorItem[]): string =>
  `The request is not valid: ${items.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')}.`;
