// Keys of telephones over speech, and calls without any. [whole]
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FfmpegAudioDecoder } from '../../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { keyRuns } from '../../../../src/speech/listening/keys/key-runs.js';
import { KeyToneFinder } from '../../../../src/speech/listening/keys/key-tones.js';
import type { Measurement } from '../../../../src/speech/listening/measure-pcm.js';
import { measurePcm } from '../../../../src/speech/listening/measure-pcm.js';
import {
  concat,
  dualTone,
  encodeWith,
  ffmpegForTests,
  mix,
  music,
  noise,
  randomFrom,
  repeated,
  type Samples,
  silence,
  tone,
  voice,
  wav,
} from '../../../support/audio/audio-fixtures.js';

let folder: string;
let decoder: FfmpegAudioDecoder;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
  decoder = new FfmpegAudioDecoder({ program: await ffmpegForTests() });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  const path = join(folder, String(files++));
  await mkdir(path);
  return path;
}

async function storeFile(bytes: Buffer): Promise<string> {
  const path = join(await newFolder(), 'recording');
  await writeFile(path, bytes);
  return path;
}

const LOW = [697, 770, 852, 941];
const HIGH = [1209, 1336, 1477, 1633];
const PHONE_HZ = 8000;

async function measured(path: string, findKeys = true): Promise<Measurement> {
  const { signal } = new AbortController();
  const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 3_600_000, signal });
  return measurePcm(audio, await newFolder(), { findKeys });
}

async function speechOf(name: string, rate: number): Promise<Samples> {
  const path = await encodeWith(await readFile(join('samples', name)), await newFolder(), 'speech.raw', [
    ...['-ac', '1', '-ar', String(rate), '-f', 's16le'],
  ]);
  const bytes = await readFile(path);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
}

/** Root mean square of what is not silence. */
function levelOf(samples: Samples): number {
  const loud = samples.filter((sample) => Math.abs(sample) > 200);
  return Math.sqrt(loud.reduce((sum, sample) => sum + sample * sample, 0) / loud.length);
}

interface Planted {
  readonly samples: Samples;
  readonly startMs: number;
  readonly endMs: number;
}

/** A stretch of the speech with a run of keys, each with a rise of 2 ms, as fast or as slow as people and machines press. */
function withKeys(speech: Samples, overSpeechDb: number, seed: number): Planted {
  const random = randomFrom(seed);
  const count = 3 + Math.floor(random() * 14);
  const [onMs, offMs] = [50 + Math.floor(random() * 120), 50 + Math.floor(random() * 350)];
  const startMs = 1000 + Math.floor(random() * 1000);
  const endMs = startMs + count * (onMs + offMs) - offMs;
  const perMs = PHONE_HZ / 1000;
  const from = Math.floor(random() * (speech.length - (endMs + 2000) * perMs));
  const samples = speech.slice(from, from + (endMs + 2000) * perMs);
  const amplitude = levelOf(speech) * 10 ** (overSpeechDb / 20);
  const twist = 10 ** ((random() * 6 - 3) / 40);
  for (let key = 0; key < count; key++) {
    const [low, high] = [LOW[Math.floor(random() * 4)] as number, HIGH[Math.floor(random() * 3)] as number];
    const first = (startMs + key * (onMs + offMs)) * perMs;
    for (let at = 0; at < onMs * perMs; at++) {
      const rise = Math.min(1, at / (2 * perMs), (onMs * perMs - at) / (2 * perMs));
      const wave =
        Math.sin((2 * Math.PI * low * at) / PHONE_HZ) * twist + Math.sin((2 * Math.PI * high * at) / PHONE_HZ) / twist;
      samples[first + at] = Math.max(-32_768, Math.min(32_767, (samples[first + at] ?? 0) + rise * amplitude * wave));
    }
  }
  return { samples, startMs, endMs };
}

