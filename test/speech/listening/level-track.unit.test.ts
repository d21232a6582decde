// Calls far below the usual level, and calls that ride on a constant offset.
import { describe, expect, it } from 'vitest';
import {
  dualTone,
  mix,
  music,
  noise,
  repeated,
  type Samples,
  silence,
  tone,
} from '../../support/audio/audio-fixtures.js';
import { measureCall, onLine, parties } from '../../support/audio/measured-call.js';

const { agent, customer } = parties();
const PEAK = agent.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** @param peakDb of the loudest sample of the agent, relative to full scale */
const at = (samples: Samples, peakDb: number) =>
  samples.map((each) => Math.round((each * 32_768 * 10 ** (peakDb / 20)) / PEAK));
const offset = (samples: Samples, share: number) => samples.map((each) => each + 32_768 * share);

async function utterances(channels: readonly Samples[]) {
  const { measurement } = await measureCall(channels);
  return { layout: measurement.layout, found: measurement.tracks.map(({ speech }) => speech.length) };
}

describe('all utterances are found', () => {
  it.each([
    ['peaks at -40 dBFS', at(agent, -40), at(customer, -40)],
    ['peaks at -50 dBFS', at(agent, -50), at(customer, -50)],
    ['one party at -50 dBFS, the other loud', agent, at(customer, -50)],
    ['-44 dBFS in the noise of a quiet line', onLine(at(agent, -44), 1, 0.7), onLine(at(customer, -44), 2, 0.7)],
    ['an offset of 30 % of full scale', offset(onLine(agent, 1), 0.3), offset(onLine(customer, 2), 0.3)],
    ['an offset of -30 % on one channel', offset(onLine(agent, 1), -0.3), onLine(customer, 2)],
    ['peaks at -50 dBFS on an offset of 30 %', offset(at(agent, -50), 0.3), offset(at(customer, -50), 0.3)],
  ])('%s', async (_, left, right) => {
    expect(await utterances([left, right])).toEqual({ layout: 'stereo', found: [3, 3] });
  });

  it('in mono, too', async () => {
    const call = mix(agent, customer);
    const spokenMs = async (samples: Samples) => {
      const { measurement } = await measureCall([samples]);
      return measurement.tracks[0]?.speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) ?? 0;
    };
    const usual = await spokenMs(onLine(call, 1));
    expect(
      Math.abs((await spokenMs(offset(at(call, -50), -0.3))) - usual),
      'ms of speech beside a usual call',
    ).toBeLessThan(600);
  });
});

it('a recogniser gets them at a usual level, without the offset', async () => {
  const { pcm, measurement } = await measureCall([offset(at(mix(agent, customer), -50), 0.3)]);
  const samples = pcm[0]!;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  expect(Math.abs(mean), 'mean of the samples').toBeLessThan(20);
  expect(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeGreaterThan(3000);
  expect(measurement.tracks[0]?.levelDb, 'level of the recording, as it was').toBeLessThan(-55);
});

it('the samples of a usual call stay as they are', async () => {
  const line = onLine(mix(agent, customer), 3);
  expect((await measureCall([line])).pcm[0]).toEqual(line);
});

it('a call of one short word is not taken for a quiet one', async () => {
  const word = onLine(parties([['agent', 600, 1200]]).agent, 1);
  expect((await measureCall([word])).pcm[0]).toEqual(word);
});

describe('no speech is found at -50 dBFS in', () => {
  const SECONDS = 12;
  const level = 32_768 * 10 ** (-50 / 20);
  it.each<[string, Samples]>([
    ['digital silence', silence(SECONDS * 1000)],
    ['dither', noise(SECONDS * 1000, 0.7, 3)],
    ['noise', noise(SECONDS * 1000, level, 4)],
    ['mains hum', mix(tone(SECONDS * 1000, 50, level), tone(SECONDS * 1000, 150, level / 2))],
    ['a tone', tone(SECONDS * 1000, 440, level)],
    ['ringing', repeated(3, dualTone(1000, 440, 480, level), 3000)],
    ['telephone keys', repeated(12, dualTone(120, 770, 1336, level), 400)],
    ['music', music(SECONDS * 1000, { amplitude: level })],
    ['silence on an offset', offset(silence(SECONDS * 1000), 0.3)],
    ['noise on an offset', offset(noise(SECONDS * 1000, 8, 5), 0.3)],
  ])('%s', async (_, sound) => {
    expect((await utterances([sound])).found).toEqual([0]);
  });
});
