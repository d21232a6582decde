// What a run prints: the figures of both halves, and failures of the seen half. Who writes rules by the sentences of the
// held-out half has nothing left to measure them by.
import type { CallSet, Find } from '../spoken/measure.js';
import { failuresText } from '../spoken/show.js';
import { namedCalls, neutralCalls, plantedCalls } from './calls.js';
import type { Half } from './sentences.js';

const UNLOCK = 'I_WRITE_NO_RULES';

export function halfSet(half: Half): CallSet {
  const [planted, named, neutral] = [plantedCalls(), namedCalls(), neutralCalls()];
  const isOfHalf = (call: { readonly half: Half }) => call.half === half;
  return { planted: planted.filter(isOfHalf), named: named.filter(isOfHalf), neutral: neutral.filter(isOfHalf) };
}

/** @throws for the held-out half, unless the variable says that the reader writes no rules */
export function failuresOfHalf(half: Half, find: Find, environment: NodeJS.ProcessEnv): string {
  if (half !== 'seen' && environment[UNLOCK] !== '1') {
    throw new Error(`The sentences of the held-out half are not shown. Who writes no rules sets ${UNLOCK}=1.`);
  }
  return failuresText(halfSet(half), find);
}
