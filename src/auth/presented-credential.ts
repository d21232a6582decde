import type { IncomingHttpHeaders } from 'node:http';

export interface PresentedCredential {
  readonly kind: 'jwt' | 'api_key';
  readonly value: string;
}

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The credential in the headers of a request. Null when there is none, when it is malformed, or when the two headers hold
 * different credentials.
 */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const key = headers['x-api-key'];
  const { authorization } = headers;
  if (authorization === undefined) return typeof key === 'string' ? { kind: 'api_key', value: key } : null;
  const value = BEARER.exec(authorization)?.[1];
  if (value === undefined || (key !== undefined && key !== value)) return null;
  return { kind: key === undefined && !value.startsWith('sk_') ? 'jwt' : 'api_key', value };
}
