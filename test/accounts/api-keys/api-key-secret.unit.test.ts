import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiKeyPrefix,
  hashApiKeySecret,
  isApiKeySecret,
  newApiKeySecret,
} from '../../../src/accounts/api-keys/api-key-secret.js';

/** 32 random bytes, written as a key of the first release has them. */
const RANDOM = '0Az9Zb1By8Yc2Cx7Xd3Dw6We4Ev5Vf5Fu4Ug6Gt3Th7';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the secret of an API key', () => {
  it('shows its mode, is always of one length, and never comes twice [authentication 2]', () => {
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

  it.each([
    ['live', '4VG1XE'],
    ['test', '4KaFXc'],
  ])('of the first release is still taken: in %s mode with the checksum %s', (mode, checksum) => {
    const secret = `sk_${mode}_${RANDOM}${checksum}`;
    expect(isApiKeySecret(secret), 'A key that was issued is refused').toBe(true);
  });

  it('is found by the hash that the first release has stored', () => {
    expect(hashApiKeySecret('a key').toString('hex')).toBe(
      '8fa3aab2faa9b79e0a0398da5b5abd0780142442a5be80b9a64608d718cb1fcd',
    );
  });

  it.each([
    ['a character in front', `xsk_live_${RANDOM}18alTX`],
    ['another mode', `sk_prod_${RANDOM}13xpcw`],
    ['a digit too many', `sk_live_${RANDOM}04TFC41`],
    ['a digit too few', `sk_live_${RANDOM.slice(1)}01CT68`],
    ['a character that is no digit', `sk_live_-${RANDOM.slice(1)}2XatOV`],
  ])('has a form: the right checksum is not enough with %s', (_, text) => {
    expect(isApiKeySecret(text), `${text} is taken for a key`).toBe(false);
  });
});
