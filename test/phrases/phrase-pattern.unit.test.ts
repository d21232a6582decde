import { describe, expect, it } from 'vitest';
import { PatternIndex } from '../../src/phrases/pattern-index.js';
import { PhrasePattern } from '../../src/phrases/phrase-pattern.js';
import { spokenWords } from '../../src/phrases/spoken-words.js';
import { segmentsOf } from '../support/segments.js';

const LISTS = { day: ['monday', 'next week'], verb: ['send', 'post'] };

function wordsOf(text: string) {
  return segmentsOf([['agent', text]]).flatMap((segment) => spokenWords(segment, { contractions: {}, suffixes: {} }));
}

/** The words that the pattern matches, by itself and found by the index. */
function found(source: string, text: string): string[] {
  const pattern = new PhrasePattern(source, LISTS);
  const words = wordsOf(text);
  const textOf = ({ from, to }: { from: number; to: number }) =>
    words
      .slice(from, to)
      .map((word) => word.text)
      .join(' ');
  const alone = pattern.find(words).map(textOf);
  expect(new PatternIndex([[pattern, source]]).find(words).map(textOf)).toEqual(alone);
  return alone;
}

describe('a pattern', () => {
  it.each([
    ['a|b c', 'b c and a c', ['b c', 'a c']],
    ['one two? three', 'one three one two three', ['one three', 'one two three']],
    ['refund* you', 'refunding you', ['refunding you']],
    ['give ~2 name', 'give me your name but give me all of your name', ['give me your name']],
    [
      '(what is|tell me) ~1 (full name|postcode)',
      'what is your full name and tell me the postcode',
      ['what is your full name', 'tell me the postcode'],
    ],
    ['@verb ~2 @day', 'send it next week or post it on monday', ['send it next week', 'post it on monday']],
    ['number #', 'number 4411 and number four', ['number 4411']],
    ['^ name $', 'Name? My name is Ann. Name.', ['name', 'name']],
    ['^ (and|so)? name', 'And name it. The name.', ['and name']],
    ['by ~2 monday', 'by the end. Monday is fine', []],
    ['a ~9 b', 'a c c c c c c c c c c b and a b', ['a b']],
  ])('%s', (source, text, expected) => {
    expect(found(source, text)).toEqual(expected);
  });

  it.each([
    ['~2 name', 'must begin with a required word'],
    ['name? ~1 is', 'must begin with a required word'],
    ['(one|~1) two', 'must begin with a required word'],
    ['(one two', 'a bracket too many or too few'],
    ['one) two', 'a bracket too many or too few'],
    ['Name', 'is not a pattern element'],
    ['one  two', 'is not a pattern element'],
    ['by @month', 'is not a list of this language'],
  ])('is refused: %s', (source, message) => {
    expect(() => new PhrasePattern(source, LISTS)).toThrow(message);
  });
});
