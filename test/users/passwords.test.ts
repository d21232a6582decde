import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/platform/errors/api-error.js';
import { Passwords } from '../../src/users/passwords.js';

describe('Passwords', () => {
  it('checks a password against its hash, and against nobody', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('a password');
    expect(await passwords.verify(hash, 'a password')).toBe(true);
    expect(await passwords.verify(hash, 'another')).toBe(false);
    expect(await passwords.verify(null, 'a password')).toBe(false);
  });

  it('hashes at the agreed cost', async () => {
    const hash = await new Passwords().hash('a password');
    expect(hash.split('$').slice(1, 4)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  });

  it('lets one run and 32 wait, and turns the rest away at once', async () => {
    const passwords = new Passwords();
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.verify(null, 'a password')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(ApiError);
      expect(reason).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    }
    expect(await passwords.verify(null, 'a password')).toBe(false);
  });
});
