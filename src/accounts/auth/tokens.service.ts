import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { AccountEntity } from '../users/account.entity.js';
import { TOKEN_LIFETIME_SECONDS, type TokenClaims, type TokenType, tokenClaims } from './token-claims.js';

/** Issues and verifies the signed tokens of an account. */
@Injectable()
export class TokensService {
  constructor(private readonly jwt: JwtService) {}

  issue(account: Pick<AccountEntity, 'id' | 'tokenEpoch'>, type: TokenType): string {
    return this.jwt.sign(
      { type, epoch: account.tokenEpoch },
      { subject: account.id, jwtid: randomUUID(), expiresIn: TOKEN_LIFETIME_SECONDS[type] },
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
