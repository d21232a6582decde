// Which stretches of the sound are muted for what is masked.
import { describe, expect, it } from 'vitest';
import { MUTE_TONE_PEAK } from '../../../../src/adapters/ffmpeg/masking/mute-pcm.js';
import type { RedactedSpan } from '../../../../src/ports/redaction.js';
import { LoudnessMeter } from '../../../../src/speech/listening/loudness-envelope.js';
import { maskEnvelope, mutedSpans } from '../../../../src/speech/redaction/sound/muted-spans.js';

const DURATION_MS = 60_000;

type Times = readonly [startMs: number, endMs: number];

const masked = (startMs: number, endMs: number, options: Partial<RedactedSpan> = {}): RedactedSpan => ({
  segmentId: 0,
  channel: null,
  startMs,
  endMs,
  type: 'card_number',
  confidence: 1,
  basis: 'pattern',
  ...options,
});

/** A segment of one channel by the times of its words. */
const spoken = (words: readonly Times[], channel: number | null = null, id = 0) => ({
  id,
  channel,
  startMs: words[0]?.[0] ?? 0,
  endMs: words.at(-1)?.[1] ?? 0,
  words: words.map(([startMs, endMs]) => ({ text: 'x', startMs, endMs, confidence: null })),
});

const mute = (redactions: readonly RedactedSpan[], segments: readonly ReturnType<typeof spoken>[] = []) =>
  mutedSpans(redactions, segments, DURATION_MS)?.map(({ startMs, endMs }) => [startMs, endMs]);

describe('mutedSpans', () => {
  it('widens a stretch by 250 ms to each side', () => {
    expect(mute([masked(1000, 2000)])).toEqual([[750, 2250]]);
  });

  it('leaves half of the way to the next word that is not masked', () => {
    const words = spoken([
      [500, 900],
      [1000, 2000],
      [2101, 2500],
    ]);
    expect(mute([masked(1000, 2000)], [words])).toEqual([[950, 2051]]);
  });

  it('goes by the words of the same speaker: what the other one says beside it does not count', () => {
    const other = spoken([[960, 1000]], 1, 1);
    expect(mute([masked(1000, 2000, { channel: 0 })], [spoken([[1000, 2000]], 0), other])).toEqual([[750, 2250]]);
  });

  it('takes masked neighbours together, and does not stop at them', () => {
    const words = spoken([
      [1000, 1400],
      [1450, 2000],
      [2300, 2600],
    ]);
    expect(mute([masked(1450, 2000), masked(1000, 1400)], [words])).toEqual([[750, 2150]]);
  });

  it('does not count a word that overlaps the stretch', () => {
    const words = spoken([
      [800, 1100],
      [1000, 2000],
    ]);
    expect(mute([masked(1000, 2000)], [words])).toEqual([[750, 2250]]);
  });

  it('counts a segment without words as one word', () => {
    const silentWords = { id: 1, channel: null, startMs: 2100, endMs: 4000, words: null };
    expect(mutedSpans([masked(1000, 2000)], [silentWords], DURATION_MS)).toEqual([{ startMs: 750, endMs: 2050 }]);
  });

  it('mutes the whole segment for a word whose time is not known', () => {
    const segment = { id: 0, channel: null, startMs: 3000, endMs: 7000, words: null };
    expect(mutedSpans([masked(5000, 5000)], [segment], DURATION_MS)).toEqual([{ startMs: 2750, endMs: 7250 }]);
  });

  it('stays within the recording', () => {
    expect(mute([masked(100, 900), masked(59_000, 60_400)])).toEqual([
      [0, 1150],
      [58_750, 60_000],
    ]);
  });

  it.each([
    ['begins before it', masked(-1, 500)],
    ['begins behind its end', masked(60_000, 60_500)],
    ['ends far behind its end', masked(59_000, 61_001)],
    ['has no length, nor a segment', masked(5000, 5000, { segmentId: null })],
    ['ends before it begins', masked(5000, 4000, { segmentId: null })],
    ['has no times', masked(Number.NaN, Number.NaN, { segmentId: null })],
    ['does not end', masked(0, Number.POSITIVE_INFINITY)],
  ])('refuses a stretch that does not lie in the recording: it %s', (_, redaction) => {
    expect(mute([masked(1000, 2000), redaction])).toBeUndefined();
  });

  it('gives nothing for nothing', () => {
    expect(mute([])).toEqual([]);
  });

  it('gives disjoint stretches, in which each masked one lies, for any that overlap', () => {
    let state = 7;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let round = 0; round < 200; round++) {
      const words = spoken(Array.from({ length: 100 }, (_, at) => [at * 500, at * 500 + 100 + random(600)] as const));
      const redactions = Array.from({ length: random(20) }, () => {
        const startMs = random(49_000);
        return masked(startMs, startMs + 1 + random(3000));
      });
      const spans = mute(redactions, [words]) ?? [];
      for (const [at, [startMs]] of spans.entries()) expect(startMs).toBeGreaterThan(spans[at - 1]?.[1] ?? -1);
      for (const { startMs, endMs } of redactions) {
        expect(
          spans.some(([from, to]) => from !== undefined && to !== undefined && from <= startMs && to >= endMs),
          'the stretch is muted',
        ).toBe(true);
      }
    }
  });
});

const envelope = { msPerPeak: 100, peaks: Buffer.from([10, 20, 30, 40, 50]).toString('base64') };
const maskedPeaks = (startMs: number, endMs: number, audio: 'tone' | 'silence' = 'silence') => [
  ...Buffer.from(maskEnvelope(envelope, [{ startMs, endMs }], audio).peaks, 'base64'),
];

it('masks each peak of which a part is muted', () => {
  expect(maskedPeaks(100, 300)).toEqual([10, 0, 0, 40, 50]);
  expect(maskedPeaks(199, 301)).toEqual([10, 0, 0, 0, 50]);
  expect(maskedPeaks(450, 9_000)).toEqual([10, 20, 30, 40, 0]);
  expect(maskEnvelope(envelope, [], 'silence')).toEqual(envelope);
});

it('shows a tone as loud as the masked recording has it', () => {
  const meter = new LoudnessMeter();
  meter.push(MUTE_TONE_PEAK);
  expect(maskedPeaks(0, 100, 'tone').slice(0, 1)).toEqual([...Buffer.from(meter.finish().peaks, 'base64')]);
});
