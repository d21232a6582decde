// What of listening needs no browser.
import { describe, expect, it } from 'vitest';
import { heightOf, lanesOf, ticksOf } from '../../web/src/drawing/lanes.js';
import { extended, listOf, neighbourIn, nextOffset, positionIn } from '../../web/src/listing/listed-calls.js';
import { evidenceIn, segmentsOf } from '../../web/src/views/call/judged.js';
import {
  afterPause,
  findIn,
  nextWord,
  overtalkOf,
  pausesOf,
  placeWords,
  wordAtPlace,
  wordAtTime,
} from '../../web/src/views/call/listen/turns.js';

describe('the lanes', () => {
  it('are the parties, each with the sound of its channel, or the channels where no word was said', () => {
    const sound = (channel: number | null) => ({ channel, ms_per_peak: 1000, peaks: Uint8Array.of(1, 2, 3) });
    const turn = { speaker: 'customer', channel: 1, start: 1, end: 2 };
    const lanes = lanesOf([turn, { ...turn, speaker: 'agent', channel: 0 }], [sound(0), sound(1)]);
    expect(lanes.map(({ speaker, sound: heard }) => [speaker, heard?.channel])).toEqual([
      ['agent', 0],
      ['customer', 1],
    ]);
    expect(lanesOf([], [sound(null)])).toEqual([{ speaker: null, turns: [], sound: sound(null) }]);
  });

  it('have as many marks of time as there is room for, and quiet sounds that can be seen', () => {
    expect(ticksOf(60, 4)).toEqual([0, 15, 30, 45, 60]);
    expect(ticksOf(36_000, 3)).toEqual([0, 14_400, 28_800]);
    expect(heightOf(1, 100)).toBeGreaterThan(0.03);
    expect(heightOf(100, 100)).toBe(1);
  });
});

describe('silence', () => {
  const turns = [
    { start: 3, end: 5 },
    { start: 4, end: 4.5 },
    { start: 6, end: 8 },
    { start: 12, end: 13 },
  ];

  it('is where no one speaks for two seconds, at the ends too', () => {
    expect(pausesOf(turns, 20)).toEqual([
      { start: 0, end: 3 },
      { start: 8, end: 12 },
      { start: 13, end: 20 },
    ]);
    expect(pausesOf([], 1)).toEqual([]);
  });

  it('is passed over but for its edges, and never jumped by less than is heard', () => {
    const pauses = pausesOf(turns, 20);
    expect([0.1, 1, 2.5, 7, 8.1, 9, 11.8, 12.5, 19.9].map((seconds) => afterPause(pauses, seconds))).toEqual([
      null,
      2.7,
      null,
      null,
      null,
      11.7,
      null,
      null,
      null,
    ]);
  });
});

it('both speak at once where turns of two parties overlap, and stretches that touch are one', () => {
  const turn = (speaker: string, start: number, end: number) => ({ speaker, start, end });
  const turns = [
    turn('a', 0, 10),
    turn('c', 2, 4),
    turn('c', 4, 5),
    turn('a', 9, 12),
    turn('c', 11, 15),
    turn('c', 14, 16),
  ];
  expect(overtalkOf(turns)).toEqual([
    { start: 2, end: 5 },
    { start: 11, end: 12 },
  ]);
});

describe('words', () => {
  const timed = (word: string, start: number) => ({ word, start, end: start + 0.5 });

  it('are found in all turns, whatever their case', () => {
    const turns = [{ text: 'Refund the refund.' }, { text: '' }, { text: 'No REFUND' }];
    expect(findIn(turns, ' refund ')).toEqual([
      { turn: 0, from: 0 },
      { turn: 0, from: 11 },
      { turn: 2, from: 3 },
    ]);
    expect(findIn(turns, '  ')).toEqual([]);
    expect(findIn([{ text: 'İx refund' }], 'refund'), 'a letter that grows').toEqual([{ turn: 0, from: 3 }]);
  });

  it('stand at their places in the text; what a person took out has none', () => {
    const words = placeWords('Well, my line is dead.', ['well', 'MY', 'old', 'line', 'is', 'dead'].map(timed));
    expect(words.map(({ word, from }) => [word, from])).toEqual([
      ['Well', 0],
      ['my', 6],
      ['line', 9],
      ['is', 14],
      ['dead', 17],
    ]);
    expect(wordAtPlace(words, 11)?.word).toBe('line');
    expect(wordAtPlace(words, 5)?.word, 'between two').toBe('Well');
    expect(wordAtTime(words, 3.2)?.word).toBe('line');
    expect(wordAtTime(words, -1)).toBeUndefined();
  });

  it('follow each other over turns, and over turns whose words have no times', () => {
    const turns = [0, 10, 20].map((start) => ({ start, end: start + 5 }));
    const words = [placeWords('a b', [timed('a', 0), timed('b', 1)]), [], placeWords('c', [timed('c', 20)])];
    const step = (seconds: number, by: 1 | -1) => nextWord(turns, (turn) => words[turn] ?? [], seconds, by)?.word;
    expect([step(0, 1), step(1, 1), step(20, 1)]).toEqual(['b', 'c', undefined]);
    expect([step(20, -1), step(1, -1), step(0, -1)]).toEqual(['b', 'a', undefined]);
  });
});

it('the evidence is what findings and violations quote', () => {
  const cited = (segment_id: number) => ({ score: 1, citations: [{ segment_id }] });
  const results = {
    compliance: { score: 9, greeting: cited(1), violations: [cited(2)] },
    quality: { a: cited(3), b: null },
  };
  expect(segmentsOf(evidenceIn(results as never))).toEqual(new Set([1, 2, 3]));
});

describe('the list that a call was opened from', () => {
  const page = (total: number, ...ids: string[]) => ({ total, data: ids.map((id) => ({ id })) });
  const list = listOf({ status: 'failed' }, 50, page(103, 'a', 'b'));

  it('knows the place of a call and its neighbours', () => {
    expect([positionIn(list, 'a'), positionIn(list, 'b'), positionIn(list, 'x')]).toEqual([51, 52, null]);
    expect([neighbourIn(list, 'a', 1), neighbourIn(list, 'a', -1), neighbourIn(list, 'x', 1)]).toEqual([
      'b',
      null,
      null,
    ]);
  });

  it('goes on at both ends, and takes a call that moved on for the one that it is', () => {
    expect([nextOffset(list, 1), nextOffset(list, -1)]).toEqual([52, 0]);
    const later = extended(list, page(104, 'b', 'c'), 1);
    expect(later).toMatchObject({ ids: ['a', 'b', 'c'], offset: 50, total: 104 });
    const before = extended(later, page(104, 'y', 'z'), -1);
    expect(before).toMatchObject({ ids: ['y', 'z', 'a', 'b', 'c'], offset: 48 });
    expect(nextOffset(listOf({}, 0, page(2, 'a', 'b')), 1)).toBeNull();
    expect(nextOffset(listOf({}, 0, page(2, 'a', 'b')), -1)).toBeNull();
  });
});
