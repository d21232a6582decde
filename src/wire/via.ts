// With what credential a person was let in who reviewed or corrected a call.
import type { Caller } from '../platform/http/access/caller.js';

export const VIAS = ['api_key', 'token', 'review_link'] as const;
export type Via = (typeof VIAS)[number];

const OF_PRINCIPAL: Readonly<Record<Caller['principal']['kind'], Via>> = {
  key: 'api_key',
  person: 'token',
  link: 'review_link',
};

export const viaOf = ({ principal }: Pick<Caller, 'principal'>): Via => OF_PRINCIPAL[principal.kind];
