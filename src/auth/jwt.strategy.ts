import { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { EntityManager } from 'typeorm';
import { type Caller, SCOPES } from '../platform/http/access/caller.js';
import { accountErrors } from '../users/account-errors.js';
import { AccountsService } from '../users/accounts.service.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, tokenClaims } from './token-claims.js';

/** An access token. Its account is read at every request: erasure and a new password end tokens at once. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    key: KeyObject,
    private readonly accounts: AccountsService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The package's types know secrets as text or bytes only; what it calls takes a KeyObject (see token-key.ts).
      secretOrKeyProvider: (_request, _token, done) => Reflect.apply(done, undefined, [null, key]),
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
  }

  /** @param payload of a token whose signature and times hold */
  async validate(payload: unknown): Promise<Caller | null> {
    const claims = tokenClaims(payload);
    if (claims?.type !== 'access') return null;
    const standing = await this.accounts.findStanding(claims.sub);
    if (standing?.tokenEpoch !== claims.epoch) return null;
    if (!standing.verified) throw accountErrors.emailNotVerified();
    const { sub: accountId, epoch } = claims;
    const confirm = (tx: EntityManager) => this.accounts.confirmEpoch(tx, accountId, epoch);
    return { accountId, livemode: true, via: 'token', apiKeyId: null, scopes: SCOPES, confirm };
  }
}
