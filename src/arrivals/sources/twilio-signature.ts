// Signature of Twilio's callbacks: HMAC-SHA1, in Base64, over the URL as Twilio was given it and the form's fields, each name
// before its value, sorted by name.
// https://www.twilio.com/docs/usage/webhooks/webhooks-security
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Fields by name; one that came more than once has a list. */
export type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** @returns Base64 */
export function signatureOf(url: string, fields: FormFields, authToken: string): string {
  const mac = createHmac('sha1', authToken).update(url);
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    for (const one of typeof value === 'object' ? [...new Set(value)].sort() : [value ?? '']) mac.update(name + one);
  }
  return mac.digest('base64');
}

/**
 * Compares every URL, in a time that does not depend on the signature.
 * @param urls URLs that Twilio may have been given
 */
export function isSigned(urls: readonly string[], fields: FormFields, authToken: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return urls.map((url) => isSame(Buffer.from(signatureOf(url, fields, authToken)), given)).includes(true);
}

const isSame = (expected: Buffer, given: Buffer) =>
  expected.length === given.length && timingSafeEqual(expected, given);

/**
 * Addresses to which a request may have been sent: Twilio signs them with the port, or without it.
 * @param publicUrl address of the service as clients call it
 * @param path path of the request, with its query
 */
export function signedUrls(publicUrl: string, path: string): readonly string[] {
  const { protocol, hostname, port, pathname } = new URL(publicUrl);
  const rest = `${pathname.replace(/\/+$/, '')}${path}`;
  const withPort = `${hostname}:${port === '' ? DEFAULT_PORTS[protocol] : port}`;
  return [`${protocol}//${hostname}${rest}`, `${protocol}//${withPort}${rest}`];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
