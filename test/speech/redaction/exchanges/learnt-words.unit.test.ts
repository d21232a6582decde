// cspell:disable -- names, and sentences in German
// What was learnt of words is what the marked calls teach, and finds data that comes in pieces, spelled, or read back.
import { describe, expect, it } from 'vitest';
import { KNOWN_LANGUAGES } from '../../../../src/phrases/known-languages.js';
import { wordsToJudge } from '../../../../src/speech/redaction/asks/learnt/word-features.js';
import { findSensitive } from '../../../../src/speech/redaction/find-sensitive.js';
import { readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { itLearns } from '../../../support/learning/it-learns.js';
import { callOf, marked, WANTED, withoutBrackets } from '../searched-call.js';
import { learnWords } from './learn-words.js';

describe.each(KNOWN_LANGUAGES)('words of answers in %s', (language) => {
  itLearns('are learnt from the marked calls', `speech/redaction/asks/learnt/words-${language}.json`, () =>
    learnWords(language),
  );
});

it.each([
  [
    'en',
    'a password that is spelled in pieces',
    ['A: whats the password on it', 'C: [capital q then uince]', 'A: [q u i n c e]', 'C: thats it and [seven seven]'],
  ],
  [
    'en',
    'a name in pieces',
    [
      'A: Your full name, please?',
      'C: [Thaddeus]',
      'A: And the surname?',
      'C: [Wrenfield].',
      'A: [Wrenfield], thank you.',
    ],
  ],
  [
    'de',
    'a password in pieces, and its read-back',
    [
      'A: Und das Wort, das Sie damals gesetzt haben?',
      'C: [Seerose] und dann eine Zahl.',
      'A: Ja?',
      'C: [Vierzig].',
      'A: [Seerose vierzig], passt.',
    ],
  ],
  [
    'en',
    'a password that is read back as one word',
    [
      'A: And what did you change it to?',
      'C: [Tarnbrook, and then ninety-one].',
      'A: All in one word?',
      'C: All in one word, [Tarnbrook91].',
    ],
  ],
  [
    'en',
    'nothing of an order that is read back',
    [
      'A: Which paint did you order?',
      'C: Bluebell.',
      'A: Bluebell, lovely. And how many tins?',
      'C: Forty two.',
      'A: Forty two of the Bluebell.',
    ],
  ],
  [
    'de',
    'nothing of an order that is read back',
    [
      'A: Welche Farbe war es?',
      'C: Seerose.',
      'A: Seerose, gut. Wie viele Eimer?',
      'C: Vierzig.',
      'A: Vierzig Eimer Seerose, passt.',
    ],
  ],
] as const)('in %s masks %s', (language, _, lines) => {
  const call = callOf(language, ...lines.map(withoutBrackets));
  expect(marked(call, findSensitive(call, WANTED).spans)).toEqual(lines);
});

it('judges the beginning of a story beside an answer, not all of it', () => {
  const story = 'well you see and then it was so '.repeat(2_000);
  const call = callOf('en', 'A: And the word you set up?', `C: It is Bluebell. ${story}`, 'A: Thank you.');
  const talk = readTalk(call, 'en', WANTED.countries);
  const known = { segmentId: 1, from: 6, to: 14, type: 'password_or_pin', content: 'bluebell' };
  const answer = { ...known, basis: 'asked_for', confidence: 1 } as const;
  const judged = wordsToJudge(talk, [null, null, null], [answer]).map(({ length }) => length);
  expect(judged).toEqual([6, 80, 2]);
});
