import { expect, it } from 'vitest';
import { differingCalls } from '../../../src/judgement/agreement/differing-calls.js';
import type { Answers } from '../../../src/judgement/agreement/question-agreement.js';

const rated = (id: string, ...people: Answers[]) => ({
  id,
  machine: { greeting: 'no' },
  people: people.map((answers, at) => ({ id: `p${at}`, isExpert: at === 0, answers })),
});

it('are those that people answered differently, with the most such questions first, and then by id', () => {
  const calls = [
    rated('c', { greeting: 'yes', offer: 'no' }, { greeting: 'no', offer: 'no' }),
    rated('b', { greeting: 'yes', offer: 'no' }, { greeting: 'yes' }, { greeting: 'yes' }),
    rated('d', { greeting: 'yes', offer: 'na' }, { greeting: 'yes', offer: 'yes' }, { greeting: 'no' }),
    rated('a', { greeting: 'yes' }, { greeting: 'no' }),
    rated('e', { greeting: 'yes' }),
  ];
  expect(differingCalls(['greeting', 'offer', 'constructor'], calls)).toEqual([
    { id: 'd', questions: ['greeting', 'offer'] },
    { id: 'a', questions: ['greeting'] },
    { id: 'c', questions: ['greeting'] },
  ]);
});
