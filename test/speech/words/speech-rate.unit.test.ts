import { describe, expect, it } from 'vitest';
import { spokenWords, utteredMs } from '../../../src/speech/words/speech-rate.js';

describe('words as they are said', () => {
  it.each<[string, string, number]>([
    ['each word is one', 'send me a letter', 4],
    ['each digit is one', 'number 4711', 5],
    ['each digit of a word with digits is one', 'room A12', 3],
    ['digits of other scripts are digits', '٤٧', 2],
    ['each digit is one, behind a point too', '10.50', 4],
    ['words joined by a hyphen are one', 'e-mail', 1],
    ['a Chinese character is half a word', '你好吗', 1.5],
    ['one behind punctuation, too', '好-好', 1],
    ['a word of two letters is a whole one', 'ab', 1],
    ['marks alone are none', '\u0301', 0],
  ])('%s: "%s"', (rule, text, count) => {
    expect(spokenWords(text), `"${text}" is counted wrongly; ${rule}`).toBe(count);
  });
});

describe('the time of speech', () => {
  it.each<[string, [number, number][], number]>([
    ['leaves the padding of the detector out', [[1_000, 3_000]], 1_650],
    [
      'adds up',
      [
        [0, 1_000],
        [2_000, 2_850],
      ],
      1_150,
    ],
    [
      'of an utterance is never less than a tenth of a second',
      [
        [0, 200],
        [1_000, 1_449],
      ],
      200,
    ],
    ['of nothing is nothing', [], 0],
  ])('%s', (what, spans, ms) => {
    const speech = spans.map(([startMs, endMs]) => ({ startMs, endMs }));
    expect(utteredMs(speech), `The time of speech is wrong: it ${what}`).toBe(ms);
  });
});
