import { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Caller } from '../../platform/http/access/caller.js';
import { accountErrors } from '../users/account-errors.js';
import { Members } from '../users/members.js';
import { memberCaller } from './member-caller.js';
import { memberOfClaims, TOKEN_ALGORITHM, TOKEN_AUDIENCES, TOKEN_ISSUER, tokenClaims } from './token-claims.js';

/**
 * Authenticates an access token. The service reads its member at every request, so erasure, a new password and another role hold
 * at once.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    key: KeyObject,
    private readonly members: Members,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The package's types allow text or bytes only, but the library below it accepts a KeyObject (see token-key.ts).
      secretOrKeyProvider: (_request, _token, done) => Reflect.apply(done, undefined, [null, key]),
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCES,
    });
  }

  /** @param payload of a token whose signature and times are valid */
  async validate(payload: unknown): Promise<Caller | null> {
    const claims = tokenClaims(payload);
    if (claims?.type !== 'access') return null;
    const standing = await this.members.findStanding(memberOfClaims(claims));
    if (standing?.accountId !== claims.sub || standing.tokenEpoch !== claims.epoch) return null;
    if (!standing.verified) throw accountErrors.emailNotVerified();
    return memberCaller(this.members, standing, claims.exp * 1000);
  }
}
