import { describe, expect, it } from 'vitest';
import { createLevelLookup, dropCrosstalk } from '../../../src/speech/pieces/drop-crosstalk.js';

/** Two segments of 4 s on two channels, the second `shiftMs` later. */
const onBothChannels = (left: string, right: string, shiftMs = 100) => [
  { channel: 0, startMs: 0, endMs: 4000, text: left },
  { channel: 1, startMs: shiftMs, endMs: 4000 + shiftMs, text: right },
];

type Segments = ReturnType<typeof onBothChannels>;

const channelsKept = (segments: Segments, leftDb: number, rightDb: number) =>
  dropCrosstalk(segments, (channel) => (channel === 0 ? leftDb : rightDb)).map(({ channel }) => channel);

describe('a segment that leaked into the other channel', () => {
  it('is dropped where it has the same words at the same time as a louder one', () => {
    const segments = onBothChannels('I want to cancel my account.', 'i want to cancel my account');
    expect(channelsKept(segments, -20, -35)).toEqual([0]);
    expect(channelsKept(segments, -35, -20)).toEqual([1]);
  });

  it('is dropped with nearly the same words, as a recogniser mishears a weak copy', () => {
    const segments = onBothChannels('I want to cancel my account now please', 'want to cancel my count now please');
    expect(channelsKept(segments, -20, -35)).toEqual([0]);
  });

  it('is none where words or times differ, or levels are unknown: both stay', () => {
    const otherWords = onBothChannels('I want to cancel my account', 'Let me look that up for you');
    expect(channelsKept(otherWords, -20, -35)).toEqual([0, 1]);
    const otherTime = onBothChannels('I want to cancel it', 'I want to cancel it', 3000);
    expect(channelsKept(otherTime, -20, -35)).toEqual([0, 1]);
    const same = onBothChannels('I want to cancel it', 'I want to cancel it');
    expect(
      dropCrosstalk(same, () => null),
      'A segment is dropped, though its level is unknown',
    ).toHaveLength(2);
  });

  it('is no short greeting on both channels unless one is far weaker', () => {
    const segments = onBothChannels('Thank you, bye.', 'Thank you. Bye!');
    expect(channelsKept(segments, -20, -24)).toEqual([0, 1]);
    expect(channelsKept(segments, -20, -40)).toEqual([0]);
  });

  it.each<[string, string, string, number[]]>([
    ['four of five', 'I want to cancel it', 'I want to cancel now', [0]],
    ['fewer than four of five', 'I want to cancel it please', 'I want to cancel now thanks', [0, 1]],
    ['five, in another order,', 'one two three four five', 'five four three two one', [0, 1]],
    ['no', '...', '!', [0, 1]],
    ['no, where one says nothing,', 'I want to cancel it', '...', [0, 1]],
  ])('is known by words in their order: %s of them the same', (_what, left, right, kept) => {
    expect(channelsKept(onBothChannels(left, right), -20, -35)).toEqual(kept);
  });

  it.each<[string, string, number, number[]]>([
    ['three words 10 dB weaker', 'Thank you, bye.', -30, [0]],
    ['three words less than 10 dB weaker', 'Thank you, bye.', -29.9, [0, 1]],
    ['four words a little weaker', 'Thank you, good bye.', -21, [0]],
    ['four words just as loud', 'Thank you, good bye.', -20, [0, 1]],
  ])('is known by words and level: %s', (what, said, rightDb, kept) => {
    const segments = onBothChannels(said, said);
    expect(channelsKept(segments, -20, rightDb), `The rule for ${what} is broken`).toEqual(kept);
    expect(
      channelsKept(segments, rightDb, -20),
      `The rule for ${what} is broken where the first channel is the weaker one`,
    ).toEqual(kept.length === 1 ? [1] : kept);
  });

  it.each<[string, [number, number], [number, number], boolean]>([
    ['half of the shorter one overlaps', [0, 4000], [3000, 5000], true],
    ['less than half of the shorter one overlaps', [0, 4000], [3001, 5001], false],
    ['half of the shorter one, which comes first, overlaps', [0, 1000], [500, 9000], true],
    ['one lies within the other', [0, 40_000], [30_000, 31_000], true],
    ['one follows the other', [0, 1000], [1000, 2000], false],
  ])('is known by its time: %s', (_what, first, second, isCrosstalk) => {
    const text = 'I want to cancel it';
    const segments = [first, second].map(([startMs, endMs], channel) => ({
      ...{ channel, text },
      ...{ startMs: 50_000 + startMs, endMs: 50_000 + endMs },
    }));
    expect(channelsKept(segments, -20, -35)).toEqual(isCrosstalk ? [0] : [0, 1]);
    expect(channelsKept(segments, -35, -20)).toEqual(isCrosstalk ? [1] : [0, 1]);
  });

  it('is none of its own channel, nor of a mono recording', () => {
    const [left, right] = onBothChannels('I want to cancel it', 'I want to cancel it');
    const levelOf = (_channel: number | null, startMs: number) => -20 - startMs;
    expect(
      dropCrosstalk([left!, { ...right!, channel: 0 }], levelOf),
      'A segment is dropped that its own channel repeats',
    ).toHaveLength(2);
    const mono = [left!, right!].map((segment) => ({ ...segment, channel: null }));
    expect(dropCrosstalk(mono, levelOf), 'Words of a mono recording are dropped').toHaveLength(2);
  });

  it('is no reason to drop a third one, once it is dropped itself', () => {
    const text = 'I want to cancel it';
    // The first is crosstalk of the second, and the third, which the first alone overlaps enough, is not its crosstalk.
    const segments = [
      { channel: 0, startMs: 0, endMs: 10_000, text },
      { channel: 1, startMs: 100, endMs: 4000, text },
      { channel: 1, startMs: 6000, endMs: 10_000, text },
    ];
    const levels = new Map([
      [0, -30],
      [100, -20],
      [6000, -40],
    ]);
    const kept = dropCrosstalk(segments, (_channel, startMs) => levels.get(startMs) ?? null);
    expect(
      kept.map(({ startMs }) => startMs),
      'Words of which nothing louder is left are dropped',
    ).toEqual([100, 6000]);
  });

  it('is no reason to drop a quieter one of the other channel', () => {
    const text = 'I want to cancel it';
    const segments = [0, 0, 1].map((channel, at) => ({ channel, startMs: 100 * at, endMs: 4000 + 100 * at, text }));
    // The first is louder than its crosstalk on the other channel, which is louder than the second.
    const kept = dropCrosstalk(segments, (_channel, startMs) => [-20, -40, -30][startMs / 100] ?? null);
    expect(kept.map(({ startMs }) => startMs)).toEqual([0, 100]);
  });

  it.each([0, 1])('stays where the level of channel %i is not known', (unknown) => {
    const segments = onBothChannels('I want to cancel it', 'I want to cancel it');
    const kept = dropCrosstalk(segments, (channel) => (channel === unknown ? null : -20));
    expect(kept, 'Words are dropped by a level that was not measured').toHaveLength(2);
  });

  it('leaves the others in order of their start, and the given list as it was', () => {
    const segments = [
      { channel: 1, startMs: 5000, endMs: 6000, text: 'second' },
      { channel: 0, startMs: 0, endMs: 1000, text: 'first' },
    ];
    expect(dropCrosstalk(segments, () => -20).map(({ text }) => text)).toEqual(['first', 'second']);
    expect(segments[0]?.text).toBe('second');
  });

  it('stays where it says more than the louder one', () => {
    const segments = onBothChannels('I want a refund', 'I want a refund yes but I did not order that at all');
    expect(channelsKept(segments, -20, -35)).toEqual([0, 1]);
  });
});

