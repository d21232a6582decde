import { z } from 'zod';

export type TokenType = 'access' | 'refresh';

export const TOKEN_LIFETIME_SECONDS: Record<TokenType, number> = { access: 30 * 60, refresh: 7 * 24 * 60 * 60 };

/**
 * Pinned for signing and for checking. The issuer and the audience keep out what another application signed with the
 * same secret.
 */
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'call-analysis';
export const TOKEN_AUDIENCE = 'call-analysis-api';

/** All of them required: the library itself accepts a token that never expires. */
const schema = z.object({
  sub: z.uuid(),
  type: z.enum(['access', 'refresh']),
  iat: z.int(),
  exp: z.int(),
  jti: z.string().min(1),
  /** `account.token_epoch` when the token was issued. */
  epoch: z.int(),
});

export type TokenClaims = z.infer<typeof schema>;

/** The claims of a token whose signature and times are checked already; null when it is not one of ours. */
export function tokenClaims(payload: unknown): TokenClaims | null {
  return schema.safeParse(payload).data ?? null;
}