describe('40 telephone recordings', () => {
  it('every run of keys is found, from its first key to its last, at 0 to 20 dB over speech', async () => {
    const voices = [await speechOf('good-call-phone.ogg', PHONE_HZ), await speechOf('bad-call.ogg', PHONE_HZ)];
    const missed: string[] = [];
    for (let at = 0; at < 40; at++) {
      const overSpeechDb = [0, 5, 10, 15, 20][at % 5] as number;
      const { samples, startMs, endMs } = withKeys(voices[at % 2] as Samples, overSpeechDb, at + 1);
      const { keys = [] } = await measured(await storeFile(wav([samples], PHONE_HZ)));
      const [run] = keys;
      // What is muted reaches 250 ms further on both sides.
      const isWhole = run !== undefined && run.startMs <= startMs + 60 && run.endMs >= endMs - 60;
      // A voice may sound like one more key within the pause that a run may have: more is muted then, not less.
      const isClose = run !== undefined && run.startMs >= startMs - 4500 && run.endMs <= endMs + 4500;
      if (keys.length !== 1 || !isWhole || !isClose) {
        missed.push(`${at} at ${overSpeechDb} dB, ${startMs} to ${endMs}: ${JSON.stringify(keys)}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

const find = (samples: Samples) => {
  const finder = new KeyToneFinder();
  finder.push(samples);
  return keyRuns([finder.finish()], { hasChannels: false, durationMs: samples.length / 16 });
};
const press = (keys: readonly (readonly [number, number])[], onMs = 80, offMs = 120) =>
  concat(...keys.map(([low, high]) => concat(dualTone(onMs, LOW[low] ?? 0, HIGH[high] ?? 0), silence(offMs))));

describe('a run', () => {
  const KEYS = [
    [0, 0],
    [1, 1],
    [3, 1],
  ] as const;

  it('is three keys or more, of which it tells the times and the number alone', () => {
    expect(find(concat(silence(1000), press(KEYS), silence(1000)))).toEqual([
      { channel: null, startMs: expect.closeTo(1000, -2), endMs: expect.closeTo(1480, -2), keys: 3 },
    ]);
    expect(find(concat(silence(1000), press(KEYS.slice(1)), silence(5000), press(KEYS.slice(1))))).toEqual([]);
  });

  it('counts a key that is pressed again, and one that is held once', () => {
    expect(
      find(
        concat(
          press([
            [2, 2],
            [2, 2],
            [2, 2],
          ]),
          silence(500),
        ),
      ),
    ).toMatchObject([{ keys: 3 }]);
    expect(find(concat(press([[2, 2]], 3000), silence(500)))).toEqual([]);
  });

  it('goes on over the pauses in which a person looks at the card', () => {
    expect(
      find(concat(press(KEYS), silence(2700), press(KEYS), silence(4000), press(KEYS), silence(100))),
    ).toMatchObject([{ keys: 6 }, { keys: 3 }]);
  });

  it.each([40, 50, 65])('is found where each key lasts %i ms only', (onMs) => {
    expect(find(concat(press(KEYS, onMs, 40), silence(500)))).toMatchObject([{ keys: 3 }]);
  });

  it('does not depend on how the samples arrive', () => {
    const samples = mix(concat(silence(333), press([...KEYS, ...KEYS]), silence(500)), voice(3000));
    const finder = new KeyToneFinder();
    for (let at = 0, size = 1; at < samples.length; at += size, size = (size * 7) % 1000)
      finder.push(samples.subarray(at, at + size));
    expect(keyRuns([finder.finish()], { hasChannels: false, durationMs: 60_000 })).toEqual(find(samples));
  });
});

describe('the measuring pass', () => {
  const pressed = concat(
    silence(1000),
    press([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 1],
    ]),
    silence(3000),
  );
  const spoken = voice(pressed.length / 16, { seed: 2 });

  it('tells the channel on which the keys were pressed, and nothing where it is not asked', async () => {
    const path = await storeFile(wav([mix(spoken, noise(4800, 10, 3)), mix(pressed, noise(4800, 10, 4))]));
    expect((await measured(path)).keys).toMatchObject([{ channel: 1, keys: 4 }]);
    expect(await measured(path, false)).not.toHaveProperty('keys');
  });

  it('tells keys that both channels hold once', async () => {
    const path = await storeFile(
      wav([mix(pressed, spoken), mix(mix(pressed, noise(4800, 10, 4)), voice(4800, { seed: 5 }), 0.1)]),
    );
    expect((await measured(path)).keys).toMatchObject([{ keys: expect.any(Number) }]);
  });
});

describe('200 calls without keys', () => {
  it('have no run', async () => {
    const calls: Samples[] = [];
    for (const name of ['good-call.ogg', 'bad-call.ogg', 'good-call-phone.ogg']) {
      const samples = await speechOf(name, 16_000);
      for (let at = 0; at + 192_000 <= samples.length; at += 192_000) calls.push(samples.slice(at, at + 192_000));
    }
    const line = (samples: Samples, seed: number) => mix(samples, noise(samples.length / 16, 30, seed));
    const ring = repeated(4, dualTone(1000, 440, 480), 2000);
    const busy = repeated(20, dualTone(250, 480, 620), 250);
    const fault = repeated(4, concat(tone(330, 950), tone(330, 1400), tone(330, 1800)), 1000);
    const fax = repeated(4, tone(500, 1100), 3000);
    calls.push(ring, busy, fault, fax, dualTone(10_000, 350, 440), tone(10_000, 1209), tone(10_000, 697));
    const voices = Array.from({ length: 24 }, (_, at) => voice(12_000, { seed: at, pitchHz: 85 + 8 * at }));
    const tunes = Array.from({ length: 6 }, (_, at) => music(12_000, { seed: at, amplitude: 3000 + 1000 * at }));
    for (let at = 0; calls.length < 200; at++) {
      const one = voices[at % 24] as Samples;
      const beside = (at % 4 === 0 ? tunes[at % 6] : voices[(at * 7 + 5) % 24]) as Samples;
      const shift = 997 * at;
      calls.push(
        line(
          mix(concat(one.subarray(shift % 64_000), one.subarray(0, shift % 64_000)), beside, [0.1, 0.5, 1][at % 3]),
          at,
        ),
      );
    }
    calls.splice(194, 6, ...tunes);
    expect(calls.length, 'calls without keys').toBe(200);
    expect(calls.flatMap((samples, at) => find(samples).map((run) => ({ at, ...run })))).toEqual([]);
  });
});
