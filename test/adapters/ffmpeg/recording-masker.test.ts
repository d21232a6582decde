// Recordings with muted stretches, in every format: as long to the sample, and with nothing else of the original. [whole]
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { FfmpegRecordingMasker } from '../../../src/adapters/ffmpeg/masking/ffmpeg.recording-masker.js';
import type { MaskRequest, RecordingFormat } from '../../../src/ports/recording-masker.js';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import {
  encodeWith,
  gsmWav,
  NINE_FORMATS,
  type Samples,
  tone,
  voice,
  wav,
} from '../../support/audio/audio-fixtures.js';
import { failureOf, useDecoder } from '../../support/audio/decoder-fixture.js';

const { newFolder, storeFile, decoder, program } = useDecoder();

/** No whole number of the frames of any codec. */
const TOTAL_MS = 6_237;
const SPANS: readonly SpeechSpan[] = [
  { startMs: 0, endMs: 350 },
  { startMs: 1_500, endMs: 2_251 },
  { startMs: 4_000, endMs: 4_013 },
];
/** Lossy codecs smear over so much; what is left is not heard. */
const SMEAR_MS = 35;

const speech = (rate: number, seed: number) => voice(TOTAL_MS, { sampleRate: rate, seed, pitchHz: 100 + 40 * seed });
const masker = () => new FfmpegRecordingMasker({ program: program() });

async function decoded(path: string, sampleRate = 16_000) {
  const { signal } = new AbortController();
  const audio = await decoder().decode({ path, sampleRate, maxDurationMs: 36_000_000, signal });
  const bytes = await buffer(audio.pcm);
  const { damaged } = await audio.report;
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const channels = Array.from({ length: audio.channels }, (_each, channel) =>
    samples.filter((_sample, at) => at % audio.channels === channel),
  );
  return { channels, frames: samples.length / audio.channels, tracks: audio.tracks, damaged };
}

async function masked(path: string, format: RecordingFormat, options: Partial<MaskRequest> = {}) {
  const { frames } = await decoded(path);
  const outputPath = join(dirname(path), 'masked');
  const made = await masker().mask({
    path,
    format,
    durationMs: Math.round(frames / 16),
    spans: SPANS,
    audio: 'silence',
    outputPath,
    signal: new AbortController().signal,
    ...options,
  });
  return { ...made, path: outputPath };
}

const loudest = (samples: Samples) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
const within = (samples: Samples, { startMs, endMs }: SpeechSpan, rate: number, inset = 0) =>
  samples.subarray(Math.ceil(((startMs + inset) * rate) / 1000), Math.floor(((endMs - inset) * rate) / 1000));

/** What is not muted, and a little away from what is. */
const outside = (samples: Samples, rate: number) => {
  const gaps = SPANS.map(({ endMs }, at) => ({ startMs: endMs, endMs: SPANS[at + 1]?.startMs ?? TOTAL_MS - 40 }));
  return gaps.map((gap) => within(samples, gap, rate, SMEAR_MS));
};

/** Signal to error, in dB. */
function likeness(original: readonly Samples[], copy: readonly Samples[]): number {
  let [signal, error] = [0, 0];
  for (const [part, samples] of original.entries()) {
    for (const [at, sample] of samples.entries()) {
      signal += sample * sample;
      error += (sample - (copy[part]?.[at] ?? 0)) ** 2;
    }
  }
  return error === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10(signal / error);
}

interface Case {
  readonly name: string;
  readonly format: RecordingFormat;
  readonly rate: number;
  readonly args: readonly string[];
  /** Of the sound outside, in dB. */
  readonly likeness: number;
}

