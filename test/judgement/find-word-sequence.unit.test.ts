import { describe, expect, it } from 'vitest';
import { findWordSequence } from '../../src/judgement/find-word-sequence.js';
import { splitWords } from '../../src/speech/words/words.js';

/** Every text of up to `maxLength` words, each of which is `a` or `b`. */
function texts(maxLength: number): string[] {
  const all = [''];
  for (let at = 0; (all[at]?.length ?? maxLength) < maxLength; at += 1) all.push(`${all[at]}a`, `${all[at]}b`);
  return all;
}

// cspell:disable
/** Its end is its beginning, and the text has it twice so. */
const LOOPED = 'aabaaa';
const LOOPED_TWICE = 'aabaaabaaa';
// cspell:enable

const wordsOf = (text: string) => splitWords([...text].join(' '));

describe('a sequence of words', () => {
  it('is found wherever a comparison at each position finds it, also where it overlaps itself', () => {
    const missed: string[] = [];
    const wantedTexts = [...texts(4).filter((wanted) => wanted !== ''), LOOPED];
    for (const text of [...texts(6), LOOPED_TWICE]) {
      const words = wordsOf(text);
      for (const wanted of wantedTexts) {
        const expected = [...words.keys()].filter((at) => text.startsWith(wanted, at));
        const found = [...findWordSequence(words, wordsOf(wanted))];
        if (found.join() !== expected.join()) missed.push(`${wanted} in ${text}: at ${found}, not ${expected}`);
      }
    }
    expect(missed, 'Found at other places').toEqual([]);
  });

  it('without words is nowhere', () => {
    expect([...findWordSequence(wordsOf('ab'), [])], 'Nothing was found somewhere').toEqual([]);
  });
});
