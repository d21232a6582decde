// Roles of the people of an account.

/** From the one that may do least. `agent` stands aside: it sees own calls alone, and may do with them what others may not. */
export const ROLES = ['agent', 'reviewer', 'analyst', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation, another member or an identity provider can give: an account has one owner. */
export const GIVEN_ROLES = ['admin', 'analyst', 'reviewer', 'agent'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** True where `role` may do what `least` may. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
