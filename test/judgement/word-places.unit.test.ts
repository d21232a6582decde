import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWordSequence, WordPlaces } from '../../src/judgement/word-places.js';
import { splitWords } from '../../src/speech/words/words.js';

const text = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'a', 'b', 'c', 'd'), { maxLength }).map((words) => splitWords(words.join(' ')));

describe('places of words', () => {
  it('are those that a search of each list by itself finds, however often words repeat', () => {
    fc.assert(
      fc.property(fc.array(text(12), { maxLength: 6 }), text(4), (lists, wanted) => {
        const places = new WordPlaces(lists);
        const starts = lists.map((_, index) => lists.slice(0, index).reduce((sum, { length }) => sum + length, 0));
        const expected = lists.flatMap((words, list) =>
          [...findWordSequence(words, wanted)].map((at) => ({ list, at: (starts[list] ?? 0) + at })),
        );
        expect([...places.find(wanted, null)]).toEqual(expected);
        for (const list of lists.keys())
          expect([...places.find(wanted, list)]).toEqual(expected.filter((place) => place.list === list));
      }),
      { numRuns: 2000 },
    );
  });

  it('are found without comparing all words with all, where the same words repeat all the time', () => {
    let reads = 0;
    const counted = (text: string) =>
      splitWords(text).map(({ key, ...word }) => ({
        ...word,
        get key() {
          reads += 1;
          return key;
        },
      }));
    const [spoken, wanted] = [counted('ja '.repeat(2_000)), counted('ja '.repeat(1_000))];
    expect([...new WordPlaces([spoken]).find(wanted, null)], 'places').toHaveLength(1_001);
    expect(reads, 'words that were read, for three thousand').toBeLessThan(50_000);
  });
});

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
