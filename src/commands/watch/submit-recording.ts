// Submits one recording through the public API, and returns the outcome.
import { AsyncLocalStorage } from 'node:async_hooks';
import { CallAnalysis, CallAnalysisError, type CreateAnalysisParams } from '../../../clients/typescript/src/index.js';
import type { Hindrance } from './pace.js';

export interface Submission {
  /** Absolute path. */
  readonly file: string;
  readonly externalId: string;
  /** Bytes. */
  readonly size: number;
  /** Members of a body of POST /analysis. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Same for the same request, so that a repeated request is carried out once. */
  readonly idempotencyKey: string;
}

export type Outcome =
  | { readonly kind: 'taken' | 'existing'; readonly analysisId: string | null }
  /** The unchanged recording cannot become a call. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may become a call later. `askedMs`: wait that the service requests; null where it requests none. */
  | { readonly kind: 'later'; readonly hindrance: Hindrance; readonly reason: string; readonly askedMs: number | null }
  /** The file is gone, or cannot be read. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Every recording would fail the same way: the key or the address is wrong. */
export class WrongSettings extends Error {}

const REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** Statuses that allow a retry. The last three belong to an upload in parts, which starts again. */
const WAITING: ReadonlySet<number> = new Set([408, 409, 425, 429, 410, 423, 460]);
const UPLOAD_ENDED = 'Upload not found';
/** Size above which recordings are sent in parts. */
const RESUMABLE_ABOVE = 64 * 1024 * 1024;
const RETRIES_OF_PARTS = 5;
/** The first request was carried out, and its call has been deleted since: it is not made again. */
const CARRIED_OUT = /^The first request with this Idempotency-Key was carried out\./;

/** Last response of the service within a submission. */
interface Heard {
  status: number;
  askedMs: number | null;
}

export class Submitter {
  private readonly heard = new AsyncLocalStorage<Heard>();
  private readonly client: CallAnalysis;

  /**
   * @param baseUrl without `/api/v1`; null for CALL_ANALYSIS_URL, else http://localhost:3000. The key is CALL_ANALYSIS_API_KEY.
   * @throws WrongSettings
   */
  constructor(baseUrl: string | null) {
    try {
      this.client = new CallAnalysis({
        ...(baseUrl !== null && { baseUrl }),
        resumableAbove: RESUMABLE_ABOVE,
        onAnswer: ({ status, headers }) =>
          void Object.assign(this.heard.getStore() ?? {}, { status, askedMs: millisecondsOf(headers['retry-after']) }),
      });
    } catch (error) {
      throw error instanceof CallAnalysisError ? new WrongSettings(error.detail) : error;
    }
  }

  /** @throws WrongSettings; CallAnalysisError of kind `cancelled` when the signal ends it */
  async submit({ file, externalId, size, fields, ...given }: Submission, signal: AbortSignal): Promise<Outcome> {
    // The service checks the members: a sidecar file may contain anything.
    const params = { ...fields, external_id: externalId, file } as unknown as CreateAnalysisParams;
    const heard: Heard = { status: 0, askedMs: null };
    try {
      // Retries are decided for all recordings together. An interrupted upload in parts resumes. It has no key, since the key
      // would lead to the earlier upload after that has ended: `external_id` alone ensures one call.
      const options =
        size > RESUMABLE_ABOVE
          ? { signal, maxRetries: RETRIES_OF_PARTS }
          : { signal, maxRetries: 0, idempotencyKey: given.idempotencyKey };
      const { id } = await this.heard.run(heard, () => this.client.analyses.create(params, options));
      return { kind: heard.status === 200 ? 'existing' : 'taken', analysisId: id };
    } catch (error) {
      if (!(error instanceof CallAnalysisError)) throw error;
      return outcomeOf(error, heard.askedMs);
    }
  }
}

function outcomeOf(error: CallAnalysisError, askedMs: number | null): Outcome {
  const { kind, status, detail } = error;
  if (kind === 'cancelled') throw error;
  if (kind === 'argument') return { kind: 'unreadable', reason: detail };
  if (status === 402) return { kind: 'later', hindrance: 'minutes', reason: detail, askedMs };
  if (kind !== 'api' || status === null || WAITING.has(status) || status >= 500) {
    if (kind === 'connection' && !error.retryable) throw new WrongSettings(detail);
    return { kind: 'later', hindrance: 'away', reason: detail, askedMs };
  }
  if (status === 404 && detail === UPLOAD_ENDED) return { kind: 'later', hindrance: 'away', reason: detail, askedMs };
  if (status === 404 && CARRIED_OUT.test(detail)) return { kind: 'existing', analysisId: null };
  if (REFUSED.has(status)) return { kind: 'refused', reason: detail };
  throw new WrongSettings(`The service answered with status ${status}: ${detail} ${adviceFor(status)}`);
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Is CALL_ANALYSIS_API_KEY a key of this service?';
  return 'Is CALL_ANALYSIS_URL the address of the service, without /api/v1?';
}

/** Reads a number of seconds, or a date in the future; null for anything else. */
function millisecondsOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const ms = Date.parse(retryAfter) - Date.now();
  return ms >= 0 ? ms : null;
}
