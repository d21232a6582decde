// What the views of disputes compute without a browser.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DISPUTES as DE } from '../../web/src/texts/de/disputes.js';
import { DISPUTES as EN } from '../../web/src/texts/en/disputes.js';
import {
  claimed,
  decisionsOf,
  isClaimed,
  resolvedParams,
  resolvingAs,
  windowOf,
} from '../../web/src/views/disputes/claims.js';

const answer = (question: string, claim: string) => ({ question, answer: 'no', answered_by: null, claim, note: 'So.' });
const one = { answers: [answer('offer', 'yes')] };
const two = { answers: [answer('offer', 'yes'), answer('solved', 'na')] };

it.each([
  ['DisputeDecision', 'disputes.is'],
  ['DisputeDecision', 'disputes.decide'],
  ['DisputeStatus', 'disputes.status'],
])('each %s has its text in both languages: %s', (schema, family) => {
  const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const values: readonly string[] = components.schemas[schema].enum;
  expect(values.length).toBeGreaterThan(1);
  for (const value of values) for (const texts of [EN, DE]) expect(Object.keys(texts)).toContain(`${family}.${value}`);
});

describe('a dispute', () => {
  it('is whole once each answer has a claim and words', () => {
    expect(isClaimed({}), 'no answer').toBe(false);
    expect(isClaimed({ offer: { claim: 'yes', note: ' ' } }), 'no words').toBe(false);
    expect(
      isClaimed({ offer: { claim: 'yes', note: 'I did.' }, solved: { claim: '', note: 'It was.' } }),
      'no claim',
    ).toBe(false);
    const claims = { offer: { claim: 'yes', note: ' I did. ' } };
    expect(isClaimed(claims), 'claim and words').toBe(true);
    expect(claimed(claims)).toEqual([{ question: 'offer', claim: 'yes', note: 'I did.' }]);
  });

  it('can be opened until the window ends, and at any time where it has no end', () => {
    expect(windowOf({ disputable_until: null }, 10)).toEqual({ kind: 'always' });
    expect(windowOf({ disputable_until: 11 }, 10)).toEqual({ kind: 'until', at: 11 });
    expect(windowOf({ disputable_until: 10 }, 10)).toEqual({ kind: 'closed', at: 10 });
  });
});

describe('a decision', () => {
  it('follows the agent where it overturns, and changes nothing in part until answers are chosen', () => {
    expect(decisionsOf(one), 'one answer has no parts').toEqual(['upheld', 'overturned']);
    expect(decisionsOf(two)).toEqual(['upheld', 'overturned', 'partly']);
    expect(resolvingAs('overturned', two).answers).toEqual({ offer: 'yes', solved: 'na' });
    expect(resolvingAs('partly', two).answers).toEqual({});
  });

  it('needs a reason, and answers unless they are upheld', () => {
    const given = { decision: 'upheld' as const, answers: {}, note: ' Heard again. ' };
    expect(resolvedParams({ ...given, decision: null }, 'mara')).toBeNull();
    expect(resolvedParams({ ...given, note: ' ' }, 'mara')).toBeNull();
    expect(resolvedParams({ ...given, decision: 'partly' }, 'mara')).toBeNull();
    const upheld = { reviewer_id: 'mara', decision: 'upheld', note: 'Heard again.' };
    expect(resolvedParams(given, 'mara')).toEqual(upheld);
    expect(resolvedParams({ ...given, decision: 'partly', answers: { offer: 'yes' } }, 'mara')).toEqual({
      ...upheld,
      decision: 'partly',
      answers: [{ question: 'offer', answer: 'yes' }],
    });
  });
});
