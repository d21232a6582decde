// Makes the sample recordings and their references from scripts.mjs: `node samples/build.mjs [--keep-wav FOLDER]`.
// flite speaks (the program on PATH, else Debian's package, unpacked into the cache without installing it), ffmpeg encodes (PATH,
// else the npm package). The same programs give the same bytes: every random number is seeded.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { scripts } from './scripts.mjs';

const RATE = 16_000;
const BIT_RATE = '48k';
/** The local recogniser understands flite better when it speaks a tenth slower. */
const STRETCH = 1.1;
/** RMS of speech, as a share of full scale: -23 dB leaves room for peaks. */
const SPEECH_RMS = 0.07;
const LEAD_MS = 500;
const GAP_MS = { min: 350, max: 850 };
/** Peak of the noise that runs through the whole recording, in units of the last bit: no real line is digitally silent. */
const FLOOR_PEAK = 3;
const PHONE = { rate: 8_000, lowHz: 300, highHz: 3_400, snrDb: 25 };

const here = import.meta.dirname;
const cache = resolve(here, '../.data/cache');
const work = mkdtempSync(join(tmpdir(), 'samples-'));
const keepFlag = process.argv.indexOf('--keep-wav');
const keepWavIn = keepFlag > 0 ? process.argv[keepFlag + 1] : null;

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function onPath(program) {
  const found = (process.env.PATH ?? '').split(':').map((folder) => join(folder, program)).find((file) => existsSync(file));
  return found ?? null;
}

function findFlite() {
  const installed = onPath('flite');
  if (installed) return { program: installed, env: process.env };
  const root = join(cache, 'flite');
  if (!existsSync(join(root, 'usr/bin/flite'))) {
    if (!onPath('apt-get')) throw new Error('Needs flite: install it (macOS: brew install flite) and run this again.');
    const archives = join(root, 'archives');
    mkdirSync(archives, { recursive: true });
    execFileSync('apt-get', ['download', 'flite', 'libflite1', 'libasound2', 'libasound2-data'], { cwd: archives, stdio: ['ignore', 'ignore', 'pipe'] });
    for (const archive of readdirSync(archives)) execFileSync('dpkg-deb', ['-x', join(archives, archive), root]);
  }
  const libraries = join(root, 'usr/lib');
  const folders = readdirSync(libraries).map((folder) => join(libraries, folder));
  return { program: join(root, 'usr/bin/flite'), env: { ...process.env, LD_LIBRARY_PATH: folders.join(':') } };
}

const flite = findFlite();
const ffmpeg = onPath('ffmpeg') ?? createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg').path;
const encode = (input, args) => execFileSync(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-nostdin', ...args], { input, maxBuffer: 2 ** 28 });
const bytes = (samples) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
const samplesOf = (buffer) => new Int16Array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength));
const rms = (samples) => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length) / 32_768;
const clip = (value) => Math.max(-32_768, Math.min(32_767, Math.round(value)));

/** The first and last sample of speech: 10 ms frames above -45 dB of full scale. */
function speechBounds(samples) {
  const frame = RATE / 100;
  const loud = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    if (rms(samples.subarray(at, at + frame)) > 0.0056) loud.push(at);
  }
  return { start: loud[0], end: loud[loud.length - 1] + frame };
}

function speak(text, voice) {
  const file = join(work, 'turn.wav');
  execFileSync(flite.program, ['-voice', voice, '--setf', `duration_stretch=${STRETCH}`, '-t', text, '-o', file], { env: flite.env });
  const samples = samplesOf(readFileSync(file).subarray(44));
  const bounds = speechBounds(samples);
  const gain = SPEECH_RMS / rms(samples.subarray(bounds.start, bounds.end));
  return { samples: samples.map((value) => clip(value * gain)), ...bounds };
}

