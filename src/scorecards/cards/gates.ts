// What holds a new revision back from being published.

export const GATES = ['off', 'not_worse', 'trusted'] as const;
/** `not_worse`: a revision that agrees less with people than the one before. `trusted`: besides, a question that is untrusted. */
export type Gate = (typeof GATES)[number];

export const GATE_STATUSES = ['passed', 'too_few', 'forced'] as const;
export type GateStatus = (typeof GATE_STATUSES)[number];
