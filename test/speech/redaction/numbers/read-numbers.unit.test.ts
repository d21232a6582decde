// What rules of what was asked for read: numbers, their forms, dates.
// cspell:disable -- German sentences, and letters of ids
import { describe, expect, it } from 'vitest';
import { formsOf } from '../../../../src/speech/redaction/asks/numeric-spans.js';
import { datesIn } from '../../../../src/speech/redaction/numbers/dates.js';
import { readNumbers } from '../../../../src/speech/redaction/numbers/read-numbers.js';
import { callOf } from './calls.js';

describe('numbers that are read', () => {
  it('have a place in each segment that they touch', () => {
    const call = callOf('en', [
      ['A', 'it is four one'],
      ['B', 'okay'],
      ['A', 'two three, thanks'],
    ]);
    expect(readNumbers(call)).toEqual([
      {
        speaker: 'A',
        places: [
          { segmentId: 0, from: 6, to: 14 },
          { segmentId: 2, from: 0, to: 9 },
        ],
        parts: ['41', '23'],
        symbols: '4123',
        alternatives: [],
        isInDigits: true,
        isWritten: false,
        isQuantity: false,
      },
    ]);
  });

  it('do not go on where the other party talks about something else', () => {
    const call = callOf('en', [
      ['A', 'four one'],
      ['B', 'I am afraid that our system does not let me take this on the telephone today'],
      ['A', 'two three'],
    ]);
    expect(readNumbers(call).map(({ symbols }) => symbols)).toEqual(['41', '23']);
  });

  it('do not go on where the other party asks for the next one', () => {
    const call = callOf('en', [
      ['A', 'four one'],
      ['B', 'And the expiry?'],
      ['A', 'two three'],
    ]);
    expect(readNumbers(call).map(({ symbols }) => symbols)).toEqual(['41', '23']);
  });

  it('tell other readings of what is doubtful', () => {
    const [tens] = readNumbers(callOf('en', [['A', 'twenty one']]));
    expect(tens).toMatchObject({ symbols: '21', alternatives: ['201'] });
    const [corrected] = readNumbers(callOf('en', [['A', 'seven three seven, sorry, seven three nine']]));
    expect(corrected?.alternatives).toContain('739');
  });

  it.each(['twelve pounds', '$12', '12 percent', 'about 12', 'half past 12'])('count something: %s', (said) => {
    expect(readNumbers(callOf('en', [['A', said]])).map(({ isQuantity }) => isQuantity)).toEqual([true]);
  });

  it('are read of a language that is not known', () => {
    expect(readNumbers(callOf('fr', [['A', 'vier fünf und 67']])).map(({ symbols }) => symbols)).toContain('4567');
    expect(readNumbers(callOf(null, [['A', 'four five 67']])).map(({ symbols }) => symbols)).toContain('4567');
  });
});

it('has each form that one of its readings has', () => {
  const numbers = readNumbers(
    callOf('en', [
      ['A', 'seven three seven'],
      ['B', 'what?'],
      ['A', 'it is 09/27'],
    ]),
  );
  expect(numbers.map(formsOf)).toEqual([
    ['card_security_code', 'card_expiry', 'digits'],
    ['card_security_code', 'card_expiry', 'digits'],
  ]);
});

describe('dates that are read', () => {
  it.each([
    ['US', 'en', '03/05/1980', [{ year: 1980, month: 3, day: 5 }]],
    ['GB', 'en', '03/05/1980', [{ year: 1980, month: 5, day: 3 }]],
    ['DE', 'de', '3.5.80', [{ year: 1980, month: 5, day: 3 }]],
    ['US', 'en', '1980-05-03', [{ year: 1980, month: 5, day: 3 }]],
    ['GB', 'en', 'the twenty first of March nineteen oh five', [{ year: 1905, month: 3, day: 21 }]],
    ['US', 'en', 'March fifth, two thousand and four', [{ year: 2004, month: 3, day: 5 }]],
    ['DE', 'de', 'am einundzwanzigsten dritten neunzehnhundertachtzig', [{ year: 1980, month: 3, day: 21 }]],
    ['GB', 'en', 'March 1980', [{ year: 1980, month: 3, day: null }]],
    ['GB', 'en', 'the third of May', [{ year: null, month: 5, day: 3 }]],
  ] as const)('%s %s: %s', (country, language, said, readings) => {
    expect(datesIn(callOf(language, [['A', said]]), [country])).toMatchObject([{ readings, isBare: false }]);
  });

  it('are bare where they are digits alone', () => {
    const [date] = datesIn(callOf('en', [['A', 'oh three oh five nineteen eighty']]), ['US']);
    expect(date?.isBare, 'the date is of digits alone').toBe(true);
    expect(date?.readings[0]).toEqual({ year: 1980, month: 3, day: 5 });
  });

  it.each(['four tickets at 9:30', 'version 1.2', '12 percent', 'may I ask'])('are none in: %s', (said) => {
    expect(datesIn(callOf('en', [['A', said]]), ['US'])).toEqual([]);
  });
});
