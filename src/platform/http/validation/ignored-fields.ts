// Lists the unknown members of a body in a header. The service ignores them, so that newer clients work with it. The header shows
// a client that it has misspelt a member.
import type { Type } from '@nestjs/common';
import type { Response } from 'express';
import { objectRulesOf } from './object-rules.js';
import { unknownMembers } from './read-input.js';

const HEADER = 'X-Ignored-Fields';
const MAX_NAMES = 20;
/** Limit that keeps the header below 2 kB with 20 names: proxies refuse responses with headers above 4 kB. */
const MAX_NAME_CHARACTERS = 64;

/**
 * Sets the header when there are unknown members, unless they are refused.
 * @param type the class that the body is read as; null for a route that takes no body
 */
export function nameIgnoredFields(
  response: Response,
  type: Type | null,
  body: Readonly<Record<string, unknown>>,
): void {
  if (type !== null && objectRulesOf(type).isClosed) return;
  const names = unknownMembers(type, body, MAX_NAMES);
  if (names.length > 0) response.setHeader(HEADER, names.map(headerSafe).join(', '));
}

/** Letters, digits and `-_.!~*'()` as they are, all else percent-encoded; cut where it would be too long. */
function headerSafe(name: string): string {
  if (name === '') return '""';
  let text = '';
  // Half of a surrogate pair becomes U+FFFD on the way through UTF-8.
  for (const character of Buffer.from(name.slice(0, MAX_NAME_CHARACTERS)).toString()) {
    const encoded = encodeURIComponent(character);
    if (text.length + encoded.length > MAX_NAME_CHARACTERS) break;
    text += encoded;
  }
  return text;
}
