// Recognises documents that a server sends in place of a file: a page to log in, an error, a listing.

/** First bytes of a downloaded file. */
export interface DownloadedHead {
  readonly contentType: string | null;
  readonly head: Buffer;
}

const MAX_LOOKED_AT_BYTES = 1_024;
/**
 * Tags by which browsers recognise a page (https://mimesniff.spec.whatwg.org), and some with which error texts of servers begin.
 */
const PAGE =
  /^<(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|link|center|form|noscript)[\s>/]/i;
const COMMENT = /^<!--/;

/**
 * Name of the document that was received instead of a file; null for bytes that are no document. The bytes decide first,
 * then the type.
 */
export function documentKindOf({ head, contentType }: DownloadedHead): string | null {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const start = textOf(head.subarray(0, MAX_LOOKED_AT_BYTES)).trimStart();
  const isPage = PAGE.test(start) || (COMMENT.test(start) && !type.endsWith('xml'));
  if (isPage || type === 'text/html' || type === 'application/xhtml+xml') return 'a web page';
  if (start.startsWith('<?xml')) return /<html[\s>]/i.test(start) ? 'a web page' : 'an XML document';
  if (start.startsWith('<') && type.endsWith('xml')) return 'an XML document';
  if (/^[{[]\s*["{[\]}]/.test(start) || /[/+]json$/.test(type)) return 'a JSON document';
  return null;
}

function textOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.subarray(2).toString('utf16le');
  // Big-endian UTF-16, where every second byte is a character of the tag.
  if (head[0] === 0xfe && head[1] === 0xff) return head.subarray(2).toString('latin1').replaceAll('\0', '');
  return head.toString('utf8').replace(/^\uFEFF/, '');
}
