// A voice in the other party's channel, as loudspeakers, lines and recorders put it there. [whole]
import { describe, expect, it } from 'vitest';
import { mix, randomFrom, type Samples, silence } from '../../support/audio/audio-fixtures.js';
import { decibel, figuresOf, late, measureCall, onLine, parties } from '../../support/audio/measured-call.js';

const { agent, customer } = parties();
const AGENT = onLine(agent, 1);
const CUSTOMER = onLine(customer, 2);

/** Taps of an echo in a room: the direct sound, and reflections that die away within 0.4 s. */
function inRoom(samples: Samples): Samples {
  const random = randomFrom(5);
  let sum = samples;
  for (let tap = 0; tap < 30; tap++) {
    const afterMs = 5 + 300 * random();
    sum = mix(sum, late(samples, Math.round(afterMs)), (random() - 0.5) * 0.8 * 10 ** (-3 * (afterMs / 400)));
  }
  return sum;
}

/** Keeps what lies below about 1.2 kHz. */
function muffled(samples: Samples): Samples {
  let output = 0;
  return samples.map((sample) => {
    output += 0.38 * (sample - output);
    return Math.round(output);
  });
}

/** A delay that grows by 300 parts in a million. */
function drifting(samples: Samples, ms: number): Samples {
  return samples.map((_, at) => samples[Math.round(at - ms * 16 - at * 0.0003)] ?? 0);
}

async function figures(left: Samples, right: Samples) {
  const { measurement } = await measureCall([left, right]);
  expect(measurement).toMatchObject({ layout: 'stereo', leakageLeft: false });
  return figuresOf(measurement);
}

async function expectClean(left: Samples, right: Samples, clean = figures(AGENT, CUSTOMER)) {
  const [found, wanted] = [await figures(left, right), await clean];
  for (const figure of [
    'agent_talk_seconds',
    'customer_talk_seconds',
    'silence_seconds',
    'overtalk_seconds',
  ] as const) {
    expect(Math.abs(found[figure] - wanted[figure]), `${figure} beside the clean call`).toBeLessThan(0.5);
  }
  expect(found.interruptions, 'interruptions').toBe(wanted.interruptions);
  expect(Math.abs(found.talk_ratio - wanted.talk_ratio), 'talk ratio beside the clean call').toBeLessThan(0.02);
}

const ECHOES = [
  [3, -3],
  [20, -3],
  [40, -6],
  [80, -9],
  [150, -6],
  [280, -12],
  [60, -18],
] as const;

describe("the other party's voice in a channel gives the figures of the clean call", () => {
  it.each(ECHOES)("the customer's, %i ms late at %i dB", async (ms, db) => {
    await expectClean(mix(AGENT, late(customer, ms), decibel(db)), CUSTOMER);
  });

  it.each(ECHOES)("the agent's, %i ms late at %i dB", async (ms, db) => {
    await expectClean(AGENT, mix(CUSTOMER, late(agent, ms), decibel(db)));
  });

  it.each([...ECHOES])('both, %i ms late at %i dB', async (ms, db) => {
    await expectClean(mix(AGENT, late(customer, ms), decibel(db)), mix(CUSTOMER, late(agent, ms), decibel(db)));
  });

  it.each([
    ['with the echo of a room', inRoom(late(customer, 60))],
    ['muffled', muffled(late(customer, 40))],
    ['with a delay that drifts', drifting(customer, 30)],
    ['louder and softer', late(customer, 60).map((sample, at) => sample * (1 + 0.6 * Math.sin(at / 16_000)))],
    ['clipped', late(customer, 60).map((sample) => Math.max(-1500, Math.min(1500, sample)))],
    ['inverted', late(customer, 120).map((sample) => -sample)],
  ])('%s', async (_, echo) => {
    await expectClean(mix(AGENT, echo, decibel(-5)), CUSTOMER);
  });

  it('earlier than on its own channel, which the recorder delays', async () => {
    await expectClean(
      late(mix(AGENT, customer, decibel(-6)), 0),
      late(CUSTOMER, 90),
      figures(AGENT, late(CUSTOMER, 90)),
    );
  });

  it('from a channel that is recorded far more softly', async () => {
    const soft = onLine(
      customer.map((sample) => sample * 0.25),
      2,
    );
    await expectClean(mix(AGENT, late(customer, 40), decibel(-6)), soft, figures(AGENT, soft));
  });

  it('in noise', async () => {
    const [noisyAgent, noisyCustomer] = [onLine(agent, 3, 80), onLine(customer, 4, 80)];
    const clean = figures(noisyAgent, noisyCustomer);
    await expectClean(mix(noisyAgent, late(customer, 40), decibel(-6)), noisyCustomer, clean);
  });

  it('in a part of the call only', async () => {
    const echo = late(customer, 40).map((sample, at) => (at > 12 * 16_000 ? sample : 0));
    await expectClean(mix(AGENT, echo, decibel(-6)), CUSTOMER);
  });
});

it('a recogniser does not hear what leaked, and hears all that did not', async () => {
  const { pcm } = await measureCall([mix(AGENT, late(customer, 40), decibel(-6)), CUSTOMER]);
  const loudest = (samples: Int16Array, fromMs: number, toMs: number) =>
    samples.subarray(fromMs * 16, toMs * 16).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest(pcm[0]!, 5600, 8900), "the customer's second turn on the agent's channel").toBe(0);
  expect(loudest(pcm[0]!, 600, 4900)).toBe(loudest(AGENT, 600, 4900));
  expect(loudest(pcm[1]!, 5300, 9100)).toBe(loudest(CUSTOMER, 5300, 9100));
});

