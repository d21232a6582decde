import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { resolveFfmpeg } from '../../../src/adapters/ffmpeg/resolve-ffmpeg.js';

const run = promisify(execFile);

/** One channel of 16-bit samples. */
export type Samples = Int16Array;

/** Reproducible numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function silence(durationMs: number, sampleRate = 16_000): Samples {
  return new Int16Array(Math.round((durationMs * sampleRate) / 1000));
}

export function tone(durationMs: number, hertz: number, amplitude = 8000, sampleRate = 16_000): Samples {
  return silence(durationMs, sampleRate).map((_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRate));
}

/** White noise with the given root mean square, in units of the 16-bit samples. */
export function noise(durationMs: number, rms: number, seed = 1, sampleRate = 16_000): Samples {
  const random = randomFrom(seed);
  // The sum of four uniform numbers is nearly normal, with variance 1/3.
  return silence(durationMs, sampleRate).map(() =>
    Math.round((random() + random() + random() + random() - 2) * rms * Math.sqrt(3)),
  );
}

export interface VoiceOptions {
  readonly seed?: number;
  readonly pitchHz?: number;
  /** Peak amplitude, in units of the 16-bit samples. */
  readonly amplitude?: number;
  readonly sampleRate?: number;
}

/**
 * A stand-in for speech: harmonics of a gliding pitch under an envelope of three to five syllables a second. A plain tone or a
 * constant pitch would not do, since voice activity detection recognises both as non-speech.
 */
export function voice(durationMs: number, options: VoiceOptions = {}): Samples {
  const { seed = 1, pitchHz = 130, amplitude = 9000, sampleRate = 16_000 } = options;
  const random = randomFrom(seed);
  const samples = silence(durationMs, sampleRate);
  let phase = 0;
  let syllableEnd = 0;
  let syllableStart = 0;
  let strength = 1;
  let pitch = pitchHz;
  for (let i = 0; i < samples.length; i++) {
    if (i >= syllableEnd) {
      syllableStart = i;
      syllableEnd = i + Math.round(sampleRate * (0.2 + 0.13 * random()));
      strength = 0.5 + 0.5 * random();
      pitch = pitchHz * (0.85 + 0.3 * random());
    }
    const through = (i - syllableStart) / (syllableEnd - syllableStart);
    phase += (2 * Math.PI * pitch * (1.06 - 0.12 * through)) / sampleRate;
    const envelope = Math.sin(Math.PI * through) ** 2;
    let wave = 0;
    for (let harmonic = 1; harmonic <= 10; harmonic++) wave += Math.sin(phase * harmonic + harmonic) / harmonic;
    samples[i] = Math.round((amplitude * strength * envelope * wave) / 2.5);
  }
  return samples;
}

/** Two simultaneous tones, as telephone exchanges and keys produce them. */
export function dualTone(durationMs: number, low: number, high: number, amplitude = 5000): Samples {
  return mix(tone(durationMs, low, amplitude), tone(durationMs, high, amplitude));
}

/** The sound and a pause, `count` times. */
export function repeated(count: number, sound: Samples, pauseMs: number): Samples {
  return concat(...Array.from({ length: count }, () => concat(sound, silence(pauseMs))));
}

/**
 * Hold music at 110 beats a minute: four chords over and over, a bass, a tune of struck notes, and a drum of noise on every
 * beat.
 */
export function music(
  durationMs: number,
  options: { readonly seed?: number; readonly amplitude?: number } = {},
): Samples {
  const { seed = 1, amplitude = 6000 } = options;
  const random = randomFrom(seed);
  const samples = silence(durationMs);
  const sum = new Float64Array(samples.length);
  const beat = (16_000 * 60) / 110;
  const hertz = (key: number) => 440 * 2 ** ((key - 69) / 12);
  const play = (fromBeat: number, beats: number, key: number, strength: number) => {
    const from = Math.round(fromBeat * beat);
    const until = Math.min(sum.length, Math.round((fromBeat + beats) * beat));
    for (let at = from; at < until; at++) {
      const seconds = (at - from) / 16_000;
      const envelope = Math.min(1, seconds / 0.01) * Math.exp(-1.5 * seconds) * Math.min(1, (until - at) / 160);
      for (let partial = 1; partial <= 4; partial++) {
        sum[at]! += (strength * envelope * Math.sin(2 * Math.PI * hertz(key) * partial * seconds)) / partial;
      }
    }
  };
  const chords = [
    [60, 64, 67],
    [57, 60, 64],
    [65, 69, 72],
    [55, 59, 62],
  ];
  const tune = [72, 74, 76, 77, 79, 81];
  for (let at = 0; at * beat < sum.length; at++) {
    const chord = chords[Math.floor(at / 4) % chords.length] as number[];
    if (at % 4 === 0) for (const key of chord) play(at, 4, key, 0.5);
    play(at, 1, (chord[0] as number) - 24, 0.6);
    if (random() < 0.8) play(at, 0.9, tune[Math.floor(random() * tune.length)] as number, 0.8);
    const from = Math.round(at * beat);
    for (let i = 0; i < 800 && from + i < sum.length; i++) sum[from + i]! += (random() - 0.5) * Math.exp(-i / 250);
  }
  return samples.map((_, at) => Math.round(Math.max(-32_768, Math.min(32_767, (amplitude * (sum[at] as number)) / 2))));
}

