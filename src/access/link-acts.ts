// What the holder of a review link may do with its call, by the names that the API shows.
import type { Scope } from './scopes.js';

export const LINK_ACTS = ['read', 'review', 'correct'] as const;
export type LinkAct = (typeof LINK_ACTS)[number];

const SCOPES: Record<LinkAct, Scope> = {
  read: 'analysis:read',
  review: 'reviews:write',
  correct: 'reviews:write',
};

/** Also where keys need another scope for the same. */
export const scopeOfAct = (act: LinkAct): Scope => SCOPES[act];
