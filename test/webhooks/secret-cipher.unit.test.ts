import { describe, expect, it } from 'vitest';
import { SecretCipher } from '../../src/platform/database/secret-cipher.js';

const KEY = Buffer.alloc(32, 7);
const cipher = new SecretCipher(KEY);
const SECRET = 'whsec_Grüße';

describe('a signing secret at rest', () => {
  it('is read again by its account', () => {
    expect(cipher.decrypt(cipher.encrypt(SECRET, 'account-1'), 'account-1'), 'the secret as it was read').toBe(SECRET);
  });

  it('is read again as an earlier release stored it: twelve bytes of vector, sixteen of tag, then the text', () => {
    const stored = Buffer.from(
      '000102030405060708090a0b0e16d09a72a675169040db42bbed08886fe99a157e56aa3d18c080f8',
      'hex',
    );
    expect(cipher.decrypt(stored, 'account-1'), 'a secret stored by an earlier release').toBe('whsec_stored');
  });

  it('does not show its text, and is another one each time', () => {
    const [first, second] = [cipher.encrypt(SECRET, 'account-1'), cipher.encrypt(SECRET, 'account-1')];
    expect(first.includes(SECRET), 'the secret stands in what is stored').toBe(false);
    expect(first.equals(second), 'equal secrets can be seen to be equal').toBe(false);
  });

  it('cannot be read in the row of another account, nor with another key', () => {
    const sealed = cipher.encrypt(SECRET, 'account-1');
    expect(() => cipher.decrypt(sealed, 'account-2'), 'another account reads the secret').toThrow();
    const other = new SecretCipher(Buffer.alloc(32, 8));
    expect(() => other.decrypt(sealed, 'account-1'), 'another key reads the secret').toThrow();
  });

  it('cannot be read once any byte of it was changed, nor when its end is missing', () => {
    const sealed = cipher.encrypt(SECRET, 'account-1');
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => cipher.decrypt(changed, 'account-1'), `byte ${at} may be changed`).toThrow();
    }
    expect(() => cipher.decrypt(sealed.subarray(0, -1), 'account-1'), 'its end may be missing').toThrow();
    // Four of the sixteen bytes of a tag: a forger would find them.
    const short = cipher.encrypt('', 'account-1').subarray(0, 16);
    expect(() => cipher.decrypt(short, 'account-1'), 'its tag may be shorter').toThrow();
  });
});
