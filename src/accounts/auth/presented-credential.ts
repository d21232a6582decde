import type { IncomingHttpHeaders } from 'node:http';
import { isLinkToken } from '../../platform/http/access/link-callers.js';

export interface PresentedCredential {
  readonly kind: 'jwt' | 'link' | 'api_key';
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
  if (key !== undefined || value.startsWith('sk_')) return { kind: 'api_key', value };
  return { kind: isLinkToken(value) ? 'link' : 'jwt', value };
}
