import { z } from 'zod';

export type TokenType = 'access' | 'refresh';

export const TOKEN_LIFETIME_SECONDS: Record<TokenType, number> = { access: 30 * 60, refresh: 7 * 24 * 60 * 60 };

/** Pinned for signing and verifying. Issuer and audience exclude tokens that another application signed with the same secret. */
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'call-analysis';
export const TOKEN_AUDIENCE = 'call-analysis-api';

/** All claims are required: the library itself would accept a token without an expiry. */
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

/** The claims of a token whose signature and times are already verified; null when this service did not issue it. */
export function tokenClaims(payload: unknown): TokenClaims | null {
  return schema.safeParse(payload).data ?? null;
}
