import { createSecretKey } from 'node:crypto';
import { JwtService, type JwtSignOptions } from '@nestjs/jwt';
import { describe, expect, it } from 'vitest';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, tokenClaims } from '../../../src/accounts/auth/token-claims.js';
import { TokensService } from '../../../src/accounts/auth/tokens.service.js';

const id = '5a5f5e0c-3a0b-4c55-9d0f-0c6f2b3b2a11';
const account = { id, accountId: id, tokenEpoch: 3, role: 'owner' } as const;

const jwt = new JwtService({
  secret: createSecretKey(Buffer.alloc(32, 7)),
  signOptions: { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER },
  verifyOptions: { algorithms: [TOKEN_ALGORITHM], issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE },
});
const tokens = new TokensService(jwt);

const signed = (claims: object, options: JwtSignOptions = {}) =>
  jwt.sign(
    { type: 'refresh', epoch: 3, ...claims },
    { subject: account.id, audience: TOKEN_AUDIENCE, jwtid: 'id', expiresIn: 60, ...options },
  );

describe('a token', () => {
  it.each([
    ['access', 'for half an hour', 1_800],
    ['refresh', 'for seven days', 604_800],
  ] as const)('of type %s names its account and epoch, and is good %s', (type, _, seconds) => {
    const claims = tokenClaims(jwt.verify<object>(tokens.issue(account, type)));
    expect(claims, 'the claims').toMatchObject({ sub: account.id, type, epoch: 3 });
    expect(claims && claims.exp - claims.iat, 'its seconds').toBe(seconds);
  });

  it('is never the same as another', () => {
    const issued = Array.from({ length: 20 }, () => tokens.issue(account, 'access'));
    expect(new Set(issued).size, 'different tokens among 20').toBe(20);
  });
});

describe('a refresh token', () => {
  it('is read as it was issued', () => {
    expect(tokens.readRefreshToken(tokens.issue(account, 'refresh'))).toMatchObject({ sub: account.id, epoch: 3 });
    expect(tokens.readRefreshToken(signed({})), 'one signed by the test').toMatchObject({ sub: account.id });
  });

  const refused: [string, () => string][] = [
    ['an access token', () => tokens.issue(account, 'access')],
    ['an expired one', () => signed({}, { expiresIn: -1 })],
    ['one of another secret', () => signed({}, { secret: 'x'.repeat(32) })],
    ['one of another audience', () => signed({}, { audience: 'another' })],
    ['what is no token', () => 'nonsense'],
    ['nothing', () => ''],
  ];
  it.each(refused)('is not taken for one: %s', (_, token) => {
    expect(tokens.readRefreshToken(token()), 'its claims').toBeNull();
  });
});
