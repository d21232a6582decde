import type { IncomingHttpHeaders } from 'node:http';

export interface PresentedCredential {
  readonly kind: 'jwt' | 'api_key';
  readonly value: string;
}

const BEARER = /^Bearer +(\S+)$/i;

/**
 * What a request shows of itself. Null when it shows nothing, something malformed, or two different things: of two
 * credentials that disagree neither is believed.
 */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const key = headers['x-api-key'];
  const { authorization } = headers;
  if (authorization === undefined) return typeof key === 'string' ? { kind: 'api_key', value: key } : null;
  const value = BEARER.exec(authorization)?.[1];
  if (value === undefined || (key !== undefined && key !== value)) return null;
  return { kind: key === undefined && !value.startsWith('sk_') ? 'jwt' : 'api_key', value };
}
