import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { isFirstMember, type MemberEntity } from '../users/member.entity.js';
import {
  MEMBER_AUDIENCE,
  TOKEN_AUDIENCE,
  TOKEN_LIFETIME_SECONDS,
  type TokenClaims,
  type TokenType,
  tokenClaims,
} from './token-claims.js';

export type TokenHolder = Pick<MemberEntity, 'id' | 'accountId' | 'tokenEpoch' | 'role'>;

interface TokenOptions {
  /** Session at the identity provider; undefined for a log-in by password. */
  readonly sessionId?: string;
  /** Lifetime where it is shorter than usual. */
  readonly seconds?: number;
}

/** Issues and verifies the signed tokens of members. */
@Injectable()
export class TokensService {
  constructor(private readonly jwt: JwtService) {}

  issue(member: TokenHolder, type: TokenType, { sessionId, seconds }: TokenOptions = {}): string {
    const { id, accountId, tokenEpoch, role } = member;
    return this.jwt.sign(
      { type, epoch: tokenEpoch, mid: id, role, ...(sessionId && { sid: sessionId }) },
      {
        subject: accountId,
        audience: isFirstMember(member) ? TOKEN_AUDIENCE : MEMBER_AUDIENCE,
        jwtid: randomUUID(),
        expiresIn: seconds ?? TOKEN_LIFETIME_SECONDS[type],
      },
    );
  }

  /** Null when the token is not a refresh token of this service or has expired. */
  readRefreshToken(token: string): TokenClaims | null {
    try {
      const claims = tokenClaims(this.jwt.verify<object>(token));
      return claims?.type === 'refresh' ? claims : null;
    } catch {
      return null;
    }
  }
}
