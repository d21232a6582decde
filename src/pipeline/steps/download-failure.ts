// Turns a failed download into the next step for the call, and the client's sentence for it.
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type DownloadedHead, documentKindOf } from '../../recordings/receiving/document-kind.js';
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
