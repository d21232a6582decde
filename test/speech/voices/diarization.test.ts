// Who speaks when, from the sound of real voices in a mono recording. [whole]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import { diarize } from '../../../src/speech/voices/diarization.js';
import { concat, mix, noise, type Samples, silence, tone } from '../../support/audio/audio-fixtures.js';
import {
  diarizationError,
  type MonoCall,
  type MonoOptions,
  monoCall,
  savePcm,
  speechIn,
} from '../../support/audio/mono-calls.js';

let scratchDir: string;
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'voices-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

const callOf = (name: string, options: Omit<MonoOptions, 'scratchDir'> = {}) =>
  monoCall(name, { ...options, scratchDir });

async function diarized(samples: Samples, speech: readonly SpeechSpan[] = speechIn(samples)) {
  return diarize(await savePcm(samples, scratchDir), speech);
}

describe('two voices on one line', () => {
  it.each([
    ['with pauses between turns', 'good-call', {}, { total: 0.02, confusion: 0.005 }],
    ['that cut into each other', 'bad-call', { overlapping: true }, { total: 0.05, confusion: 0.02 }],
    ['on a noisy telephone', 'good-call', { telephone: true, turns: 10 }, { total: 0.1, confusion: 0.02 }],
    [
      'that cut into each other on a noisy telephone',
      'bad-call',
      { overlapping: true, telephone: true, turns: 10 },
      { total: 0.1, confusion: 0.03 },
    ],
  ])('%s are separated', async (_, name, options, max) => {
    const call = await callOf(name, options);
    const { turns, separation } = await diarized(call.samples);
    const { total, confusion } = diarizationError(call, turns);
    expect(separation).toBeGreaterThan(0.5);
    expect(total).toBeLessThanOrEqual(max.total);
    expect(confusion).toBeLessThanOrEqual(max.confusion);
  });

  it('fill the given speech with turns, in order and without a gap', async () => {
    const { samples } = await callOf('bad-call', { overlapping: true, turns: 6 });
    const speech = speechIn(samples);
    const { turns } = await diarized(samples, speech);
    for (const [index, turn] of turns.entries()) {
      expect(turn.endMs).toBeGreaterThan(turn.startMs);
      if (index > 0) expect(turn.startMs).toBeGreaterThanOrEqual(turns[index - 1]!.endMs);
    }
    for (const { startMs, endMs } of speech) {
      const own = turns.filter((turn) => turn.startMs >= startMs && turn.endMs <= endMs);
      expect(own[0]?.startMs).toBe(startMs);
      expect(own.at(-1)?.endMs).toBe(endMs);
      for (const [index, turn] of own.entries()) if (index > 0) expect(turn.startMs).toBe(own[index - 1]!.endMs);
    }
    expect([...new Set(turns.map(({ voice }) => voice))], 'voices').toHaveLength(2);
  });

  it('come out the same at every run', async () => {
    const { samples } = await callOf('bad-call', { telephone: true, turns: 6 });
    expect(await diarized(samples)).toEqual(await diarized(samples));
  });

  it('keep their turns when silence is inserted between two of them', async () => {
    const { samples } = await callOf('bad-call', { turns: 6 });
    const speech = speechIn(samples);
    const before = await diarized(samples, speech);
    for (const [index, pauseMs] of [
      [1, 70],
      [speech.length >> 1, 61_300],
    ] as const) {
      const seamMs = Math.floor((speech[index - 1]!.endMs + speech[index]!.startMs) / 20) * 10;
      const spaced = concat(samples.subarray(0, seamMs * 16), silence(pauseMs), samples.subarray(seamMs * 16));
      const later = <Span extends SpeechSpan>(span: Span): Span =>
        span.startMs < seamMs ? span : { ...span, startMs: span.startMs + pauseMs, endMs: span.endMs + pauseMs };
      const after = await diarized(spaced, speech.map(later));
      expect(after.turns).toEqual(before.turns.map(later));
    }
  });

  it('are separated as well when the halves of the call change places', async () => {
    const call = await callOf('bad-call', { turns: 6 });
    const [first, second] = halves(call);
    const inOrder = await diarized(concat(first.samples, second.samples));
    const swappedOver = await diarized(concat(second.samples, first.samples));
    const swapped: MonoCall = {
      samples: concat(second.samples, first.samples),
      turns: [...second.turns, ...shifted(first.turns, second.samples.length / 16)],
    };
    expect(diarizationError(swapped, swappedOver.turns).confusion).toBeLessThanOrEqual(0.01);
    expect(swappedOver.separation).toBeCloseTo(inOrder.separation, 1);
  });
});

describe('one voice', () => {
  it.each([
    ['good-call', 'agent', false],
    ['good-call', 'customer', false],
    ['bad-call', 'agent', true],
    ['bad-call', 'customer', true],
  ] as const)('of the %s, the %s alone (by telephone: %s), stays one', async (name, only, telephone) => {
    const { samples } = await callOf(name, { only, telephone });
    const { turns, separation } = await diarized(samples);
    expect(turns).toEqual([]);
    expect(separation).toBeLessThan(0.28);
  });

  it('is the result for a word or two', async () => {
    const { samples } = await callOf('good-call', { turns: 1 });
    expect((await diarized(samples, speechIn(samples.subarray(0, 2_000 * 16)))).turns).toEqual([]);
  });
});

describe('no voice', () => {
  it('is found in noise or silence', async () => {
    for (const samples of [noise(20_000, 300), silence(20_000), mix(noise(5_000, 3), noise(5_000, 900, 2))]) {
      const speech = speechIn(samples);
      expect(speech).toEqual([]);
      expect(await diarized(samples, speech)).toEqual({ turns: [], separation: 0 });
    }
  });

  it('is found in digital silence or in a tone that was marked as speech', async () => {
    const speech = Array.from({ length: 10 }, (_, index) => ({ startMs: 2000 * index, endMs: 2000 * index + 1900 }));
    for (const samples of [silence(20_000), tone(20_000, 440)]) {
      expect((await diarized(samples, speech)).turns).toEqual([]);
    }
  });

  it('is found beyond the end of the file', async () => {
    expect(await diarized(silence(100), [{ startMs: 5_000, endMs: 9_000 }])).toEqual({ turns: [], separation: 0 });
  });
});

/** The call cut at the pause in its middle. */
function halves({ samples, turns }: MonoCall): [MonoCall, MonoCall] {
  const at = turns.length >> 1;
  const seamMs = Math.floor((turns[at - 1]!.endMs + turns[at]!.startMs) / 20) * 10;
  return [
    { samples: samples.subarray(0, seamMs * 16), turns: turns.slice(0, at) },
    { samples: samples.subarray(seamMs * 16), turns: shifted(turns.slice(at), -seamMs) },
  ];
}

function shifted<Span extends SpeechSpan>(spans: readonly Span[], byMs: number): Span[] {
  return spans.map((span) => ({ ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs }));
}
