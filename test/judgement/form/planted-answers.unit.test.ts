// Twelve forms over twenty-four calls with known words: every question that needs no language model answers what was planted.
import { describe, expect, it } from 'vitest';
import { judgeForm } from '../../../src/judgement/form/judge-form.js';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import { expectedAnswers, type PlantedCall, plantedCalls, plantedForms } from '../../support/builders/planted-forms.js';

const answersOf = (form: number, call: PlantedCall): JudgedAnswer[] => {
  const judged = plantedForms[form];
  if (!judged) throw new Error(`There is no form ${form}`);
  return judgeForm(judged, call, 'no_language_model');
};

const pairs = plantedForms.flatMap((_, form) => plantedCalls.map((call) => ({ form, call })));

describe('twelve forms over twenty-four calls', () => {
  it('are answered as planted, with the planted words as quotations', () => {
    const wrong = pairs.flatMap(({ form, call }) => {
      const answers = answersOf(form, call);
      return expectedAnswers(form, call).flatMap(({ question, state, answer, quotes }) => {
        const given = answers.find((each) => each.question === question);
        const cited = (given?.citations ?? []).map(({ segment_id, quote }) => `${segment_id} ${quote}`);
        const planted = new Set(quotes.map(({ segment, quote }) => `${segment} ${quote}`));
        const isProved = cited.every((each) => planted.has(each)) && (planted.size === 0 || cited.length > 0);
        if (given?.state === state && given.answer === answer && isProved) return [];
        return [{ form, call: `${call.number} (${call.condition.name})`, question, state, answer, quotes, given }];
      });
    });
    expect(wrong).toEqual([]);
    expect(pairs, 'pairs of a form and a call').toHaveLength(12 * 24);
  });

  it('are answered byte by byte the same when they are asked again', () => {
    for (const { form, call } of pairs)
      expect(JSON.stringify(answersOf(form, call))).toBe(JSON.stringify(answersOf(form, structuredClone(call))));
  });

  it('give each answer often enough to mean something', () => {
    const given = pairs.flatMap(({ form, call }) => answersOf(form, call));
    for (const wanted of ['yes', 'no', 'low', 'middle', 'high', 'not_assessable', 'awaiting_human'])
      expect(given.filter(({ state, answer }) => (answer ?? state) === wanted).length).toBeGreaterThan(40);
  });

  it('cite times at which the words are spoken', () => {
    for (const { form, call } of pairs)
      for (const { citations } of answersOf(form, call))
        for (const { segment_id, start, end, quote, verification } of citations) {
          const segment = call.transcript.segments[segment_id];
          expect(segment?.text).toContain(quote);
          expect(verification).toBe('verified');
          expect(start).toBeGreaterThanOrEqual((segment?.startMs ?? 0) / 1000);
          expect(end).toBeLessThanOrEqual((segment?.endMs ?? 0) / 1000);
          expect(start).toBeLessThan(end);
        }
  });
});
