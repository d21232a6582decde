// Sends one signed POST by the rules of Standard Webhooks, and says what became of it.
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentTraceParent } from '../platform/operations/tracing.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { OutboundError } from '../platform/outbound/outbound-error.js';

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 65_536;

export interface OutgoingEvent {
  readonly accountId: string;
  readonly url: string;
  /** The same on every attempt. */
  readonly id: string;
  readonly body: Buffer;
  /** Each of them signs: during a rotation there are two. */
  readonly secrets: readonly string[];
}

/** What became of one attempt. Of the reply, only the status is kept. */
export interface SendOutcome {
  readonly at: Date;
  readonly durationMs: number;
  readonly delivered: boolean;
  /** The receiver answered 410: it must not be sent this event again. */
  readonly gone: boolean;
  /** Null when no reply came. */
  readonly statusCode: number | null;
  /** One word, as docs/webhooks.md lists them; null when delivered. */
  readonly error: string | null;
  readonly retryAfterMs: number | null;
}

@Injectable()
export class WebhookSender {
  constructor(private readonly door: OutboundDoor) {}

  async send({ accountId, url, id, body, secrets }: OutgoingEvent): Promise<SendOutcome> {
    const at = new Date();
    const timestamp = Math.floor(at.getTime() / 1000);
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    const traceParent = currentTraceParent();
    const headers = {
      ...(traceParent && { traceparent: traceParent }),
      'content-type': 'application/json',
      'user-agent': 'CallAnalysis/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.`, body)).join(' '),
    };
    try {
      const request = { accountId, headers, body, timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_RESPONSE_BYTES };
      const { statusCode, retryAfterMs } = await this.door.post(url, request);
      const delivered = statusCode >= 200 && statusCode <= 299;
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

/**
 * Standard Webhooks `v1`: HMAC-SHA256 with the bytes of the secret as key, in base64. Node's own hash, because the one of the
 * reference library is written in JavaScript and took a tenth of the sending time.
 */
function sign(secret: string, head: string, body: Buffer): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
}

function errorWordOf(statusCode: number): string {
  if (statusCode === 410) return 'gone';
  return statusCode >= 300 && statusCode <= 399 ? 'redirect_not_followed' : 'unsuccessful_status';
}
