// What the views of calibration sessions and agreement compute without a browser.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawnFilter } from '../../web/src/listing/drawn-filter.js';
import { CALIBRATION as DE } from '../../web/src/texts/de/calibration.js';
import { CALIBRATION as EN } from '../../web/src/texts/en/calibration.js';
import { leastRatings, lineOf, scoredByMachine } from '../../web/src/views/agreement/line.js';
import { nextStep } from '../../web/src/views/agreement/next-step.js';
import { isMember, namesIn, ownRater, ratingsOf } from '../../web/src/views/calibrations/raters.js';

const judged = (verdict: 'trusted' | 'watch' | 'untrusted' | 'too_few' | null, n = 60, ofRarest = 12) => ({
  verdict,
  n,
  rarest: { answer: 'no', n: ofRarest },
});

const SCORES = { doesScore: true, isOfPeople: false };

describe('the next step about a question', () => {
  it('names how many calls are missing, or else which answer', () => {
    expect(nextStep(judged('too_few', 12, 0), 'machine', SCORES)).toEqual({ act: 'rate', n: 38 });
    expect(nextStep(judged('too_few', 50, 9), 'machine', SCORES)).toEqual({ act: 'rarest', n: 9, answer: 'no' });
    expect(nextStep({ ...judged('too_few', 50), rarest: null }, 'people', SCORES)).toEqual({ act: 'watch' });
  });

  it('is about the question where people differ, and about who answers where the AI does', () => {
    expect(nextStep(judged('untrusted'), 'machine', SCORES)).toEqual({ act: 'suggest' });
    expect(nextStep(judged('untrusted'), 'machine', { ...SCORES, doesScore: false }), 'suggests already').toEqual({
      act: 'rewrite',
    });
    expect(nextStep(judged('untrusted'), 'people', SCORES)).toEqual({ act: 'rewrite' });
    expect(nextStep(judged('trusted'), 'machine', SCORES)).toEqual({ act: 'score' });
    expect(nextStep(judged('trusted'), 'expert', SCORES)).toEqual({ act: 'alike' });
    expect(nextStep(judged('watch'), 'machine', SCORES)).toEqual({ act: 'watch' });
    expect(nextStep(judged(null), 'machine', SCORES)).toBeNull();
    const ofPeople = { ...SCORES, isOfPeople: true };
    expect(nextStep(judged('too_few', 0), 'machine', ofPeople)).toEqual({ act: 'people' });
    expect(nextStep(judged('too_few', 0), 'people', ofPeople)).toEqual({ act: 'rate', n: 50 });
  });
});

it.each([
  ['AgreementVerdict', 'agree.is'],
  ['AgreementSide', 'agree.side'],
  ['AgreementSide', 'agree.matrix'],
  ['CalibrationStatus', 'cal.state'],
])('each %s has its text in both languages: %s', (schema, family) => {
  const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const values: readonly string[] = components.schemas[schema].enum;
  expect(values.length).toBeGreaterThan(1);
  for (const value of values) for (const texts of [EN, DE]) expect(Object.keys(texts)).toContain(`${family}.${value}`);
});

describe('a line', () => {
  it('needs as many ratings as prove the target where all agree', () => {
    expect([0.6, 0.85, 0.95].map(leastRatings)).toEqual([30, 30, 59]);
  });

  it('says from which confidence on answers count, or how many ratings there are', () => {
    const found = { line: { confidence: 0.81, share_above: 0.64 }, n: 212 };
    expect(lineOf(found, 0.85)).toEqual({ kind: 'found', confidence: 0.81, above: 0.64 });
    expect(lineOf({ line: null, n: 12 }, 0.95)).toEqual({ kind: 'none', n: 12, min: 59 });
  });

  it('is of questions that score and that the AI answers', () => {
    const asked = { text: '', answers: new Map(), doesScore: true, isOfPeople: false };
    const form = new Map([
      ['scored', asked],
      ['suggested', { ...asked, doesScore: false }],
      ['human', { ...asked, isOfPeople: true }],
    ]);
    const questions = ['scored', 'suggested', 'human', 'gone'].map((question) => ({ question }));
    expect(scoredByMachine(questions, form)).toEqual([{ question: 'scored' }]);
  });
});

describe('who rates', () => {
  const session = {
    progress: [
      { reviewer_id: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10', done: 2, of: 3 },
      { reviewer_id: 'mara', done: 1, of: 3 },
    ],
  };

  it('is found by the id of a member, or by a name that was given', () => {
    const [member] = session.progress;
    expect([member?.reviewer_id ?? '', 'mara'].map(isMember), 'members').toEqual([true, false]);
    expect(ownRater(session, ['mara', 'mara@example.com'])).toBe('mara');
    expect(ownRater(session, ['', 'jonas'])).toBeNull();
    expect(ratingsOf(session)).toEqual({ done: 3, of: 6 });
  });

  it('is typed one on each line', () => {
    expect(namesIn(' mara \n\njonas\nmara')).toEqual(['mara', 'jonas']);
  });
});

it('calls are drawn from the first day to the last one, both included', () => {
  const typed = { agent: 'ann', from: '2026-03-01', until: '2026-03-02' };
  const { created_after: after, created_before: before, ...rest } = drawnFilter(typed, true);
  expect(rest).toEqual({ livemode: true, agent_id: 'ann' });
  expect([after, before].map((second) => new Date(((second ?? 0) + 1) * 1000).toString().slice(0, 21))).toEqual([
    'Sun Mar 01 2026 00:00',
    'Tue Mar 03 2026 00:00',
  ]);
  expect(drawnFilter({ agent: '', from: '', until: '' }, false)).toEqual({ livemode: false });
});