describe('what two people really say stays', () => {
  const talk = parties([
    ['agent', 600, 5200],
    ['customer', 4000, 9100],
    ['agent', 8000, 12_700],
    ['customer', 13_000, 15_800],
    ['agent', 14_600, 20_100],
    ['customer', 20_500, 22_900],
  ]);

  it('where they speak at once and nothing leaks: sample by sample', async () => {
    const { measurement } = await measureCall([onLine(talk.agent, 1), onLine(talk.customer, 2)]);
    expect(figuresOf(measurement)).toMatchObject({ interruptions: 3 });
    expect(figuresOf(measurement).overtalk_seconds).toBeGreaterThan(3);
  });

  it.each([
    [80, -12],
    [200, -9],
  ])('where they speak at once and one leaks, %i ms late at %i dB', async (ms, db) => {
    const clean = await figures(onLine(talk.agent, 1), onLine(talk.customer, 2));
    const leaking = mix(onLine(talk.agent, 1), late(talk.customer, ms), decibel(db));
    const found = await figures(leaking, onLine(talk.customer, 2));
    expect(found.interruptions).toBe(clean.interruptions);
    expect(Math.abs(found.overtalk_seconds - clean.overtalk_seconds), 'overtalk beside the clean call').toBeLessThan(
      0.5,
    );
  });

  it.each([
    [3, -3],
    [40, -6],
  ])('for the most part where they speak at once and one leaks loudly, %i ms late at %i dB', async (ms, db) => {
    const leaking = mix(onLine(talk.agent, 1), late(talk.customer, ms), decibel(db));
    const { measurement } = await measureCall([leaking, onLine(talk.customer, 2)]);
    expect(figuresOf(measurement).overtalk_seconds).toBeGreaterThan(1.5);
    expect(figuresOf(measurement).agent_talk_seconds).toBeGreaterThan(11);
  });

  it('where both say the same short word, at once and one after the other', async () => {
    const word = (startMs: number): Samples => late(parties([['agent', 600, 1300]]).agent, startMs - 600);
    const left = mix(mix(AGENT, word(9300)), word(15_900));
    const right = mix(mix(CUSTOMER, word(9300)), word(16_650));
    const { measurement } = await measureCall([left, right]);
    const during = (channel: number, ms: number) =>
      measurement.tracks[channel]?.speech.some(({ startMs, endMs }) => startMs <= ms && ms <= endMs);
    expect([during(0, 9600), during(1, 9600), during(0, 16_200), during(1, 17_000)]).toEqual([true, true, true, true]);
  });

  it('where two others talk all the time', async () => {
    const other = parties([
      ['agent', 600, 12_000],
      ['customer', 500, 23_000],
      ['agent', 12_200, 23_000],
    ]);
    const { measurement } = await measureCall([onLine(other.agent, 1), onLine(other.customer, 2)]);
    expect(measurement).toMatchObject({ layout: 'stereo', leakageLeft: false });
    expect(figuresOf(measurement).overtalk_seconds).toBeGreaterThan(20);
  });
});

it('is told where the voices lie too close to each other to say who speaks', async () => {
  const talk = parties([
    ['agent', 600, 4900],
    ['customer', 5300, 9100],
    ['agent', 8000, 12_700],
    ['customer', 11_000, 15_800],
    ['agent', 16_300, 20_100],
    ['customer', 18_500, 22_900],
  ]);
  const { measurement } = await measureCall([
    mix(onLine(talk.agent, 1), late(talk.customer, 3), decibel(-3)),
    mix(onLine(talk.customer, 2), late(talk.agent, 3), decibel(-3)),
  ]);
  expect(measurement.leakageLeft, 'leakage may be left').toBe(true);
});

describe('the whole call on both channels, with a shift, is one mono track', () => {
  const call = mix(agent, customer);
  it.each([
    ['the right 32 ms late', late(call, 32), 1],
    ['the right 20 ms late and weaker', late(call, 20), 0.4],
    ['the right 300 ms late', late(call, 300), 1],
    ['the right 90 ms late and inverted', late(call, 90), -0.8],
    ['the right muffled', muffled(late(call, 32)), 1.2],
    ['the right in a room', inRoom(late(call, 50)), 0.7],
    ['the right with a delay that drifts', drifting(call, 20), 1],
  ])('%s', async (_, shifted, gain) => {
    const { measurement } = await measureCall([onLine(call, 1), onLine(mix(silence(23_700), shifted, gain), 2)]);
    expect(measurement).toMatchObject({ layout: 'dual-mono', sourceChannels: 2, tracks: [{ channel: null }] });
    expect(figuresOf(measurement)).toMatchObject({ overtalk_seconds: 0, interruptions: 0 });
  });

  it('the left late and far weaker: from the better channel', async () => {
    const left = onLine(mix(silence(23_700), late(call, 64), 0.3), 1);
    const right = onLine(call, 2);
    const { measurement, pcm } = await measureCall([left, right]);
    expect(measurement.layout).toBe('dual-mono');
    expect(pcm[0]).toEqual(right);
  });
});
