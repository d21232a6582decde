import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { measurePcm } from '../../../src/speech/listening/measure-pcm.js';
import { itInWhole } from '../../gates/it-in-whole.js';
import {
  bytesOf,
  concat,
  encodeAs,
  encodeWith,
  ffmpegForTests,
  interleave,
  mix,
  noise,
  type Samples,
  silence,
  voice,
  wav,
} from '../../support/audio/audio-fixtures.js';

let folder: string;
let counter = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measure-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function workDir(): Promise<string> {
  const own = join(folder, String(counter++));
  await mkdir(own);
  return own;
}

/** Interleaved samples as a decoder delivers them, in pieces that may end within a sample. */
function decoded(channels: readonly Samples[], chunk = 4999) {
  const bytes = bytesOf(interleave(channels));
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };
  const report = Promise.resolve({ damaged: false });
  return { channels: channels.length, tracks: 1, pcm: Readable.from(pieces()), report };
}

async function measured(channels: readonly Samples[], chunk?: number) {
  const dir = await workDir();
  return { dir, measurement: await measurePcm(decoded(channels, chunk), dir) };
}

const line = (samples: Samples, seed: number) => mix(samples, noise(samples.length / 16, 4, seed));
const AGENT = concat(
  silence(500),
  voice(3000, { seed: 1, pitchHz: 120 }),
  silence(4500),
  voice(2000, { seed: 2, pitchHz: 120 }),
  silence(1000),
);
const CUSTOMER = concat(silence(4000), voice(3500, { seed: 3, pitchHz: 210 }), silence(3500));
const TOTAL_MS = 11_000;

describe('layouts', () => {
  it('stereo: one party on each channel, each with its own file', async () => {
    const pair = [line(AGENT, 1), line(CUSTOMER, 2)];
    const { dir, measurement } = await measured(pair);
    expect(measurement).toMatchObject({ durationMs: TOTAL_MS, sourceChannels: 2, layout: 'stereo', damaged: false });
    expect(measurement.tracks.map(({ channel, file, speech }) => [channel, file, speech.length])).toEqual([
      [0, 'channel-0.pcm', 2],
      [1, 'channel-1.pcm', 1],
    ]);
    for (const channel of [0, 1]) {
      expect(await readFile(join(dir, `channel-${channel}.pcm`))).toHaveBytes(bytesOf(pair[channel] as Samples));
    }
  });

  it.each([
    ['the same samples twice', 1, 0],
    ['one of them quieter', 0.3, 0],
    ['one of them with its sign inverted', -1, 0],
    ['one of them half a millisecond late', 0.8, 8],
  ])('dual mono, %s: one mono track, from the louder channel', async (_, gain, delay) => {
    const both = line(mix(AGENT, CUSTOMER), 1);
    const copy = mix(new Int16Array(both.length), concat(new Int16Array(delay), both), gain);
    const { dir, measurement } = await measured([copy, both]);
    expect(measurement).toMatchObject({
      layout: 'dual-mono',
      sourceChannels: 2,
      tracks: [{ channel: null, file: 'mono.pcm' }],
    });
    expect(measurement.tracks[0]?.speech, 'stretches of speech, of three utterances').toHaveLength(3);
    expect(await readdir(dir)).toEqual(['mono.pcm']);
    if (Math.abs(gain) < 1) expect(await readFile(join(dir, 'mono.pcm'))).toHaveBytes(bytesOf(both));
  });

  it('dual mono is known after a lossy stereo codec, too', async () => {
    const dir = await workDir();
    const both = line(mix(AGENT, CUSTOMER), 1);
    const path = await encodeAs(wav([both, both]), await workDir(), 'ogg');
    const decoder = new FfmpegAudioDecoder({ program: await ffmpegForTests() });
    const { signal } = new AbortController();
    const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 60_000, signal });
    expect((await measurePcm(audio, dir)).layout).toBe('dual-mono');
  });

  it.each([
    ['digital silence', silence(TOTAL_MS)],
    ['line noise', noise(TOTAL_MS, 5, 7)],
  ])('one channel holds %s: the other is kept, with its number', async (_, quiet) => {
    const { dir, measurement } = await measured([quiet, line(CUSTOMER, 2)]);
    expect(measurement).toMatchObject({ layout: 'one-silent', tracks: [{ channel: 1, file: 'channel-1.pcm' }] });
    expect(await readdir(dir)).toEqual(['channel-1.pcm']);
  });

  it('crosstalk of each voice in the other channel is not speech there', async () => {
    const { measurement } = await measured([mix(line(AGENT, 1), CUSTOMER, 0.12), mix(line(CUSTOMER, 2), AGENT, 0.12)]);
    expect(measurement.layout).toBe('stereo');
    expect(measurement.tracks.map(({ speech }) => speech.length)).toEqual([2, 1]);
  });

  it('a channel with nothing but crosstalk counts as silent', async () => {
    const { measurement } = await measured([line(AGENT, 1), mix(noise(TOTAL_MS, 20, 2), AGENT, 0.06)]);
    expect(measurement).toMatchObject({ layout: 'one-silent', tracks: [{ channel: 0 }] });
  });

  it('speech of both at the same time stays, also where one of them speaks softly', async () => {
    const soft = concat(silence(1000), voice(1500, { seed: 8, pitchHz: 220, amplitude: 2200 }), silence(8500));
    const { measurement } = await measured([line(AGENT, 1), line(soft, 2)]);
    expect(measurement.tracks.map(({ speech }) => speech.length)).toEqual([2, 1]);
  });

  it('mono is one track, and so are more than two channels, mixed', async () => {
    const one = await measured([line(AGENT, 1)]);
    expect(one.measurement).toMatchObject({ layout: 'mono', sourceChannels: 1, durationMs: TOTAL_MS });
    const many = await measured([AGENT, CUSTOMER, silence(TOTAL_MS), silence(TOTAL_MS)]);
    expect(many.measurement).toMatchObject({ layout: 'mono', sourceChannels: 4, durationMs: TOTAL_MS });
    expect(many.measurement.tracks).toMatchObject([{ channel: null, file: 'mono.pcm' }]);
    expect(many.measurement.tracks[0]?.speech, 'stretches of speech, of three utterances').toHaveLength(3);
    expect((await stat(join(many.dir, 'mono.pcm'))).size, 'bytes of the mono file').toBe(TOTAL_MS * 32);
  });

  it('silence on both channels: no speech, one track', async () => {
    const { measurement } = await measured([silence(2000), silence(2000)]);
    expect(measurement).toMatchObject({ durationMs: 2000, tracks: [{ channel: null, speech: [], snrDb: null }] });
  });
});

