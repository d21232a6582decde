import { parseUrl } from '../../outbound/parse-url.js';

// Converts an address to a URI. The API document promises `format: uri`, which is RFC 3986 and ASCII only, but people paste
// addresses with other characters.

const PATH_CHARACTER = String.raw`[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2}`;
const HOST = String.raw`\[[\da-f:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})+`;
const URI = new RegExp(
  String.raw`^https?://(?:${HOST})(?::\d*)?(?:/(?:${PATH_CHARACTER})*)?(?:\?(?:${PATH_CHARACTER}|\?)*)?(?:#(?:${PATH_CHARACTER}|\?)*)?$`,
  'i',
);
/** Characters that the URL parser leaves in a path, query or fragment although RFC 3986 does not allow them there. */
const NOT_ALLOWED = /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/gi;

/**
 * An http or https address that is a URI comes back unchanged, so that a client reads what it sent. In any other address the
 * host is converted to punycode and the rest is percent-encoded. Null for text that is not an address.
 */
export function asUri(given: string): string | null {
  if (URI.test(given)) return parseUrl(given) === null ? null : given;
  // The URL parser removes white space and control characters, so the service would call another address than the given one.
  if (/[\s\p{Cc}\p{Cs}]/u.test(given) || parseUrl(given) === null) return null;
  const { origin, pathname, search, hash } = new URL(given);
  const uri = [origin, percentEncode(pathname), encodeAfterMark(search), encodeAfterMark(hash)].join('');
  return URI.test(uri) ? uri : null;
}

/** Invisible characters that may surround a copied address. `trim` removes a byte-order mark, but not these characters. */
const INVISIBLE = '\u200b\u200c\u200d\u2060';

/** Cleans a copied address: removes white space around it, and encodes blanks in it. Line breaks in it stay. */
export function asAddress(copied: string): string {
  let [start, end] = [0, copied.length];
  while (start < end && isAround(copied.charAt(start))) start++;
  while (end > start && isAround(copied.charAt(end - 1))) end--;
  return copied.slice(start, end).replace(/\p{Zs}/gu, encodeURIComponent);
}

const isAround = (character: string) => INVISIBLE.includes(character) || character.trim() === '';

/** Encodes a query or fragment, but keeps the `?` or `#` at its beginning. */
const encodeAfterMark = (part: string) => part.slice(0, 1) + percentEncode(part.slice(1));
const percentEncode = (part: string) => part.replace(NOT_ALLOWED, encodeURIComponent);
