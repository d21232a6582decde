// Sends one signed POST by the rules of Standard Webhooks, and returns its outcome.
import { Injectable } from '@nestjs/common';
import { currentTraceParent } from '../../platform/operations/tracing.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { type OutgoingEvent, signRequest } from './signed-request.js';

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 65_536;

/** Outcome of one attempt. Of the reply, only the status is kept. */
export interface SendOutcome {
  readonly at: Date;
  readonly durationMs: number;
  readonly delivered: boolean;
  /** The receiver answered 410: it must not be sent this event again. */
  readonly gone: boolean;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** One word, as listed in docs/webhooks.md; null when delivered. */
  readonly error: string | null;
  readonly retryAfterMs: number | null;
}

@Injectable()
export class WebhookSender {
  constructor(private readonly door: OutboundDoor) {}

  /** @param accountId whose share of the outbound connections it uses */
  async send(accountId: string, event: OutgoingEvent): Promise<SendOutcome> {
    const at = new Date();
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    const traceParent = currentTraceParent();
    const { url, headers: signed, body } = signRequest(event, at);
    const headers = { ...(traceParent && { traceparent: traceParent }), ...signed };
    try {
      const request = { accountId, headers, body, timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_RESPONSE_BYTES };
      const { statusCode, retryAfterMs } = await this.door.post(url, request);
      // The returned status is final, so it is at least 200.
      const delivered = statusCode <= 299;
      const honoursRetryAfter = statusCode === 429 || statusCode === 503;
      return {
        at,
        durationMs: durationMs(),
        delivered,
        gone: statusCode === 410,
        statusCode,
        error: delivered ? null : errorWordOf(statusCode),
        retryAfterMs: honoursRetryAfter ? retryAfterMs : null,
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const word = error.kind.replaceAll('-', '_');
      const outcome = { at, durationMs: durationMs(), delivered: false, gone: false, retryAfterMs: null };
      return { ...outcome, statusCode: null, error: word };
    }
  }
}

/** @param statusCode at least 300 */
function errorWordOf(statusCode: number): string {
  if (statusCode === 410) return 'gone';
  return statusCode <= 399 ? 'redirect_not_followed' : 'unsuccessful_status';
}
