import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { CallAnalysisError } from '../../../clients/typescript/src/error.js';
import { type VerifyOptions, verifyWebhook, type WebhookHeaders } from '../../../clients/typescript/src/webhook.js';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const NOW = 1_790_000_000;
const BODY = '{"event":"analysis.completed","id":"evt_1","data":{"id":"Zoë"}}';

const signed = (secrets: readonly string[] = [SECRET], seconds = NOW) => ({
  'Webhook-Id': 'evt_1',
  'WEBHOOK-TIMESTAMP': String(seconds),
  'webhook-signature': secrets
    .map((secret) => new Webhook(secret).sign('evt_1', new Date(seconds * 1000), BODY))
    .join(' '),
});

interface Received {
  readonly body?: string | Uint8Array;
  readonly headers?: WebhookHeaders;
  readonly secret?: string | readonly string[];
  readonly options?: VerifyOptions;
}

function refusalOf({ body = BODY, headers = signed(), secret = SECRET, options = { now: NOW } }: Received): string {
  try {
    verifyWebhook(body, headers, secret, options);
  } catch (error) {
    if (error instanceof CallAnalysisError) return `${error.kind}: ${error.detail}`;
    throw error;
  }
  throw new Error('It was accepted');
}

describe('the verification of a webhook', () => {
  it('reads what the service signed, from headers of any spelling and kind', () => {
    const body = Buffer.from(BODY);
    for (const headers of [signed(), new Headers(signed())])
      expect(verifyWebhook(body, headers, SECRET, { now: NOW })).toMatchObject({
        event: 'analysis.completed',
        data: { id: 'Zoë' },
      });
  });

  it('accepts either signature of a rotation, and either secret', () => {
    const headers = signed([OLD_SECRET, SECRET]);
    for (const secret of [SECRET, OLD_SECRET, [SECRET], [OLD_SECRET, SECRET]])
      expect(verifyWebhook(BODY, headers, secret, { now: NOW }).id).toBe('evt_1');
    expect(verifyWebhook(BODY, signed([OLD_SECRET]), [SECRET, OLD_SECRET], { now: NOW }).id).toBe('evt_1');
  });

  it('refuses another body, secret, id, time and version', () => {
    const another = 'signature: No signature matches: another secret, or the body was changed.';
    expect(refusalOf({ body: `${BODY} ` })).toBe(another);
    expect(refusalOf({ secret: OLD_SECRET })).toBe(another);
    expect(refusalOf({ headers: { ...signed(), 'Webhook-Id': 'evt_2' } })).toBe(another);
    expect(refusalOf({ headers: { ...signed(), 'WEBHOOK-TIMESTAMP': String(NOW + 1) } })).toBe(another);
    const { 'webhook-signature': signature } = signed();
    for (const odd of [signature.replace('v1,', 'v2,'), signature.slice(0, -4), 'v1,', 'v1', ',', 'x y z'])
      expect(refusalOf({ headers: { ...signed(), 'webhook-signature': odd } })).toBe(another);
  });

  it('refuses what was sent too long ago or is ahead of the clock, by the tolerance', () => {
    const away = (seconds: number) => `signature: webhook-timestamp is more than ${seconds} s away from the clock.`;
    for (const now of [NOW + 301, NOW - 301]) expect(refusalOf({ options: { now } })).toBe(away(300));
    expect(refusalOf({ options: { now: NOW + 11, tolerance: 10 } })).toBe(away(10));
    expect(verifyWebhook(BODY, signed(), SECRET, { now: NOW + 300 }).id).toBe('evt_1');
    expect(verifyWebhook(BODY, signed(), SECRET, { now: NOW + 900, tolerance: 900 }).id).toBe('evt_1');
  });

  it('refuses headers that are missing or odd', () => {
    const lacking = 'signature: The request lacks webhook-id, webhook-timestamp or webhook-signature.';
    expect(refusalOf({ headers: {} })).toBe(lacking);
    expect(refusalOf({ headers: { ...signed(), 'Webhook-Id': '' } })).toBe(lacking);
    for (const odd of ['soon', '-1', '1e9', `${NOW}.5`, '9'.repeat(16)])
      expect(refusalOf({ headers: { ...signed(), 'WEBHOOK-TIMESTAMP': odd } })).toBe(
        'signature: webhook-timestamp is no time in seconds.',
      );
  });

  it('refuses an empty secret: anyone could sign with it', () => {
    for (const secret of ['', 'whsec_', []])
      expect(refusalOf({ secret })).toMatch(/^(argument: secret must be|signature: No signature matches)/);
  });
});