const LOSSY = 12;
const CASES: readonly Case[] = [
  // `mpga` is another name of `mpeg`.
  ...NINE_FORMATS.filter(({ name }) => name !== 'mpga').map(
    ({ name, reported, args }): Case => ({
      name,
      format: reported,
      rate: name === 'ogg' || name === 'webm' ? 48_000 : name === 'mpeg' ? 44_100 : 16_000,
      args: name === 'mp4' ? [...args, '-f', 'mp4'] : args,
      likeness: name === 'wav' || name === 'flac' ? Number.POSITIVE_INFINITY : LOSSY,
    }),
  ),
  ...(['pcm_mulaw', 'pcm_alaw', 'pcm_u8'] as const).map(
    (codec): Case => ({
      name: `wav of ${codec}`,
      format: 'wav',
      rate: 8000,
      args: ['-c:a', codec, '-f', 'wav'],
      likeness: Number.POSITIVE_INFINITY,
    }),
  ),
  { name: 'wav of 24 bits', format: 'wav', rate: 44_100, args: ['-c:a', 'pcm_s24le', '-f', 'wav'], likeness: 60 },
  { name: 'wav of floats', format: 'wav', rate: 48_000, args: ['-c:a', 'pcm_f32le', '-f', 'wav'], likeness: 60 },
  { name: 'wav of ADPCM', format: 'wav', rate: 8000, args: ['-c:a', 'adpcm_ima_wav', '-f', 'wav'], likeness: 60 },
  {
    name: 'mp3 of 8 kHz',
    format: 'mp3',
    rate: 8000,
    args: ['-c:a', 'libmp3lame', '-b:a', '32k', '-f', 'mp3'],
    likeness: LOSSY,
  },
  {
    name: 'm4a of 44.1 kHz',
    format: 'm4a',
    rate: 44_100,
    args: ['-c:a', 'aac', '-b:a', '96k', '-f', 'ipod'],
    likeness: LOSSY,
  },
  {
    name: 'm4a of 8 kHz',
    format: 'm4a',
    rate: 8000,
    args: ['-c:a', 'aac', '-b:a', '48k', '-f', 'ipod'],
    likeness: LOSSY,
  },
  {
    name: 'ogg of Vorbis',
    format: 'ogg',
    rate: 8000,
    args: ['-c:a', 'libvorbis', '-q:a', '5', '-f', 'ogg'],
    likeness: LOSSY,
  },
  { name: 'ogg of FLAC', format: 'ogg', rate: 48_000, args: ['-c:a', 'flac', '-f', 'ogg'], likeness: LOSSY },
  {
    name: 'webm of Vorbis',
    format: 'webm',
    rate: 48_000,
    args: ['-c:a', 'libvorbis', '-q:a', '5', '-f', 'webm'],
    likeness: LOSSY,
  },
  {
    name: 'matroska of samples',
    format: 'webm',
    rate: 48_000,
    args: ['-c:a', 'pcm_s16le', '-f', 'matroska'],
    likeness: LOSSY,
  },
];

describe.each(CASES)('$name', ({ name, format, rate, args, likeness: least }) => {
  it.each(NINE_FORMATS.some((each) => each.name === name) ? [1, 2] : [2])(
    'is as long to the sample, silent in the spans and the same outside: channels: %i',
    async (count) => {
      const source = wav([speech(rate, 1), speech(rate, 2)].slice(0, count), rate);
      const path = await encodeWith(source, await newFolder(), `recording.${name.replaceAll(' ', '-')}`, args);
      const result = await masked(path, format);
      expect(result.format).toBe(format);
      expect(result.sizeBytes).toBe((await readFile(result.path)).length);

      const original = await decoded(path, rate);
      const copy = await decoded(result.path, rate);
      expect(copy.damaged, 'the rendition counts as damaged').toBe(false);
      expect([copy.frames, copy.channels.length, copy.tracks]).toEqual([original.frames, count, 1]);
      for (const [channel, samples] of copy.channels.entries()) {
        const inset = least > 50 ? 0 : SMEAR_MS;
        for (const span of SPANS) expect(loudest(within(samples, span, rate, inset))).toBeLessThan(least > 50 ? 9 : 40);
        const before = original.channels[channel] as Samples;
        expect(likeness(outside(before, rate), outside(samples, rate))).toBeGreaterThanOrEqual(least);
      }
      expect((await decoded(result.path)).frames, 'samples at 16 kHz').toBe((await decoded(path)).frames);
    },
  );
});

