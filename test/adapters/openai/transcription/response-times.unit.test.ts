import { describe, expect, it } from 'vitest';
import {
  givesTimes,
  isOneLongSegment,
  withoutTimes,
} from '../../../../src/adapters/openai/transcription/response-times.js';

const segment = (start: unknown, end: unknown, text = 'Hello.') => ({ start, end, text });

it.each<[string, unknown, boolean | null]>([
  ['segments with times', { text: 'Hello.', segments: [segment(0, 2)] }, true],
  ['one of two segments with times', { segments: [segment(0, 0), segment(1, 2)] }, true],
  ['words with times beside no segments', { text: 'Hello.', segments: [], words: [{ start: 0, end: 1 }] }, true],
  ['words with times beside a segment from 0 to 0', { segments: [segment(0, 0)], words: [{ start: 0, end: 1 }] }, true],
  [
    'words with times within a segment from 0 to 0',
    { segments: [{ ...segment(0, 0), words: [{ start: 0, end: 1 }] }] },
    true,
  ],
  ['one of two words with times', { text: 'Hello.', words: [{ word: 'Oh' }, { start: 0, end: 1 }] }, true],
  ['words without times', { text: 'Hello.', words: [{ word: 'Hello' }] }, false],
  ['words from 0 to 0', { text: 'Hello.', words: [{ start: 0, end: 0 }] }, false],
  ['text alone', { text: 'Hello.' }, false],
  ['text beside null', { text: 'Hello.', segments: null }, false],
  ['text beside no segments', { text: 'Hello.', segments: [] }, false],
  ['text beside empty segments', { text: 'Hello.', segments: [segment(0, 5, ' ')] }, false],
  ['a segment from 0 to 0', { segments: [segment(0, 0)] }, false],
  ['a segment that ends before it begins', { segments: [segment(3, 1)] }, false],
  ['times that are no numbers', { segments: [segment('0', '2')] }, false],
  ['segments of another shape', { text: 'Hello.', segments: 'none' }, false],
  ['silence', { text: '', segments: [] }, null],
  ['silence without text', { segments: [segment(0, 5, ' ')] }, null],
  ['a mark for silence', { text: ' [BLANK_AUDIO]' }, null],
  ['marks for sounds', { text: '♪♪ (upbeat music)', segments: [segment(0, 0, '(upbeat music)')] }, null],
  ['punctuation only', { text: ' . ' }, null],
  ['null', null, null],
  ['text that is no JSON object', 'Hello.', null],
])('%s', (_what, answer, expected) => {
  expect(givesTimes(answer)).toBe(expected);
});

describe('an answer without times', () => {
  it('keeps its text, or gets that of its segments, and its other fields', () => {
    expect(withoutTimes({ text: 'All.', language: 'en', segments: [segment(0, 0)] })).toEqual({
      text: 'All.',
      language: 'en',
      segments: null,
      words: null,
    });
    expect(withoutTimes({ segments: [segment(0, 0, 'One.'), segment(0, 0, 'Two.')] })).toMatchObject({
      text: 'One. Two.',
    });
    expect(withoutTimes({ segments: [segment(0, 0, 'One.'), { start: 0, text: 2 }] })).toMatchObject({ text: 'One. ' });
    expect(withoutTimes({})).toEqual({ text: '', segments: null, words: null });
    expect(withoutTimes(null)).toBeNull();
  });
});

it('one segment of more than 30 s without words stands for the whole piece', () => {
  const heard = (endMs: number, words: [] | null = null, startMs = 0) => ({
    segments: [{ speaker: null, startMs, endMs, text: 'Hello.', confidence: null, words }],
    language: null,
    spotted: [],
    providerSeconds: null,
  });
  expect(isOneLongSegment(heard(30_001)), '30,001 ms in one segment').toBe(true);
  expect(isOneLongSegment(heard(30_000)), '30,000 ms in one segment').toBe(false);
  expect(isOneLongSegment(heard(90_000, [])), 'one segment without words').toBe(false);
  expect(isOneLongSegment(heard(90_000, null, 60_000)), '30,000 ms late in a recording').toBe(false);
  const { segments } = heard(31_000);
  expect(isOneLongSegment({ ...heard(31_000), segments: [...segments, ...segments] }), 'two segments').toBe(false);
  expect(isOneLongSegment({ ...heard(90_000), segments: [] }), 'no segment at all').toBe(false);
});
