// What was settled after the specification and holds where the two differ, each point with its tests.
import type { Sentence } from './sentence.js';

export const SETTLED_LATER: readonly Sentence[] = [
  {
    says: 'Test mode has 10,000 minutes a month unless the operator says otherwise',
    tests: [['billing/minutes-ledger', 'gives test keys an allowance of their own: 10,000 minutes a month']],
  },
];
