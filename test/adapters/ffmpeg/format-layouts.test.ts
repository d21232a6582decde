// Every accepted format with every channel layout it can hold, through the decoder and the measuring pass. [whole]
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import type { ChannelLayout } from '../../../src/speech/listening/channel-layout.js';
import { measurePcm } from '../../../src/speech/listening/measure-pcm.js';
import {
  concat,
  ffmpegForTests,
  mix,
  NINE_FORMATS,
  noise,
  type Samples,
  silence,
  voice,
  wav,
} from '../../support/audio/audio-fixtures.js';

const TOTAL_MS = 8000;
const AGENT_SPEAKS: SpeechSpan = { startMs: 500, endMs: 3000 };
const CUSTOMER_SPEAKS: SpeechSpan = { startMs: 4000, endMs: 7000 };
const both = [AGENT_SPEAKS, CUSTOMER_SPEAKS];

const speaking = ({ startMs, endMs }: SpeechSpan, seed: number, pitchHz: number) =>
  concat(silence(startMs), voice(endMs - startMs, { seed, pitchHz }), silence(TOTAL_MS - endMs));
const line = (samples: Samples, seed: number) => mix(samples, noise(TOTAL_MS, 3, seed));
const AGENT = speaking(AGENT_SPEAKS, 1, 120);
const CUSTOMER = speaking(CUSTOMER_SPEAKS, 2, 210);
const CALL = line(mix(AGENT, CUSTOMER), 1);

interface Layout {
  readonly name: string;
  readonly channels: readonly Samples[];
  readonly expected: ChannelLayout;
  /** Who speaks when on each track that is to be left. */
  readonly tracks: readonly { readonly channel: number | null; readonly speech: readonly SpeechSpan[] }[];
}

const LAYOUTS: readonly Layout[] = [
  { name: 'mono', channels: [CALL], expected: 'mono', tracks: [{ channel: null, speech: both }] },
  {
    name: 'one party on each channel',
    channels: [line(AGENT, 1), line(CUSTOMER, 2)],
    expected: 'stereo',
    tracks: [
      { channel: 0, speech: [AGENT_SPEAKS] },
      { channel: 1, speech: [CUSTOMER_SPEAKS] },
    ],
  },
  { name: 'dual mono', channels: [CALL, CALL], expected: 'dual-mono', tracks: [{ channel: null, speech: both }] },
  {
    name: 'one silent channel',
    channels: [silence(TOTAL_MS), CALL],
    expected: 'one-silent',
    tracks: [{ channel: 1, speech: both }],
  },
  {
    name: 'each party leaking into the other channel',
    channels: [mix(line(AGENT, 1), CUSTOMER, 0.15), mix(line(CUSTOMER, 2), AGENT, 0.15)],
    expected: 'stereo',
    tracks: [
      { channel: 0, speech: [AGENT_SPEAKS] },
      { channel: 1, speech: [CUSTOMER_SPEAKS] },
    ],
  },
  ...[3, 4, 5, 6, 7, 8].map(
    (count): Layout => ({
      name: `${count} channels`,
      channels: Array.from({ length: count }, (_, at) => [AGENT, CUSTOMER][at] ?? noise(TOTAL_MS, 3, at)),
      expected: 'mono',
      tracks: [{ channel: null, speech: both }],
    }),
  ),
];

/** What several channels are called where an encoder asks for it. */
const SPEAKER_LAYOUTS: Readonly<Record<number, string>> = {
  3: '3.0',
  4: 'quad',
  5: '5.0',
  6: '5.1',
  7: '6.1',
  8: '7.1',
};

/** MPEG audio has two channels at most, and the AAC encoder knows no layout of seven. */
const holds = (format: string, count: number) =>
  count <= 2 || (!['mp3', 'mpeg', 'mpga'].includes(format) && !(count === 7 && ['mp4', 'm4a'].includes(format)));

/** Channel by channel, with bits enough for each: starved of them, old Opus encoders write packets that do not decode. */
const severalChannels = (count: number) => {
  if (count <= 2) return [];
  const map = Array.from({ length: count }, (_, at) => at).join('|');
  return ['-af', `channelmap=${map}:${SPEAKER_LAYOUTS[count]}`, '-b:a', `${32 * count}k`];
};

describe.each(LAYOUTS)('$name', ({ channels, expected, tracks }) => {
  let folder: string;
  let decoder: FfmpegAudioDecoder;
  const formats = NINE_FORMATS.filter(({ name }) => holds(name, channels.length));

  /** All formats by one run of the encoder. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'layouts-'));
    const program = await ffmpegForTests();
    decoder = new FfmpegAudioDecoder({ program });
    await writeFile(join(folder, 'source.wav'), wav(channels));
    const outputs = formats.flatMap(({ name, args }) => [
      ...args,
      ...severalChannels(channels.length),
      join(folder, `recording.${name}`),
    ]);
    const source = ['-nostdin', '-v', 'error', '-i', join(folder, 'source.wav')];
    await promisify(execFile)(program, [...source, ...outputs]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(formats)('$name', async ({ name }) => {
    const { signal } = new AbortController();
    const path = join(folder, `recording.${name}`);
    const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 60_000, signal });
    const workDir = join(folder, `work-${name}`);
    await mkdir(workDir);
    const measured = await measurePcm(audio, workDir);

    expect(measured).toMatchObject({ sourceChannels: channels.length, layout: expected, damaged: false });
    expect(Math.abs(measured.durationMs - TOTAL_MS)).toBeLessThan(80);
    expect(measured.tracks.map(({ channel }) => channel)).toEqual(tracks.map(({ channel }) => channel));
    for (const [index, { speech }] of tracks.entries()) {
      const found = measured.tracks[index]?.speech ?? [];
      expect(found.length, 'stretches of speech that were found').toBe(speech.length);
      for (const [at, { startMs, endMs }] of speech.entries()) {
        expect(Math.abs((found[at]?.startMs ?? 0) - startMs)).toBeLessThan(300);
        expect(Math.abs((found[at]?.endMs ?? 0) - endMs)).toBeLessThan(300);
      }
    }
  });
});