describe('counting', () => {
  it('is exact, rounds to the millisecond, and does not depend on chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 20_000 }),
        async (length, channels, chunk) => {
          const lanes = Array.from({ length: channels }, (_, seed) => noise(length / 16, 300, seed).slice(0, length));
          const { measurement } = await measured(lanes, chunk);
          expect(measurement.durationMs).toBe(Math.round((lanes[0]?.length ?? 0) / 16));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('silence takes no space on the disk, and is read back as zeros', async () => {
    const lane = concat(silence(60_000), voice(2000), silence(60_000));
    const { dir, measurement } = await measured([lane], 65_536);
    const path = join(dir, 'mono.pcm');
    expect(await readFile(path)).toHaveBytes(bytesOf(lane));
    const { size, blocks } = await stat(path);
    expect(size).toBe(lane.byteLength);
    expect(blocks * 512).toBeLessThan(lane.byteLength / 4);
    expect(measurement.tracks[0]?.speech, 'stretches of speech between two silences').toHaveLength(1);
  });

  it('passes on the report and the error of the decoder', async () => {
    const audio = { ...decoded([AGENT]), report: Promise.resolve({ damaged: true }) };
    expect((await measurePcm(audio, await workDir())).damaged, 'the recording counts as damaged').toBe(true);
    const error = new ProviderError('broken', { retryable: false });
    const report = Promise.reject(error);
    report.catch(() => undefined);
    const failing = { ...decoded([AGENT]), report };
    await expect(measurePcm(failing, await workDir())).rejects.toBe(error);
  });

  it('ends the decoder where the samples have no place', async () => {
    const audio = decoded([AGENT]);
    const missing = join(folder, 'gone');
    await expect(measurePcm(audio, missing)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(audio.pcm.destroyed, 'the decoder is told to stop').toBe(true);
  });

  it('comes back from a checkpoint as it was', async () => {
    const { measurement } = await measured([line(AGENT, 1), line(CUSTOMER, 2)]);
    expect(JSON.parse(JSON.stringify(measurement))).toEqual(measurement);
  });
});

describe('long recordings', () => {
  const HOURS = 1;

  itInWhole('memory does not grow with the length, on disk as in the decoder', async () => {
    const source = wav([line(AGENT, 1), line(CUSTOMER, 2)]);
    const samples = HOURS * 3_600_000 * 16;
    const args = ['-c:a', 'flac', '-compression_level', '0', '-af', `apad=whole_len=${samples}`];
    const path = await encodeWith(source, await workDir(), 'long.flac', args);
    const dir = await workDir();
    const decoder = new FfmpegAudioDecoder({ program: await ffmpegForTests() });
    const { signal } = new AbortController();
    const before = process.memoryUsage().rss;
    const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 2 * HOURS * 3_600_000, signal });
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const measurement = await measurePcm(audio, dir).finally(() => clearInterval(watch));
    expect(measurement.durationMs, 'ms of the long recording').toBe(HOURS * 3_600_000);
    expect(measurement.tracks.map(({ speech }) => speech.length)).toEqual([2, 1]);
    // 230 MB of samples pass through; the limit leaves room for garbage that is not collected yet.
    expect(peak - before).toBeLessThan(60 * 2 ** 20);
  });
});
