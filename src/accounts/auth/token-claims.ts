import { z } from 'zod';
import { ROLES } from '../../access/roles.js';

export type TokenType = 'access' | 'refresh';

export const TOKEN_LIFETIME_SECONDS: Record<TokenType, number> = { access: 30 * 60, refresh: 7 * 24 * 60 * 60 };

/** Pinned for signing and verifying. Issuer and audience exclude tokens that another application signed with the same secret. */
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'call-analysis';
export const TOKEN_AUDIENCE = 'call-analysis-api';
/** The audience of tokens of members but the first: a process of a release without members would take them for the account's. */
export const MEMBER_AUDIENCE = 'call-analysis-members';
export const TOKEN_AUDIENCES: [string, string] = [TOKEN_AUDIENCE, MEMBER_AUDIENCE];

/** All claims but the last three are required: the library itself would accept a token without an expiry. */
const schema = z.object({
  sub: z.uuid(),
  type: z.enum(['access', 'refresh']),
  iat: z.int(),
  exp: z.int(),
  jti: z.string().min(1),
  /** `member.token_epoch` when the token was issued. */
  epoch: z.int(),
  /** The member. A token of a release without members has none: it is the first member's, whose id is the account's. */
  mid: z.uuid().optional(),
  /** The member's role when the token was issued, for clients. The row decides. */
  role: z.enum(ROLES).optional(),
  /** Session at the company's identity provider that the member signed in with. */
  sid: z.uuid().optional(),
});

export type TokenClaims = z.infer<typeof schema>;

export const memberOfClaims = ({ sub, mid }: Pick<TokenClaims, 'sub' | 'mid'>): string => mid ?? sub;

/** The claims of a token whose signature and times are already verified; null when this service did not issue it. */
export function tokenClaims(payload: unknown): TokenClaims | null {
  return schema.safeParse(payload).data ?? null;
}