const toMs = (samples) => Math.round((samples * 1000) / RATE);
const wordsOf = (text) => text.toLowerCase().replace(/[^a-z' ]+/g, '').split(' ').filter(Boolean);

function record(script, seed) {
  const random = seededRandom(seed);
  const parts = [];
  const turns = [];
  let at = (LEAD_MS * RATE) / 1000;
  for (const { speaker, text } of script.turns) {
    const turn = speak(text, script.voices[speaker]);
    const channel = speaker === 'agent' ? 0 : 1;
    parts.push({ channel, at, samples: turn.samples });
    turns.push({ speaker, channel, startMs: toMs(at + turn.start), endMs: toMs(at + turn.end), text, words: wordsOf(text) });
    const gapMs = GAP_MS.min + random() * (GAP_MS.max - GAP_MS.min);
    at += turn.samples.length + Math.round((gapMs * RATE) / 1000);
  }
  const stereo = new Int16Array(2 * at).map(() => Math.round((random() * 2 - 1) * FLOOR_PEAK));
  for (const part of parts) {
    for (const [index, value] of part.samples.entries()) {
      const slot = 2 * (part.at + index) + part.channel;
      stereo[slot] = clip(stereo[slot] + value);
    }
  }
  return { stereo, turns, durationMs: toMs(at) };
}

const raw = (rate) => ['-f', 's16le', '-ar', String(rate), '-ac', '2'];

/** Sends the recording through a telephone line: its band, white noise below the speech, mu-law. */
function throughTelephone(stereo, seed) {
  const random = seededRandom(seed);
  const band = [`highpass=f=${PHONE.lowHz}`, `highpass=f=${PHONE.lowHz}`, `lowpass=f=${PHONE.highHz}`, `lowpass=f=${PHONE.highHz}`].join(',');
  const narrow = samplesOf(encode(bytes(stereo), [...raw(RATE), '-i', 'pipe:0', '-af', band, ...raw(PHONE.rate), 'pipe:1']));
  // Uniform noise of peak p has an RMS of p / sqrt(3).
  const peak = SPEECH_RMS * 10 ** (-PHONE.snrDb / 20) * Math.sqrt(3) * 32_768;
  const noisy = narrow.map((value) => clip(value + (random() * 2 - 1) * peak));
  const companded = encode(bytes(noisy), [...raw(PHONE.rate), '-i', 'pipe:0', '-f', 'mulaw', '-ar', String(PHONE.rate), '-ac', '2', 'pipe:1']);
  return samplesOf(encode(companded, ['-f', 'mulaw', '-ar', String(PHONE.rate), '-ac', '2', '-i', 'pipe:0', ...raw(RATE), 'pipe:1']));
}

function save(stereo, name) {
  encode(bytes(stereo), [...raw(RATE), '-i', 'pipe:0', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-c:a', 'libopus', '-b:a', BIT_RATE, '-y', join(here, `${name}.ogg`)]);
  if (keepWavIn) encode(bytes(stereo), [...raw(RATE), '-i', 'pipe:0', '-y', join(keepWavIn, `${name}.wav`)]);
}

function factsOf(script, turns) {
  return script.facts.map(([id, finding, speaker, quote]) => {
    if (quote === null) return { id, finding, speaker, quote, turn: null, startMs: null, endMs: null };
    const turn = turns.findIndex((each) => each.speaker === speaker && each.words.join(' ').includes(quote));
    if (turn < 0) throw new Error(`${script.name}: no turn contains "${quote}"`);
    return { id, finding, speaker, quote, turn, startMs: turns[turn].startMs, endMs: turns[turn].endMs };
  });
}

try {
  for (const [index, script] of scripts.entries()) {
    const { stereo, turns, durationMs } = record(script, 1 + index);
    save(stereo, script.name);
    const recordings = [`${script.name}.ogg`];
    if (script.phoneCopy) {
      save(throughTelephone(stereo, 101 + index), `${script.name}-phone`);
      recordings.push(`${script.name}-phone.ogg`);
    }
    const reference = { recordings, synthetic: true, agentChannel: 0, voices: script.voices, durationMs, turns, facts: factsOf(script, turns) };
    writeFileSync(join(here, `${script.name}.reference.json`), `${JSON.stringify(reference, null, 1)}\n`);
    console.log(`${recordings.join(', ')}: ${(durationMs / 1000).toFixed(1)} s, ${turns.flatMap((turn) => turn.words).length} words`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
