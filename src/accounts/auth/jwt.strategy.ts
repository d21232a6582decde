import { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/http/access/caller.js';
import { accountErrors } from '../users/account-errors.js';
import { AccountsService } from '../users/accounts.service.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, tokenClaims } from './token-claims.js';

/**
 * Authenticates an access token. The service reads its account at every request, so erasure and a new password end it at once.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    key: KeyObject,
    private readonly accounts: AccountsService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The package's types allow text or bytes only, but the library below it accepts a KeyObject (see token-key.ts).
      secretOrKeyProvider: (_request, _token, done) => Reflect.apply(done, undefined, [null, key]),
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
  }

  /** @param payload of a token whose signature and times are valid */
  async validate(payload: unknown): Promise<Caller | null> {
    const claims = tokenClaims(payload);
    if (claims?.type !== 'access') return null;
    const standing = await this.accounts.findStanding(claims.sub);
    if (standing?.tokenEpoch !== claims.epoch) return null;
    if (!standing.verified) throw accountErrors.emailNotVerified();
    const { sub: accountId, epoch, exp } = claims;
    const confirm = (tx: EntityManager) => this.accounts.confirmEpoch(tx, accountId, epoch);
    const isGood = async () => {
      if (Date.now() >= exp * 1000) return false;
      const now = await this.accounts.findStandingAgain(accountId);
      return now?.tokenEpoch === epoch && now.verified;
    };
    return { accountId, livemode: true, principal: { kind: 'person', id: accountId }, confirm, isGood };
  }
}
