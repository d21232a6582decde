// Hearings are compared the same on the event loop and in a thread, which runs the compiled program.
import { expect, it } from 'vitest';
import { Comparing } from '../../../src/judging/trials/figures/comparing.js';

const said = ['Good morning, how can I help?', 'I owe you twenty one dollars.'];
const heard = ['Good morning how can I help', 'I know you 21 dollars today'];

it('tells how many words differ, and which', async () => {
  const comparing = new Comparing();
  const { signal } = new AbortController();
  const expected = {
    errors: 2,
    words: 12,
    heardWords: 13,
    runs: [
      { said: [{ segment: 1, from: 2, to: 5 }], heard: [{ segment: 1, from: 2, to: 6 }] },
      { said: [], heard: [{ segment: 1, from: 22, to: 27 }] },
    ],
  };
  const task = { said, heard, language: 'en', wantsRuns: true };
  expect(await comparing.compare(task, signal)).toEqual(expected);
  expect(await comparing.compare({ ...task, wantsRuns: false }, signal)).toEqual({ ...expected, runs: null });
  const before = Array.from({ length: 500 }, () => 'Thank you for waiting.');
  const long = { ...task, said: [...said, ...before], heard: [...heard, ...before] };
  expect(await comparing.compare(long, signal)).toEqual({ ...expected, words: 2_012, heardWords: 2_013 });
  await expect(comparing.compare(long, AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
});