describe('recordings that are not simple', () => {
  it('two tracks of one channel each become the two channels that were heard, at their times', async () => {
    const folder = await newFolder();
    const second = join(folder, 'second.wav');
    await writeFile(second, wav([speech(16_000, 2)]));
    const late = ['-itsoffset', '0.75', '-i', second, '-map', '0:a', '-map', '1:a', '-c:a', 'aac'];
    const path = await encodeWith(wav([speech(16_000, 1)]), folder, 'two.m4a', late);
    const original = await decoded(path);
    expect([original.tracks, original.channels.length]).toEqual([2, 2]);

    const result = await masked(path, 'm4a');
    const copy = await decoded(result.path);
    expect([result.format, copy.tracks, copy.channels.length, copy.frames]).toEqual(['m4a', 1, 2, original.frames]);
    for (const [channel, samples] of copy.channels.entries()) {
      for (const span of SPANS) expect(loudest(within(samples, span, 16_000, SMEAR_MS))).toBeLessThan(40);
      const before = original.channels[channel] as Samples;
      expect(likeness(outside(before, 16_000), outside(samples, 16_000))).toBeGreaterThan(LOSSY);
    }
  });

  it('pictures, further tracks, tags, chapters and comments are left out', async () => {
    const folder = await newFolder();
    const [spoken, notes] = [join(folder, 'other.wav'), join(folder, 'notes.txt')];
    await writeFile(spoken, wav([speech(16_000, 3)]));
    await writeFile(
      notes,
      ';FFMETADATA1\ntitle=SECRET\ncomment=SECRET\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=SECRET\n',
    );
    const further = [
      '-f',
      'lavfi',
      '-i',
      'testsrc=duration=6:size=64x64:rate=5',
      '-i',
      spoken,
      '-i',
      spoken,
      '-i',
      notes,
    ];
    const maps = [
      '-map',
      '1:v',
      '-map',
      '0:a',
      '-map',
      '2:a',
      '-map',
      '3:a',
      '-map_metadata',
      '4',
      '-map_chapters',
      '4',
    ];
    const args = [...further, ...maps, '-c:v', 'mpeg4', '-c:a', 'aac', '-f', 'mp4'];
    const path = await encodeWith(wav([speech(16_000, 1)]), folder, 'much.mp4', args);
    expect((await readFile(path)).includes('SECRET'), 'the tag is in the file').toBe(true);
    expect((await decoded(path)).tracks).toBe(3);

    const result = await masked(path, 'mp4');
    expect((await readFile(result.path)).includes('SECRET'), 'the tag is in the file').toBe(false);
    expect((await readFile(result.path)).includes('mp4v'), 'the picture').toBe(false);
    expect((await decoded(result.path)).tracks).toBe(1);
  });

  it('what a WAV keeps behind its samples is left out', async () => {
    const note = Buffer.from('LIST\x10\0\0\0INFOICMT\x04\0\0\0CODE', 'latin1');
    const path = await storeFile(Buffer.concat([wav([speech(16_000, 1)]), note]));
    expect((await readFile((await masked(path, 'wav')).path)).includes('CODE'), 'the note is in the file').toBe(false);
  });

  it('GSM of telephone systems becomes samples', async () => {
    const path = await storeFile(gsmWav(160));
    const result = await masked(path, 'wav');
    expect([result.format, (await decoded(result.path)).frames]).toEqual(['wav', (await decoded(path)).frames]);
  });

  it.each([
    [3, 'flac'],
    [6, 'ogg'],
    [6, 'm4a'],
    [8, 'webm'],
  ] as const)('%i channels stay as many, all muted: %s', async (count, format) => {
    const path = await storeFile(
      wav(
        Array.from({ length: count }, (_each, at) => speech(48_000, at)),
        48_000,
      ),
    );
    const args = {
      flac: ['-c:a', 'flac'],
      ogg: ['-c:a', 'libvorbis'],
      m4a: ['-c:a', 'aac'],
      webm: ['-c:a', 'flac', '-f', 'matroska'],
    };
    const source = await encodeWith(await readFile(path), await newFolder(), `several.${format}`, args[format]);
    const original = await decoded(source, 48_000);
    const result = await masked(source, format);
    const copy = await decoded(result.path, 48_000);
    expect([result.format, copy.channels.length, copy.frames]).toEqual([format, count, original.frames]);
    for (const samples of copy.channels) {
      for (const span of SPANS) expect(loudest(within(samples, span, 48_000, SMEAR_MS))).toBeLessThan(100);
      expect(loudest(samples)).toBeGreaterThan(1000);
    }
  });

  it('an mp3 that cannot be as long becomes Ogg/Opus', async () => {
    // The last frame of so many samples holds less than decoders cut off.
    const samples = voice(4000, { sampleRate: 48_000 }).slice(0, 144_001);
    const path = await encodeWith(wav([samples], 48_000), await newFolder(), 'odd.flac', ['-c:a', 'flac']);
    const result = await masked(path, 'mp3', { spans: SPANS.slice(0, 2) });
    expect(result.format).toBe('ogg');
    expect((await decoded(result.path, 48_000)).frames).toBe(144_001);
  });

  it('thousands of spans', async () => {
    const spans = Array.from({ length: 3000 }, (_each, at) => ({ startMs: 2 * at, endMs: 2 * at + 1 }));
    const path = await storeFile(wav([tone(TOTAL_MS, 400)]));
    const { channels } = await decoded((await masked(path, 'wav', { spans })).path);
    const samples = channels[0] as Samples;
    for (const span of spans) expect(loudest(within(samples, span, 16_000))).toBe(0);
    expect(
      spans.filter(({ endMs }) => loudest(samples.subarray(endMs * 16, endMs * 16 + 16)) > 0).length,
    ).toBeGreaterThan(2900);
  });
});

