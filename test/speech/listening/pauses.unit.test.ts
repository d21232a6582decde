// Pauses of the recording: what recorders leave where somebody pauses them.
import { describe, expect, it } from 'vitest';
import {
  concat,
  mix,
  music,
  noise,
  repeated,
  type Samples,
  silence,
  tone,
  voice,
} from '../../support/audio/audio-fixtures.js';
import { measureCall } from '../../support/audio/measured-call.js';

const line = (samples: Samples, seed: number, rms = 20) => mix(samples, noise(samples.length / 16, rms, seed));
/** Two parties, each on its own channel. */
const talk = (seed: number, rms?: number): [Samples, Samples] => [
  line(concat(voice(4000, { seed, pitchHz: 120 }), silence(5000)), seed, rms),
  line(concat(silence(4500), voice(4000, { seed: seed + 1, pitchHz: 210 }), silence(500)), seed + 1, rms),
];
const together = ([a, b]: [Samples, Samples]) => [mix(a, b)];
const joined = (parts: readonly (readonly Samples[])[]) =>
  (parts[0] ?? []).map((_, channel) => concat(...parts.map((part) => part[channel] as Samples)));
const both = (pause: Samples): [Samples, Samples] => [pause, pause];

const pausesOf = async (channels: readonly Samples[]) => (await measureCall(channels)).measurement.pauses;

/** Within a frame of the spectrum. */
const near = (
  found: readonly { startMs: number; endMs: number }[] | undefined,
  expected: readonly [number, number][],
) => {
  expect(found?.length).toBe(expected.length);
  for (const [at, [startMs, endMs]] of expected.entries()) {
    expect(Math.abs((found?.[at]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(64);
    expect(Math.abs((found?.[at]?.endMs ?? 0) - endMs)).toBeLessThanOrEqual(64);
  }
};

const PAUSES: readonly [string, Samples][] = [
  ['digital silence', silence(20_000)],
  ['a tone of 1 kHz', tone(20_000, 1000)],
  ['a quiet tone of 440 Hz', tone(20_000, 440, 400)],
  ['an offset', silence(20_000).fill(-8)],
  ['a tone that a codec made a little noisy', line(tone(20_000, 800, 3000), 9, 300)],
];

describe.each(PAUSES)('%s', (_name, pause) => {
  it('is a pause, in one channel as in two', async () => {
    const stereo = [talk(1), both(pause), talk(3), both(pause.subarray(0, 48_000 + 1600)), talk(5)];
    for (const channels of [joined(stereo), joined(stereo.map(together))]) {
      near(await pausesOf(channels), [
        [9000, 29_000],
        [38_000, 41_100],
      ]);
    }
  });

  it.each([20, 100])('is no speech, and lowers nothing of how well the call is heard: noise of %i', async (rms) => {
    const [first, second] = [talk(1, rms), talk(3, rms)];
    const { measurement: whole } = await measureCall(joined([first, second]));
    const { measurement: paused } = await measureCall(joined([first, both(pause), second]));
    expect(paused.layout).toBe(whole.layout);
    expect(paused.damaged, 'the recording counts as damaged').toBe(false);
    for (const [at, { speech, signal, snrDb }] of paused.tracks.entries()) {
      const track = whole.tracks[at];
      expect(speech.length, 'stretches of speech').toBe(track?.speech.length);
      for (const [index, { startMs, endMs, levelDb }] of speech.entries()) {
        const shift = startMs >= 20_000 ? 20_000 : 0;
        const before = track?.speech[index];
        // Without the pause its padding reaches into the end of what was said before it.
        expect(Math.abs(startMs - shift - (before?.startMs ?? 0))).toBeLessThanOrEqual(200);
        expect(endMs - shift).toBe(before?.endMs);
        expect(Math.abs(levelDb - (before?.levelDb ?? 0))).toBeLessThanOrEqual(0.3);
      }
      expect(Math.abs((signal?.noiseDb ?? 0) - (track?.signal?.noiseDb ?? 1))).toBeLessThanOrEqual(0.5);
      expect(signal).toMatchObject({
        brightShare: track?.signal?.brightShare,
        clippedShare: track?.signal?.clippedShare,
      });
      expect(Math.abs((snrDb ?? 0) - (track?.snrDb ?? 99))).toBeLessThanOrEqual(0.5);
    }
  });
});

describe('no pause', () => {
  const paused = (pause: readonly Samples[]) => joined([talk(1), pause as [Samples, Samples], talk(3)]);

  it.each<[string, readonly Samples[]]>([
    ['what is shorter than three seconds', both(silence(2900))],
    ['a short tone', both(tone(2900, 1000))],
    ['silence of one channel', [silence(8000), line(silence(8000), 2)]],
    ['a tone in one channel', [tone(8000, 1000), line(silence(8000), 2)]],
    ['a tone in one channel and silence in the other', [tone(8000, 1000), silence(8000)]],
    ['the noise of a line', both(line(silence(8000), 2))],
    ['two tones, as a dial tone', both(mix(tone(8000, 350), tone(8000, 440)))],
    ['beeps', both(repeated(16, tone(300, 1000), 200))],
    ['music', both(music(8000))],
    ['a tone that glides', both(silence(8000).map((_, i) => 6000 * Math.sin(i * 0.3 + i * i * 2e-6)))],
    ['a tone under a voice', both(mix(tone(8000, 1000, 2000), voice(8000, { seed: 4 })))],
  ])('%s', async (_name, pause) => {
    expect(await pausesOf(paused(pause))).toEqual([]);
  });
});

it('a silence and a tone behind it are two pauses that do not overlap', async () => {
  near(await pausesOf([concat(silence(4000), tone(4000, 1000), line(voice(4000), 1))]), [
    [0, 4000],
    [4000, 8000],
  ]);
});

it('a recording of nothing else is one pause', async () => {
  expect(await pausesOf([silence(5000)])).toEqual([{ startMs: 0, endMs: 5000 }]);
  expect(await pausesOf([silence(0)])).toEqual([]);
});
