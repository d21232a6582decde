import { describe, expect, it } from 'vitest';
import { createLevelLookup, dropCrosstalk } from '../../../src/pipeline/transcript/drop-crosstalk.js';

/** Two segments of 4 s on two channels, the second `shiftMs` later. */
const onBothChannels = (left: string, right: string, shiftMs = 100) => [
  { channel: 0, startMs: 0, endMs: 4000, text: left },
  { channel: 1, startMs: shiftMs, endMs: 4000 + shiftMs, text: right },
];

type Segments = ReturnType<typeof onBothChannels>;

const channelsKept = (segments: Segments, leftDb: number, rightDb: number) =>
  dropCrosstalk(segments, (channel) => (channel === 0 ? leftDb : rightDb)).map(({ channel }) => channel);

describe('dropCrosstalk', () => {
  it('keeps the same words at the same time on the louder channel only', () => {
    const segments = onBothChannels('I want to cancel my account.', 'i want to cancel my account');
    expect(channelsKept(segments, -20, -35)).toEqual([0]);
    expect(channelsKept(segments, -35, -20)).toEqual([1]);
  });

  it('drops nearly the same words, as a recogniser mishears a weak copy', () => {
    const segments = onBothChannels('I want to cancel my account now please', 'want to cancel my count now please');
    expect(channelsKept(segments, -20, -35)).toEqual([0]);
  });

  it('keeps both segments when words or times differ, or levels are unknown', () => {
    const otherWords = onBothChannels('I want to cancel my account', 'Let me look that up for you');
    expect(channelsKept(otherWords, -20, -35)).toEqual([0, 1]);
    const otherTime = onBothChannels('I want to cancel it', 'I want to cancel it', 3000);
    expect(channelsKept(otherTime, -20, -35)).toEqual([0, 1]);
    const same = onBothChannels('I want to cancel it', 'I want to cancel it');
    expect(dropCrosstalk(same, () => null)).toHaveLength(2);
  });

  it('keeps a short greeting on both channels unless one is far weaker', () => {
    const segments = onBothChannels('Thank you, bye.', 'Thank you. Bye!');
    expect(channelsKept(segments, -20, -24)).toEqual([0, 1]);
    expect(channelsKept(segments, -20, -40)).toEqual([0]);
  });

  it('keeps a weak segment that says more than the crosstalk', () => {
    const segments = onBothChannels('I want a refund', 'I want a refund yes but I did not order that at all');
    expect(channelsKept(segments, -20, -35)).toEqual([0, 1]);
  });
});

describe('createLevelLookup', () => {
  it('averages the levels of the measured speech over a stretch', () => {
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
    expect(levelAt(0, 500, 1500)).toBe(-25);
    expect(levelAt(0, 5000, 6000)).toBeNull();
    expect(levelAt(1, 0, 1000)).toBeNull();
  });
});
