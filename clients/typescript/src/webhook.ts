// Signatures of webhooks, by the rules of Standard Webhooks (https://www.standardwebhooks.com/).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { argumentError, CallAnalysisError } from './error.js';
import { parseJson } from './http/answer.js';
import type { WebhookNotification } from './models.generated.js';

const DEFAULT_TOLERANCE_SECONDS = 300;

/** As a server of Node has them, or as a `Headers` object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds that the time of sending may differ from the clock; 300 by default. */
  readonly tolerance?: number | undefined;
  /** The clock, in seconds since 1970. */
  readonly now?: number | undefined;
}

/**
 * Verifies that the service sent a webhook, and reads it.
 * @param body the bytes as they came, before a parser of JSON reads them
 * @param secret of `webhooks.secret()`; a list while a rotation lasts
 * @throws CallAnalysisError of kind `signature`
 */
export function verifyWebhook(
  body: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = DEFAULT_TOLERANCE_SECONDS, now = Date.now() / 1000 }: VerifyOptions = {},
): WebhookNotification {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw signatureError('The request lacks webhook-id, webhook-timestamp or webhook-signature.');
  if (!/^\d{1,15}$/.test(timestamp)) throw signatureError('webhook-timestamp is no time in seconds.');
  if (!(Math.abs(now - Number(timestamp)) <= tolerance))
    throw signatureError(`webhook-timestamp is more than ${tolerance} s away from the clock.`);
  const expected = [secret]
    .flat()
    .map((one) => createHmac('sha256', keyOf(one)).update(`${id}.${timestamp}.`).update(body).digest());
  const isSigned = signatures.split(' ').some((signature) => expected.some((digest) => isSame(signature, digest)));
  if (!isSigned) throw signatureError('No signature matches: another secret, or the body was changed.');
  return notificationIn(body);
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw argumentError('secret must be a secret of webhooks.secret().');
  return key;
}

function isSame(signature: string, digest: Buffer): boolean {
  const [version, base64 = ''] = signature.split(',');
  const given = Buffer.from(base64, 'base64');
  return version === 'v1' && given.length === digest.length && timingSafeEqual(given, digest);
}

function notificationIn(body: Uint8Array | string): WebhookNotification {
  try {
    return parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (error) {
    throw new CallAnalysisError({ kind: 'answer', detail: 'The body is signed and is no JSON.', cause: error });
  }
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : Array.isArray(found) ? found[0] : undefined;
}

function signatureError(detail: string): CallAnalysisError {
  return new CallAnalysisError({ kind: 'signature', detail });
}
