// How often the gate refuses a revision that agrees less, and lets one pass that agrees as well, of a hundred sets. [whole]
import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../../src/judgement/agreement/bootstrap.js';
import { type GatedCall, passGate } from '../../../src/judgement/agreement/gate.js';
import { questionsOf } from '../../../src/scorecards/form/form.js';
import { writtenForm } from '../../scorecards/written-forms.js';

const FORM = questionsOf(writtenForm('only 1: empathy 1'));
const RUNS = 100;

interface Planted {
  readonly calls: number;
  readonly yes: number;
  /** The new revision: answers of the old one with so many flipped, or of its own with so many errors. */
  readonly after: { readonly flipped: number } | { readonly errors: number };
}

const ERRORS_OF_PEOPLE = 0.05;
const ERRORS_BEFORE = 0.05;

function planted({ calls, yes, after }: Planted, random: () => number): GatedCall[] {
  const flip = (answer: string, share: number) => (random() >= share ? answer : answer === 'yes' ? 'no' : 'yes');
  return Array.from({ length: calls }, (_, at) => {
    const truth = random() < yes ? 'yes' : 'no';
    const people = [{ id: 'mara', isExpert: false, answers: { empathy: flip(truth, ERRORS_OF_PEOPLE) } }];
    const before = flip(truth, ERRORS_BEFORE);
    const recent = 'flipped' in after ? flip(before, after.flipped) : flip(truth, after.errors);
    return { id: `call-${at}`, people, before: { empathy: before }, after: { empathy: recent } };
  });
}

function refusals(plan: Planted, seed: number): number {
  const random = mulberry32(seed);
  let refused = 0;
  for (let run = 0; run < RUNS; run++) if (passGate(FORM, FORM, planted(plan, random)).worse.length > 0) refused++;
  return refused;
}

const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9];

describe('a revision with 30 % of its answers flipped', () => {
  const worse = { after: { flipped: 0.3 } };

  it.each(SHARES)('is refused 99 times of 100 over 100 calls with a share of yes of %d', (yes) => {
    expect(refusals({ calls: 100, yes, ...worse }, 1)).toBeGreaterThanOrEqual(99);
  });

  it.each(SHARES)('is refused 95 times of 100 over 60 calls with a share of yes of %d', (yes) => {
    expect(refusals({ calls: 60, yes, ...worse }, 2)).toBeGreaterThanOrEqual(95);
  });
});

it.each(SHARES)('a revision that is as good is published 94 times of 100 with a share of yes of %d', (yes) => {
  const plan = { calls: 100, yes, after: { errors: ERRORS_BEFORE } };
  expect(RUNS - refusals(plan, 3)).toBeGreaterThanOrEqual(94);
});
