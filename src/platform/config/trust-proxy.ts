// TRUST_PROXY: the proxies that may say who the client is. Express takes the value, but its error for a value that it refuses
// does not name the variable; so the value is checked here first.
import { isIP } from 'node:net';

/** Whether Express accepts the text. */
export function isTrustProxy(value: string): boolean {
  return /^(true|false|\d+)$/.test(value) || value.split(',').every((part) => isNetwork(part.trim()));
}

/** @returns the value for Express's `trust proxy` setting */
export function readTrustProxy(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', range, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (range === undefined || (version === 4 && isIP(range) === 4)) return true;
  return /^\d+$/.test(range) && Number(range) > 0 && Number(range) <= (version === 4 ? 32 : 128);
}
