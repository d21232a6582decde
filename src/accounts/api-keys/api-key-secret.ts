import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The secret of an API key: `sk_live_` or `sk_test_`, 32 random bytes as 43 digits of base 62, and six digits of
 * checksum, so that a mistyped key is refused without a query.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORM = /^sk_(?:live|test)_[0-9A-Za-z]{49}$/;

export function newApiKeySecret(livemode: boolean): string {
  const body = `${livemode ? 'sk_live_' : 'sk_test_'}${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_DIGITS)}`;
  return body + checksum(body);
}

/** Whether form and checksum are those of a key. The key may still never have been issued. */
export function isApiKeySecret(secret: string): boolean {
  const body = secret.slice(0, -CHECKSUM_DIGITS);
  return FORM.test(secret) && secret.slice(-CHECKSUM_DIGITS) === checksum(body);
}

/** The stored form. The secret has 256 random bits, so a plain SHA-256 cannot be reversed by guessing. */
export function hashApiKeySecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The part of a key that lists show: its mode and four digits. */
export function apiKeyPrefix(secret: string): string {
  return secret.slice(0, 12);
}

function checksum(body: string): string {
  let digits = '';
  // Numbers and not base62() with its big integers, because each request with a key computes a checksum.
  for (let rest = crc32(body); digits.length < CHECKSUM_DIGITS; rest = Math.floor(rest / 62))
    digits = DIGITS.charAt(rest % 62) + digits;
  return digits;
}

function base62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; digits.length < width; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits;
}
