// Makes synthetic recordings: flite speaks the turns, which are placed on two channels; optionally they are mixed to mono,
// limited to the band of a telephone, or overlaid with noise.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { resolveFfmpeg } from '../../dist/src/adapters/ffmpeg/resolve-ffmpeg.js';
import { debianLibraryPath, fetchDebianPackages, findDebianProgram } from '../../dist/src/embedded/debian-packages.js';
import { seededRandom } from './random.mjs';

const run = promisify(execFile);
export const RATE = 16_000;
/** The local recogniser understands flite better when it speaks a tenth slower. */
const STRETCH = 1.1;
/** RMS of speech, as a share of full scale: -23 dB leaves room for peaks. */
const SPEECH_RMS = 0.07;
const LEAD_MS = 500;
const GAP_MS = { min: 350, max: 850 };
/** Peak of the noise that runs through the whole recording, in units of the last bit: no real line is digitally silent. */
const FLOOR_PEAK = 3;
const TELEPHONE_RATE = 8_000;
const TELEPHONE_BAND = 'highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400';

const clip = (value) => Math.max(-32_768, Math.min(32_767, Math.round(value)));
const toMs = (samples) => Math.round((samples * 1000) / RATE);

function rms(samples) {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return Math.sqrt(sum / Math.max(1, samples.length)) / 32_768;
}

/** White noise with an RMS of `level` times full scale. Uniform noise of peak p has an RMS of p / sqrt(3). */
export function whiteNoise(length, level, seed) {
  const random = seededRandom(seed);
  const peak = level * Math.sqrt(3) * 32_768;
  return new Int16Array(length).map(() => clip((random() * 2 - 1) * peak));
}

/**
 * Gives a function that speaks with the flite on PATH, else with Debian's, which it unpacks into the cache without installing
 * it.
 */
export async function openSpeaker(cacheDir, workDir, log) {
  const { program, env } = await findFlite(cacheDir, log);
  const spoken = new Map();
  return async (text, voice) => {
    const key = `${voice} ${text}`;
    let turn = spoken.get(key);
    if (turn === undefined) {
      // Two recordings may be made at the same time, so each turn has a file name of its own.
      const file = join(workDir, `${randomUUID()}.wav`);
      await run(program, ['-voice', voice, '--setf', `duration_stretch=${STRETCH}`, '-t', text, '-o', file], { env });
      turn = levelled(await readWav(file));
      await rm(file);
      spoken.set(key, turn);
    }
    return turn;
  };
}

async function findFlite(cacheDir, log) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const program = join(folder, 'flite');
    if (await exists(program)) return { program, env: process.env };
  }
  const root = await fetchDebianPackages({ packages: ['flite'], cacheDir: resolve(cacheDir), log });
  const program = await findDebianProgram(root, 'flite');
  if (program === undefined) throw new Error('Needs flite: install it, or run this on Debian or Ubuntu.');
  return { program, env: { ...process.env, LD_LIBRARY_PATH: await debianLibraryPath(root) } };
}

const exists = (file) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Reads what flite writes: a header of 44 bytes, then samples at 8 kHz (the voice kal) or 16 kHz (all others). */
async function readWav(file) {
  const bytes = await readFile(file);
  const rate = bytes.readUInt32LE(24);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
  if (rate === RATE) return samples;
  const factor = RATE / rate;
  // Linear interpolation is enough: the images that it leaves above 4 kHz are far quieter than the voice.
  return Int16Array.from({ length: Math.floor(samples.length * factor) - 1 }, (_, at) => {
    const from = Math.floor(at / factor);
    const part = at / factor - from;
    return (samples[from] ?? 0) * (1 - part) + (samples[from + 1] ?? 0) * part;
  });
}

/**
 * Brings every voice to the same level, and finds the first and last sample of speech: 10 ms frames above -45 dB of full scale.
 */
function levelled(samples) {
  const frame = RATE / 100;
  const loud = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    if (rms(samples.subarray(at, at + frame)) > 0.0056) loud.push(at);
  }
  const start = loud[0] ?? 0;
  const end = (loud.at(-1) ?? 0) + frame;
  const gain = SPEECH_RMS / rms(samples.subarray(start, end));
  return { samples: samples.map((value) => clip(value * gain)), start, end };
}

/** Both channels of a script, and the times of each turn. */
export async function record(script, voices, agentChannel, speak, seed) {
  const random = seededRandom(seed);
  const parts = [];
  const turns = [];
  let at = (LEAD_MS * RATE) / 1000;
  for (const { speaker, text } of script.turns) {
    const turn = await speak(text, voices[speaker]);
    const channel = speaker === 'agent' ? agentChannel : 1 - agentChannel;
    parts.push({ channel, at, samples: turn.samples });
    turns.push({ speaker, channel, startMs: toMs(at + turn.start), endMs: toMs(at + turn.end), text });
    const gapMs = GAP_MS.min + random() * (GAP_MS.max - GAP_MS.min);
    at += turn.samples.length + Math.round((gapMs * RATE) / 1000);
  }
  const channels = [0, 1].map(() => new Int16Array(at).map(() => Math.round((random() * 2 - 1) * FLOOR_PEAK)));
  for (const part of parts) {
    const channel = channels[part.channel];
    for (const [index, value] of part.samples.entries()) {
      channel[part.at + index] = clip(channel[part.at + index] + value);
    }
  }
  return { channels, turns, durationMs: toMs(at) };
}

export function mixDown([left, right]) {
  return [left.map((value, at) => clip(value + right[at]))];
}

/** Adds white noise to each channel, `snrDb` below the speech. */
export function withNoise(channels, snrDb, seed) {
  return channels.map((channel, index) => {
    const noise = whiteNoise(channel.length, SPEECH_RMS * 10 ** (-snrDb / 20), seed + index);
    return channel.map((value, at) => clip(value + noise[at]));
  });
}

/** Writes the file as a telephone exchange does: 300 to 3400 Hz, mu-law at 8 kHz. */
export async function saveTelephone(channels, file) {
  const { program } = await resolveFfmpeg(null);
  const wide = `${file}.wide.wav`;
  await saveWav(channels, wide);
  await run(program, [
    ...['-nostdin', '-v', 'error', '-y', '-i', wide, '-af', TELEPHONE_BAND],
    ...['-ar', String(TELEPHONE_RATE), '-c:a', 'pcm_mulaw', file],
  ]);
}

export async function saveWav(channels, file) {
  const interleaved = new Int16Array(channels[0].length * channels.length);
  for (const [offset, channel] of channels.entries()) {
    for (let at = 0; at < channel.length; at += 1) interleaved[at * channels.length + offset] = channel[at];
  }
  const data = Buffer.from(interleaved.buffer);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * channels.length * 2, 28);
  header.writeUInt16LE(channels.length * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  await writeFile(file, Buffer.concat([header, data]));
}