describe('what cannot be masked', () => {
  const path = () => storeFile(wav([speech(16_000, 1)]));
  const left = async (file: string) => (await readdir(dirname(file))).filter((name) => name !== 'recording');

  it.each([
    ['lies behind the end', [{ startMs: 6000, endMs: TOTAL_MS + 1 }]],
    ['begins before the recording', [{ startMs: -1, endMs: 10 }]],
    ['has no length', [{ startMs: 10, endMs: 10 }]],
    ['has no times', [{ startMs: Number.NaN, endMs: 10 }]],
    [
      'overlaps another',
      [
        { startMs: 10, endMs: 30 },
        { startMs: 20, endMs: 40 },
      ],
    ],
  ])('a span that %s', async (_name, spans) => {
    const file = await path();
    const failure = await failureOf(masked(file, 'wav', { spans }));
    expect([failure.retryable, failure.message]).toEqual([
      false,
      'A stretch to be masked does not lie in the recording',
    ]);
    expect(await left(file)).toEqual([]);
  });

  it.each([-50, 50])('a recording that is not as long as it was measured: by %i ms', async (byMs) => {
    const file = await path();
    const failure = await failureOf(masked(file, 'wav', { durationMs: TOTAL_MS + byMs, spans: SPANS }));
    expect([failure.retryable, failure.message]).toEqual([false, 'The recording is not as long as it was measured']);
    expect(await left(file)).toEqual([]);
  });

  it('a file without sound', async () => {
    const file = await storeFile('no sound');
    const request = { path: file, format: 'wav', durationMs: 1000, spans: [], audio: 'tone' } as const;
    const { signal } = new AbortController();
    const failure = await failureOf(masker().mask({ ...request, outputPath: join(dirname(file), 'masked'), signal }));
    expect(failure).toMatchObject({ retryable: false, code: 'not_audio' });
    expect(await left(file)).toEqual([]);
  });

  it('an encoder that fails, or writes something else', async () => {
    for (const end of ['exit 1', `for last; do :; done; cat >/dev/null; head -c 100000 recording > "$last"; exit 0`]) {
      const file = await path();
      // Decodes as the real one does.
      const script = `case "$*" in *s16le*pipe:0*) ${end};; *) exec ${program()} "$@";; esac`;
      const broken = await storeFile(`#!/bin/sh\n${script}\n`, 'ffmpeg');
      await chmod(broken, 0o755);
      const mask = new FfmpegRecordingMasker({ program: broken });
      const { signal } = new AbortController();
      const outputPath = join(dirname(file), 'masked');
      const request = { path: file, format: 'wav', durationMs: TOTAL_MS, spans: SPANS, audio: 'tone' } as const;
      const failure = await failureOf(mask.mask({ ...request, outputPath, signal }));
      expect(failure.message).toBe('The recording could not be masked');
      expect(await left(file)).toEqual([]);
    }
  });

  it('nothing once it is aborted', async () => {
    const file = await path();
    const reason = new Error('stop');
    const aborted = masked(file, 'wav', { signal: AbortSignal.abort(reason) });
    await expect(aborted).rejects.toBe(reason);
    const stopping = new AbortController();
    const running = masked(file, 'wav', { signal: stopping.signal });
    setImmediate(() => stopping.abort(reason));
    await expect(running).rejects.toBe(reason);
    expect(await left(file)).toEqual([]);
  });
});
