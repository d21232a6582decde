import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternIndex } from '../../src/phrases/pattern-index.js';
import { PhrasePattern } from '../../src/phrases/phrase-pattern.js';
import { spokenWords } from '../../src/phrases/spoken-words.js';
import { StepBudget, TooManySteps } from '../../src/phrases/step-budget.js';
import { segmentsOf } from '../support/audio/segments.js';

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

  it.each([
    ['a group that is not closed behind another', '(a) (b', 'a bracket too many or too few'],
    ['a group that is closed twice', '(a)) b', 'a bracket too many or too few'],
    ['brackets that close before they open', 'a) (b', 'a bracket too many or too few'],
    ['two groups without a space', '(a)(b)', 'is not a pattern element'],
    ['a bar between two groups', '(a)|(b)', 'is not a pattern element'],
    ['an empty group', 'a ()', 'is not a pattern element'],
    ['a word and a group without a space', 'x(a b)', 'is not a pattern element'],
    ['a question mark twice', 'a b??', 'is not a pattern element'],
    ['a list of the prototype', 'a @constructor', 'is not a list of this language'],
  ])('is refused: %s', (_, source, message) => {
    expect(() => new PhrasePattern(source, LISTS)).toThrow(message);
  });

  it('may nest groups as deep as it is long', () => {
    const deep = `${'('.repeat(99)}a${')'.repeat(99)}`;
    expect(found(deep, 'b a b')).toEqual(['a']);
    const choices = `${'(a|'.repeat(49)}c${')'.repeat(49)}`;
    expect(found(choices, 'b c a')).toEqual(['c', 'a']);
  });

  it('is found by an index wherever it is found alone', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'a.', 'b.', '7'), { maxLength: 60 });
    const element = fc.constantFrom(
      'a',
      'b',
      'a|c',
      'd?',
      '~2',
      '~9',
      '(a b|c)',
      '(a|b c?)?',
      '#',
      '^',
      '$',
      'a*',
      '(#|d)',
    );
    const pattern = fc.tuple(
      fc.constantFrom('a', 'a|b', '(c|a b)', '#', '^ a', 'b*'),
      fc.array(element, { maxLength: 5 }),
    );
    fc.assert(
      fc.property(words, pattern, (said, [first, rest]) => {
        found([first, ...rest].join(' '), said.join(' '));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('steps', () => {
  const words = wordsOf('a b '.repeat(100));
  /** The smallest budget that is enough. */
  const stepsOf = (source: string) => {
    const index = new PatternIndex([[new PhrasePattern(source), source]]);
    for (let steps = 0; ; steps += 1) {
      try {
        index.find(words, new StepBudget(steps));
        return steps;
      } catch (error) {
        if (!(error instanceof TooManySteps)) throw error;
      }
    }
  };

  it('grow with what a pattern looks at', () => {
    expect(stepsOf('z'), 'a word that is not heard').toBeLessThan(stepsOf('a'));
    expect(stepsOf('a zebra'), 'the rarest word is not heard').toBeLessThan(stepsOf('a b'));
    expect(stepsOf('a ~9 b|d*|e*|f*')).toBeGreaterThan(stepsOf('a ~9 b'));
  });

  it('of looking for a digit grow with the length of the word', () => {
    const long = wordsOf('x'.repeat(100_000));
    const index = new PatternIndex([[new PhrasePattern('#'), '']]);
    expect(() => index.find(long, new StepBudget(1_000))).toThrow(TooManySteps);
    expect(index.find(long, new StepBudget(100_000))).toEqual([]);
  });
});
