import { describe, expect, it } from 'vitest';
import { tokenClaims } from '../../../src/accounts/auth/token-claims.js';

describe('the claims of a signed token', () => {
  const CLAIMS = { sub: '5a5f5e0c-3a0b-4c55-9d0f-0c6f2b3b2a11', type: 'access', iat: 1, exp: 2, jti: 'id', epoch: 0 };

  it('are kept when all are there', () => {
    expect(tokenClaims(CLAIMS), 'the claims of an access token').toEqual(CLAIMS);
    expect(tokenClaims({ ...CLAIMS, type: 'refresh' }), 'the type of a refresh token').toMatchObject({
      type: 'refresh',
    });
  });

  it.each(Object.keys(CLAIMS))('are refused without %s', (name) => {
    expect(tokenClaims({ ...CLAIMS, [name]: undefined }), `the claims without ${name}`).toBeNull();
  });

  it.each([
    ['a subject that is no id', { sub: 'root' }],
    ['an unknown type', { type: 'admin' }],
    ['no type', { type: '' }],
    ['an expiry as text', { exp: '2' }],
    ['half a second of issue', { iat: 1.5 }],
    ['an empty id', { jti: '' }],
    ['an epoch as text', { epoch: '0' }],
  ])('are refused with %s', (_, change) => {
    expect(tokenClaims({ ...CLAIMS, ...change }), 'the claims').toBeNull();
  });

  it.each([null, undefined, 'text', 7])('are none in %j', (payload) => {
    expect(tokenClaims(payload), 'the claims').toBeNull();
  });
});