describe('the level of a stretch of a channel', () => {
  it('is the mean of the levels of its speech', () => {
    const levelAt = createLevelLookup([
      {
        channel: 0,
        speech: [
          { startMs: 0, endMs: 1000, levelDb: -20 },
          { startMs: 1000, endMs: 2000, levelDb: -30 },
        ],
      },
      { channel: 1, speech: [] },
    ]);
    expect(levelAt(0, 500, 1500), 'mean level in dB').toBe(-25);
    expect(levelAt(0, 5000, 6000)).toBeNull();
    expect(levelAt(1, 0, 1000)).toBeNull();
  });

  it('weighs each level by the part of the stretch that it lasts, and takes that of no other channel', () => {
    const levelAt = createLevelLookup([
      { channel: 1, speech: [{ startMs: 0, endMs: 9000, levelDb: -60 }] },
      {
        channel: 0,
        speech: [
          { startMs: 0, endMs: 900, levelDb: -20 },
          { startMs: 900, endMs: 1000, levelDb: -30 },
          { startMs: 2000, endMs: 9000, levelDb: -50 },
        ],
      },
    ]);
    expect(levelAt(0, 0, 2000), 'mean level in dB').toBe(-21);
    expect(levelAt(2, 0, 2000), 'A channel without a track has a level').toBeNull();
  });
});
