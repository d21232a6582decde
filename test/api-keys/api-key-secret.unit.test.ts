import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiKeyPrefix, isApiKeySecret, newApiKeySecret } from '../../src/api-keys/api-key-secret.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the secret of an API key', () => {
  it('shows its mode, is always of one length, and never comes twice', () => {
    const secrets = Array.from({ length: 500 }, (_, index) => newApiKeySecret(index % 2 === 0));
    expect(new Set(secrets).size, 'different secrets').toBe(500);
    for (const [index, secret] of secrets.entries()) {
      expect(secret).toMatch(index % 2 === 0 ? /^sk_live_\w{49}$/ : /^sk_test_\w{49}$/);
      expect(isApiKeySecret(secret), `${secret} has the form of a key`).toBe(true);
      expect(apiKeyPrefix(secret)).toBe(secret.slice(0, 12));
    }
  });

  it('differs in its checksum when any one digit is mistyped', () => {
    const secret = newApiKeySecret(true);
    fc.assert(
      fc.property(fc.nat({ max: 48 }), fc.constantFrom(...DIGITS), (position, digit) => {
        const at = 8 + position;
        const typed = secret.slice(0, at) + digit + secret.slice(at + 1);
        return isApiKeySecret(typed) === (typed === secret);
      }),
      { numRuns: 2_000 },
    );
  });

  it('differs in its checksum when two neighbouring digits are exchanged', () => {
    const secret = newApiKeySecret(false);
    for (let at = 8; at < secret.length - 1; at += 1) {
      const typed = secret.slice(0, at) + secret.charAt(at + 1) + secret.charAt(at) + secret.slice(at + 2);
      expect(isApiKeySecret(typed), `${typed} is taken for ${secret}`).toBe(typed === secret);
    }
  });

  it('cannot be made up: random text has no valid checksum', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiKeySecret(text) && !isApiKeySecret(`sk_live_${text}`)));
  });
});
