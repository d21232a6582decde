// Addresses as the contract promises them: `format: uri` is RFC 3986, which knows ASCII only; people paste more than that.

const PLAIN = String.raw`[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2}`;
const HOST = String.raw`\[[\da-f:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})+`;
const URI = new RegExp(
  String.raw`^https?://(?:${HOST})(?::\d*)?(?:/(?:${PLAIN})*)?(?:\?(?:${PLAIN}|\?)*)?(?:#(?:${PLAIN}|\?)*)?$`,
  'i',
);
/** What the URL parser leaves as it is in a path, a query or a fragment although RFC 3986 knows it nowhere there. */
const STRAY = /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/gi;

/**
 * An http or https address as a URI. One that is a URI comes back as it was given, so that a client finds what it sent;
 * of any other the host is put into punycode and the rest percent-encoded. Null for what is no address.
 */
export function asUri(given: string): string | null {
  if (URI.test(given)) return URL.canParse(given) ? given : null;
  // The URL parser would take white space and control characters out, and something else would be called than was given.
  if (/[\s\p{Cc}\p{Cs}]/u.test(given) || !URL.canParse(given)) return null;
  const { origin, pathname, search, hash } = new URL(given);
  const uri = [origin, encoded(pathname), marked(search), marked(hash)].join('');
  return URI.test(uri) ? uri : null;
}

/** A query or a fragment: its first character is the mark that begins it. */
const marked = (part: string) => part.slice(0, 1) + encoded(part.slice(1));
const encoded = (part: string) => part.replace(STRAY, encodeURIComponent);
