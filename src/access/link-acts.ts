// What the holder of a review link may do with its call or its session, by the names that the API shows.
import type { Scope } from './scopes.js';

/** Acts of a link to one call. */
export const CALL_ACTS = ['read', 'review', 'correct', 'acknowledge', 'dispute'] as const;
export type CallAct = (typeof CALL_ACTS)[number];

/** `calibrate`: the act of a link to one calibration session. */
export const LINK_ACTS = [...CALL_ACTS, 'calibrate'] as const;
export type LinkAct = (typeof LINK_ACTS)[number];

const SCOPES: Record<LinkAct, Scope> = {
  read: 'analysis:read',
  review: 'reviews:write',
  correct: 'reviews:write',
  acknowledge: 'reviews:write',
  dispute: 'reviews:write',
  calibrate: 'reviews:write',
};

/** Also where keys need another scope for the same. */
export const scopeOfAct = (act: LinkAct): Scope => SCOPES[act];