export function concat(...parts: readonly Samples[]): Samples {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The sum of the first signal and the scaled second one, as long as the first. */
export function mix(first: Samples, second: Samples, gain = 1): Samples {
  return first.map((sample, i) => Math.max(-32_768, Math.min(32_767, sample + gain * (second[i] ?? 0))));
}

export function interleave(channels: readonly Samples[]): Samples {
  const length = Math.max(...channels.map((channel) => channel.length));
  const woven = new Int16Array(length * channels.length);
  for (const [offset, channel] of channels.entries()) {
    for (let i = 0; i < channel.length; i++) woven[i * channels.length + offset] = channel[i] ?? 0;
  }
  return woven;
}

export function bytesOf(samples: Samples): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** A WAV header of 44 bytes. The caller may give false sizes. */
export function wavHeader(options: {
  readonly dataBytes: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Format tag, 1 for PCM. */
  readonly tag?: number;
  readonly bitsPerSample?: number;
  readonly blockAlign?: number;
  readonly byteRate?: number;
}): Buffer {
  const bits = options.bitsPerSample ?? 16;
  const blockAlign = options.blockAlign ?? (options.channels * bits) / 8;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE((36 + options.dataBytes) >>> 0, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(options.tag ?? 1, 20);
  header.writeUInt16LE(options.channels, 22);
  header.writeUInt32LE(options.sampleRate, 24);
  header.writeUInt32LE(options.byteRate ?? options.sampleRate * blockAlign, 28);
  header.writeUInt16LE(blockAlign, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(options.dataBytes, 40);
  return header;
}

export function wav(channels: readonly Samples[], sampleRate = 16_000): Buffer {
  const data = bytesOf(interleave(channels));
  return Buffer.concat([wavHeader({ dataBytes: data.length, channels: channels.length, sampleRate }), data]);
}

/** GSM 06.10 as telephone systems write it; no encoder is needed, since any 65 bytes are 320 samples at 8 kHz. */
export function gsmWav(blocks: number): Buffer {
  const data = Buffer.alloc(blocks * 65);
  return Buffer.concat([
    wavHeader({
      dataBytes: data.length,
      channels: 1,
      sampleRate: 8000,
      tag: 0x31,
      bitsPerSample: 0,
      blockAlign: 65,
      byteRate: 1625,
    }),
    data,
  ]);
}

/** The nine formats of the contract, each with an encoder and the format that the service recognises. */
export const NINE_FORMATS = [
  { name: 'flac', reported: 'flac', args: ['-c:a', 'flac'] },
  { name: 'mp3', reported: 'mp3', args: ['-c:a', 'libmp3lame', '-b:a', '96k'] },
  { name: 'mp4', reported: 'mp4', args: ['-c:a', 'aac', '-b:a', '96k'] },
  { name: 'mpeg', reported: 'mp3', args: ['-c:a', 'mp2', '-ar', '44100', '-f', 'mp2'] },
  { name: 'mpga', reported: 'mp3', args: ['-c:a', 'mp2', '-ar', '44100', '-f', 'mp2'] },
  { name: 'm4a', reported: 'm4a', args: ['-c:a', 'aac', '-b:a', '96k', '-f', 'ipod'] },
  { name: 'ogg', reported: 'ogg', args: ['-c:a', 'libopus', '-b:a', '48k'] },
  { name: 'wav', reported: 'wav', args: ['-c:a', 'pcm_s16le'] },
  { name: 'webm', reported: 'webm', args: ['-c:a', 'libopus', '-b:a', '48k'] },
] as const;

export type FormatName = (typeof NINE_FORMATS)[number]['name'];

/** The ffmpeg program that the service would choose. */
export async function ffmpegForTests(): Promise<string> {
  return (await resolveFfmpeg(process.env.FFMPEG_PATH ?? null)).program;
}

/** Encodes a WAV with any ffmpeg arguments; returns the path of the result. */
export async function encodeWith(
  source: Buffer,
  folder: string,
  name: string,
  args: readonly string[],
): Promise<string> {
  const program = await ffmpegForTests();
  const from = join(folder, `${name}.source.wav`);
  const to = join(folder, name);
  await writeFile(from, source);
  await run(program, ['-nostdin', '-v', 'error', '-y', '-i', from, ...args, to]);
  return to;
}

/** As {@link encodeWith}, but written to a pipe, so the header lacks what is known only at the end. */
export async function encodeToPipe(source: Buffer, args: readonly string[]): Promise<Buffer> {
  const child = execFile(
    await ffmpegForTests(),
    ['-nostdin', '-v', 'error', '-f', 'wav', '-i', 'pipe:0', ...args, 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  child.stdin?.end(source);
  if (child.stdout === null) throw new Error('ffmpeg was started without a pipe to read from');
  return buffer(child.stdout);
}

/** The recording in one of the nine formats. */
export function encodeAs(source: Buffer, folder: string, format: FormatName): Promise<string> {
  const row = NINE_FORMATS.find(({ name }) => name === format);
  if (row === undefined) throw new Error(`Unknown format ${format}`);
  return encodeWith(source, folder, `recording.${format}`, row.args);
}

/** Containers whose header has a length of its own. */
export const FORGEABLE = ['wav', 'flac', 'mp3', 'm4a', 'ogg', 'webm'] as const;

/** The recording with a header that claims one second. The samples are unchanged. */
export function claimOneSecond(bytes: Buffer, format: (typeof FORGEABLE)[number]): Buffer {
  const forged = Buffer.from(bytes);
  const after = (name: string, from = 0) => {
    const at = forged.indexOf(name, from, 'latin1');
    if (at < 0) throw new Error(`No ${name} in the ${format}`);
    return at + name.length;
  };
  switch (format) {
    case 'wav':
      forged.writeUInt32LE(forged.readUInt32LE(28), after('data'));
      break;
    case 'flac':
      // The low 32 of 36 bits of the number of samples. The upper four are 0 below three days.
      forged.writeUInt32BE(forged.readUIntBE(18, 3) >>> 4, 22);
      break;
    case 'mp3': {
      const at = forged.indexOf('Xing', 0, 'latin1') < 0 ? after('Info') : after('Xing');
      forged.writeUInt32BE(28, at + 4);
      break;
    }
    case 'm4a': {
      const movie = after('mvhd');
      const scale = forged.readUInt32BE(movie + 12);
      forged.writeUInt32BE(scale, movie + 16);
      forged.writeUInt32BE(scale, after('tkhd') + 20);
      const media = after('mdhd');
      forged.writeUInt32BE(forged.readUInt32BE(media + 12), media + 16);
      break;
    }
    case 'ogg': {
      forged.writeBigInt64LE(48_000n, forged.lastIndexOf('OggS') + 6);
      break;
    }
    case 'webm':
      forged.writeDoubleBE(1000, forged.indexOf(Buffer.from('448988', 'hex')) + 3);
      break;
  }
  return forged;
}

/** Over an hour of digital silence in a few bytes: constant FLAC frames, without a length in the header. */
export function silentFlac(durationMs: number, sampleRate = 8000): Buffer {
  const blockSize = 65_535;
  const total = Math.round((durationMs * sampleRate) / 1000);
  const info = Buffer.alloc(42);
  info.write('fLaC', 'latin1');
  info.writeUInt32BE(0x80000022, 4);
  info.writeUInt16BE(blockSize, 8);
  info.writeUInt16BE(blockSize, 10);
  info.writeUIntBE((sampleRate << 4) | 0, 18, 3);
  // Mono, 16 bits, unknown number of samples.
  info.writeUInt8(0xf0, 21);
  const parts = [info];
  for (let frame = 0; frame * blockSize < total; frame++) {
    const samples = Math.min(blockSize, total - frame * blockSize);
    const number = utf8Number(frame);
    const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0x70, 0x08]), number, Buffer.from([0, 0])]);
    head.writeUInt16BE(samples - 1, head.length - 2);
    const body = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), Buffer.from([0, 0, 0])]);
    const end = Buffer.alloc(2);
    end.writeUInt16BE(crc(body, 16, 0x8005));
    parts.push(body, end);
  }
  return Buffer.concat(parts);
}

function utf8Number(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value]);
  if (value < 0x800) return Buffer.from([0xc0 | (value >> 6), 0x80 | (value & 63)]);
  return Buffer.from([0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)]);
}

function crc(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) rest = ((rest & top) === 0 ? rest << 1 : (rest << 1) ^ polynomial) & mask;
  }
  return rest;
}
