import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { VoiceActivityDetector } from '../../../src/speech/listening/voice-activity.js';
import {
  concat,
  dualTone,
  ffmpegForTests,
  mix,
  music,
  noise,
  repeated,
  type Samples,
  silence,
  tone,
  voice,
} from '../../support/audio/audio-fixtures.js';
import { repository, sampleReference } from '../../support/audio/sample-calls.js';

function detect(samples: Samples, chunk = 4096) {
  const detector = new VoiceActivityDetector();
  for (let at = 0; at < samples.length; at += chunk) detector.push(samples.subarray(at, at + chunk));
  return detector.finish();
}

/** Three utterances with pauses, and where they are. */
const UTTERANCES = [
  { startMs: 1000, endMs: 3000 },
  { startMs: 4000, endMs: 5500 },
  { startMs: 8000, endMs: 12_000 },
];
function conversation(amplitude = 9000): Samples {
  const parts: Samples[] = [];
  let at = 0;
  for (const [index, { startMs, endMs }] of UTTERANCES.entries()) {
    parts.push(silence(startMs - at), voice(endMs - startMs, { seed: index + 1, amplitude }));
    at = endMs;
  }
  return concat(...parts, silence(2000));
}

describe('speech is found', () => {
  it.each([
    ['over digital silence', 0],
    ['over line noise', 20],
    ['over telephone noise, about 25 dB down', 90],
    ['over loud noise, about 15 dB down', 280],
  ])('%s', (_, rms) => {
    const { speech } = detect(mix(conversation(), noise(14_000, rms)));
    expect(speech, 'stretches of speech, one for each utterance').toHaveLength(UTTERANCES.length);
    for (const [index, { startMs, endMs }] of UTTERANCES.entries()) {
      const span = speech[index];
      expect(Math.abs((span?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(250);
      expect(Math.abs((span?.endMs ?? 0) - endMs)).toBeLessThanOrEqual(300);
    }
  });

  it('quiet speech, 30 dB below the usual, over a quiet line', () => {
    expect(detect(mix(conversation(280), noise(14_000, 1))).speech, 'stretches of quiet speech').toHaveLength(3);
  });

  it('does not depend on how the samples arrive', () => {
    const samples = mix(conversation(), noise(14_000, 50));
    const whole = detect(samples, samples.length);
    fc.assert(
      fc.property(fc.integer({ min: 37, max: 50_000 }), (chunk) => {
        expect(detect(samples, chunk)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  it('does not depend on how digital silence of odd length between the words arrives', () => {
    const samples = concat(new Int16Array(7001), conversation(), new Int16Array(12_345), music(3000), conversation());
    const whole = detect(samples, samples.length);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 501, max: 20_000 }), (factor, chunk) => {
        expect(detect(samples, chunk)).toEqual(whole);
        expect(detect(samples, 160 * factor * 7)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  it('does not depend on how faint noise of odd length between the words arrives', () => {
    const faint = (samples: number) => noise(samples / 16, 100).map((sample) => sample % 25);
    const samples = concat(faint(70_001), conversation(), faint(12_345), music(3000), faint(90_003), conversation());
    const whole = detect(samples, samples.length);
    fc.assert(
      fc.property(fc.integer({ min: 501, max: 20_000 }), (chunk) => {
        expect(detect(samples, chunk)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  it('its ratio to the noise is measured', () => {
    const clean = detect(mix(conversation(), noise(14_000, 3)));
    const noisy = detect(mix(conversation(), noise(14_000, 200)));
    expect(clean.snrDb).toBeGreaterThan(40);
    expect(noisy.snrDb).toBeGreaterThan(10);
    expect(noisy.snrDb).toBeLessThan(25);
    expect(Math.abs(clean.levelDb - noisy.levelDb)).toBeLessThan(2);
  });

  it('the noise floor follows a step in the background', () => {
    const step = concat(noise(20_000, 3), noise(40_000, 60, 2));
    const speech = mix(step, concat(silence(50_000), voice(2000), silence(8000)));
    const found = detect(speech).speech;
    expect(found, 'stretches of speech after the background grew louder').toHaveLength(1);
    expect(found[0]?.startMs).toBeGreaterThan(49_500);
  });
});

describe('no speech is found in', () => {
  it.each([
    ['no samples', silence(0)],
    ['digital silence', silence(20_000)],
    ['hiss', noise(20_000, 10)],
    ['loud noise', noise(20_000, 3000)],
    ['an offset', silence(5000).fill(9000)],
    ['mains hum', tone(20_000, 50, 2000)],
    ['a dial tone that begins', concat(silence(5000), tone(10_000, 425, 8000))],
    ['noise that sets in', concat(silence(5000), noise(15_000, 400))],
    ['clicks', concat(...Array.from({ length: 20 }, () => concat(silence(900), noise(30, 9000))))],
  ])('%s', (_, samples) => {
    expect(detect(samples)).toMatchObject({ speech: [], snrDb: null });
  });
});

describe('tones and music are not speech', () => {
  it.each([
    ['hold music', music(40_000)],
    ['quiet hold music between silences', concat(silence(5000), music(20_000, { amplitude: 600 }), silence(5000))],
    ['another tune over line noise', mix(music(40_000, { seed: 5 }), noise(40_000, 20))],
    ['a ringing tone, two seconds on and four off', repeated(5, dualTone(2000, 440, 480), 4000)],
    [
      'a ringing tone of two short rings',
      repeated(5, concat(dualTone(400, 400, 450), silence(200), dualTone(400, 400, 450)), 2000),
    ],
    ['an engaged tone', repeated(10, dualTone(500, 480, 620), 500)],
    ['the beep of an answering machine', concat(silence(3000), tone(900, 1000), silence(5000))],
    ['the short beep of a recording line', repeated(4, tone(250, 1400), 3000)],
    ['telephone keys', repeated(9, dualTone(120, 770, 1336), 90)],
    ['the calling tone of a fax machine', repeated(5, tone(500, 1100), 3000)],
    ['crackling', repeated(12, noise(400, 2000), 500)],
  ])('%s', (_, samples) => {
    expect(detect(samples)).toMatchObject({ speech: [], snrDb: null });
  });

  const within = (spans: readonly { startMs: number; endMs: number }[], fromMs: number, toMs: number) =>
    spans.reduce((sum, { startMs, endMs }) => sum + Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs)), 0);

  it('speech between two tunes and after a beep is kept whole', () => {
    const talk = voice(6000, { seed: 4 });
    const betweenTunes = detect(concat(music(15_000), talk, music(15_000, { seed: 2 }))).speech;
    expect(within(betweenTunes, 15_000, 21_000)).toBeGreaterThan(5800);
    // Up to 2 s of music beside the speech are kept: the window that decides is that long.
    expect(
      within(betweenTunes, 0, 13_000) + within(betweenTunes, 23_000, 36_000),
      'ms of music that are taken for speech',
    ).toBe(0);
    const afterBeep = detect(concat(tone(900, 1000), silence(600), talk, silence(1000))).speech;
    expect(within(afterBeep, 1500, 7500)).toBeGreaterThan(5900);
    expect(within(afterBeep, 0, 1200), 'ms of the beep that are taken for speech').toBe(0);
  });

  it('speech over music stays', () => {
    const { speech } = detect(mix(conversation(), music(14_000, { amplitude: 1500 })));
    for (const { startMs, endMs } of UTTERANCES) {
      expect(within(speech, startMs, endMs)).toBeGreaterThan(0.95 * (endMs - startMs));
    }
  });

  it('music does not count as noise of the line', () => {
    const plain = detect(mix(concat(conversation(), silence(12_000)), noise(26_000, 3)));
    const played = detect(mix(concat(conversation(), music(12_000)), noise(26_000, 3)));
    expect(plain.snrDb).toBeGreaterThan(40);
    expect(Math.abs((played.snrDb ?? 0) - (plain.snrDb ?? 0))).toBeLessThan(6);
  });
});

describe('the sample calls', () => {
  it.each([
    ['good-call', 'good-call', 0.99],
    ['bad-call', 'bad-call', 0.99],
    ['good-call-phone', 'good-call', 0.95],
  ])('%s: the turns are found almost whole', async (name, reference, minShare) => {
    const decoder = new FfmpegAudioDecoder({ program: await ffmpegForTests() });
    const path = join(repository, 'samples', `${name}.ogg`);
    const { signal } = new AbortController();
    const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 600_000, signal });
    const bytes = await buffer(audio.pcm);
    const { turns } = await sampleReference(reference);
    let [foundMs, spokenMs] = [0, 0];
    for (const channel of [0, 1]) {
      const lane = new Int16Array(bytes.length / 4);
      for (let at = 0; at < lane.length; at++) lane[at] = bytes.readInt16LE(4 * at + 2 * channel);
      const { speech } = detect(lane);
      for (const turn of turns.filter((each) => each.channel === channel)) {
        spokenMs += turn.endMs - turn.startMs;
        for (const { startMs, endMs } of speech) {
          foundMs += Math.max(0, Math.min(endMs, turn.endMs) - Math.max(startMs, turn.startMs));
        }
      }
    }
    expect(foundMs / spokenMs).toBeGreaterThanOrEqual(minShare);
  });
});

describe('long utterances', () => {
  const withoutPause = mix(concat(voice(50_000, { seed: 9 }), silence(1000)), noise(51_000, 10));

  it('are split under 16 s, at quiet points, without a gap', () => {
    const { speech } = detect(withoutPause);
    expect(speech.length).toBeGreaterThanOrEqual(4);
    for (const [index, { startMs, endMs }] of speech.entries()) {
      expect(endMs - startMs).toBeLessThanOrEqual(15_500);
      if (index > 0) expect(startMs).toBe(speech[index - 1]?.endMs);
    }
    expect(speech[0]?.startMs).toBeLessThan(200);
    expect(speech.at(-1)?.endMs).toBeGreaterThan(49_500);
  });

  it('the cut lies in a gap between syllables', () => {
    const { speech } = detect(withoutPause);
    const power = (fromMs: number, toMs: number) =>
      withoutPause.subarray(fromMs * 16, toMs * 16).reduce((sum, sample) => sum + sample * sample, 0) / (toMs - fromMs);
    const overall = power(0, 50_000);
    for (const { endMs } of speech.slice(0, -1)) expect(power(endMs - 10, endMs + 10)).toBeLessThan(overall / 50);
  });
});

it('spans ascend, do not overlap, and stay within the recording', () => {
  const part = fc.oneof(
    fc.integer({ min: 20, max: 3000 }).map((ms) => silence(ms)),
    fc.tuple(fc.integer({ min: 20, max: 4000 }), fc.integer()).map(([ms, seed]) => voice(ms, { seed })),
    fc.integer({ min: 20, max: 2000 }).map((ms) => noise(ms, 200)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const samples = concat(...parts);
      let lastMs = 0;
      for (const { startMs, endMs, levelDb } of detect(samples).speech) {
        expect(startMs).toBeGreaterThanOrEqual(lastMs);
        expect(endMs).toBeGreaterThan(startMs);
        expect(levelDb).toBeGreaterThan(-60);
        lastMs = endMs;
      }
      expect(lastMs).toBeLessThanOrEqual(Math.round(samples.length / 16));
    }),
    { numRuns: 25 },
  );
});
