// Turns a failed download into the next step for the call, and the client's sentence for it.
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { ProviderError } from '../../ports/provider-error.js';
import { RecordingInterrupted } from '../../recordings/receiving/recording-intake.js';
import { AUDIO_TOO_LARGE, RecordingRefused, UNSUPPORTED_FORMAT } from '../../recordings/receiving/recording-limits.js';
import { WorkRefused } from '../../work/claim.js';
import { RecordingAwaited } from './recording-awaited.js';

const NOT_DOWNLOADED = 'The recording could not be downloaded';

/** Statuses of a recording that is not there yet: telephone systems announce a recording before it can be fetched. */
const NOT_THERE_YET: ReadonlySet<number> = new Set([403, 404, 409, 425, 429]);
/** Maximum wait that is accepted when a failing server asks for one. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** A recording that is not there yet is awaited, a failing server is asked again, any other status is final. */
export function statusError(statusCode: number, retryAfterMs: number | null): Error {
  if (statusCode === 206) return new WorkRefused('url_refused', `${NOT_DOWNLOADED}: its server sent only a part of it`);
  const sentence = `${NOT_DOWNLOADED}: its server answered with status ${statusCode}`;
  if (NOT_THERE_YET.has(statusCode)) return new RecordingAwaited(sentence, retryAfterMs);
  if (statusCode < 500 && statusCode !== 408) return new WorkRefused('url_refused', sentence);
  const waitMs = retryAfterMs === null ? null : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return new ProviderError(sentence, { retryable: true, code: 'url_unreachable', retryAfterMs: waitMs });
}

/** First bytes of a downloaded file. */
export interface DownloadedHead {
  readonly contentType: string | null;
  readonly head: Buffer;
}

/**
 * A {@link WorkRefused} is final, a {@link RecordingAwaited} waits for the recording, a {@link ProviderError} is retried.
 * @param file null when no file came
 */
export function downloadError(thrown: unknown, file: DownloadedHead | null): unknown {
  const error = thrown instanceof RecordingInterrupted ? thrown.cause : thrown;
  if (error instanceof RecordingRefused) return refusalOf(error, file);
  if (error instanceof OutboundError && error.kind === 'too-large')
    return new WorkRefused('too_large', AUDIO_TOO_LARGE);
  if (!(error instanceof OutboundError) && !(thrown instanceof RecordingInterrupted)) return error;
  const reason = error instanceof OutboundError ? error : new OutboundError('connection');
  const sentence = `${NOT_DOWNLOADED}: ${reason.message.replace(/^The /, 'the ')}`;
  if (reason.permanent) return new WorkRefused('url_refused', sentence);
  return new ProviderError(sentence, { retryable: true, code: 'url_unreachable', cause: error });
}

function refusalOf({ code, message }: RecordingRefused, file: DownloadedHead | null): WorkRefused {
  const kind = file && message === UNSUPPORTED_FORMAT ? documentKindOf(file) : null;
  if (kind !== null) return new WorkRefused('url_refused', `${NOT_DOWNLOADED}: its server answered with ${kind}`);
  return new WorkRefused(code, `The recording could not be used: ${message}`);
}

const MAX_LOOKED_AT_BYTES = 1_024;
/**
 * Tags by which browsers recognise a page (https://mimesniff.spec.whatwg.org), and some with which error texts of servers begin.
 */
const PAGE =
  /^<(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|link|center|form|noscript)[\s>/]/i;
const COMMENT = /^<!--/;

/**
 * Name of the document that was received instead of a recording; null for bytes that are no document. The bytes decide first,
 * then the type.
 */
function documentKindOf({ head, contentType }: DownloadedHead): string | null {
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
