// The sample calls as mono recordings: both parties on one channel, with the times of every turn and word.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolveFfmpeg } from '../../../src/adapters/ffmpeg/resolve-ffmpeg.js';
import type { Role, SpeechSpan, Word } from '../../../src/ports/transcript.js';
import type { VoiceTurn } from '../../../src/ports/voice-separation.js';
import { VoiceActivityDetector } from '../../../src/speech/listening/voice-activity.js';
import type { HeardPiece } from '../../../src/speech/pieces/merge-pieces.js';
import { bytesOf, mix, noise, randomFrom, type Samples, silence } from './audio-fixtures.js';
import { decodeChannel, sampleReference } from './sample-calls.js';

const run = promisify(execFile);
const SAMPLES_PER_MS = 16;

export interface SpokenTurn extends SpeechSpan {
  readonly speaker: Role;
  readonly words: readonly Word[];
}

export interface MonoCall {
  readonly samples: Samples;
  readonly turns: readonly SpokenTurn[];
}

export interface MonoOptions {
  /** Makes pauses of -0.3 to 0.15 s instead of the original 0.35 to 0.85 s. */
  readonly overlapping?: boolean;
  /** Limits the call to the telephone band, mu-law, with white noise 25 dB below the speech. */
  readonly telephone?: boolean;
  /** Keeps only the turns of this party. */
  readonly only?: Role;
  /** Keeps only this many turns from the start. */
  readonly turns?: number;
  readonly scratchDir: string;
}

/** Puts the turns of a sample call on one channel, in their order. */
export async function monoCall(name: string, options: MonoOptions): Promise<MonoCall> {
  const { turns: spoken } = await sampleReference(name);
  const channels = await channelsOf(name, options.scratchDir);
  const random = randomFrom(11);
  const line = silence(spoken.reduce((sum, { startMs, endMs }) => sum + endMs - startMs + 1000, 1000));
  const turns: SpokenTurn[] = [];
  let atMs = 500;
  for (const turn of spoken) {
    if (options.only !== undefined && turn.speaker !== options.only) continue;
    if (turns.length === options.turns) break;
    const sound = channels[turn.channel]!.subarray(turn.startMs * SAMPLES_PER_MS, turn.endMs * SAMPLES_PER_MS);
    for (const [index, value] of sound.entries()) line[atMs * SAMPLES_PER_MS + index]! += value;
    const endMs = atMs + turn.endMs - turn.startMs;
    turns.push({ speaker: turn.speaker, startMs: atMs, endMs, words: timedWords(turn.text.split(' '), atMs, endMs) });
    atMs = endMs + Math.round(options.overlapping ? -300 + 450 * random() : 350 + 500 * random());
  }
  const samples = mix(
    line.subarray(0, (turns.at(-1)!.endMs + 500) * SAMPLES_PER_MS),
    noise(line.length / SAMPLES_PER_MS, 2, 5),
  );
  return { samples: options.telephone ? await throughTelephone(samples, options.scratchDir) : samples, turns };
}

const decoded = new Map<string, Promise<Samples[]>>();

function channelsOf(name: string, scratchDir: string): Promise<Samples[]> {
  const cached = decoded.get(name);
  if (cached) return cached;
  const decoding = Promise.all(
    [0, 1].map(async (channel) => samplesOf(await decodeChannel(`${name}.ogg`, channel, scratchDir))),
  );
  decoded.set(name, decoding);
  return decoding;
}

export function speechIn(samples: Samples): readonly SpeechSpan[] {
  const detector = new VoiceActivityDetector();
  detector.push(samples);
  return detector.finish().speech;
}

export async function savePcm(samples: Samples, scratchDir: string, name = 'mono.pcm'): Promise<string> {
  const path = join(scratchDir, name);
  await writeFile(path, bytesOf(samples));
  return path;
}

/**
 * The transcript of an engine without diarization: one segment per span of speech, even if both speak in it; where
 * both speak at once, only the words of the turn that started first.
 */
export function transcribedWithoutSpeakers({ turns }: MonoCall, speech: readonly SpeechSpan[]): HeardPiece[] {
  const words = turns
    .flatMap((turn, index) => turn.words.filter(({ startMs }) => startMs >= (turns[index - 1]?.endMs ?? 0)))
    .sort((a, b) => a.startMs - b.startMs);
  const segments = speech.flatMap((span) => {
    const own = words.filter((word) => middle(word) >= span.startMs && middle(word) < span.endMs);
    const text = own.map((word) => word.text).join(' ');
    return own.length === 0 ? [] : [{ speaker: null, ...span, text, confidence: null, words: own }];
  });
  const whole = { startMs: 0, endMs: turns.at(-1)!.endMs + 500 };
  const piece = { channel: null, ...whole, file: 'mono.pcm', speech };
  return [{ piece, transcript: { segments, language: 'en', spotted: [], providerSeconds: null } }];
}

/** The party who said the word, according to the reference. */
export function speakerOf({ turns }: MonoCall, word: Word): Role {
  const turn = turns.find(({ words }) =>
    words.some(({ startMs, text }) => startMs === word.startMs && text === word.text),
  );
  if (turn === undefined) throw new Error(`No turn has the word ${word.text} at ${word.startMs} ms`);
  return turn.speaker;
}

export interface DiarizationError {
  /** Diarization error rate (DER): missed, falsely found and confused speech, as a share of the speech. */
  readonly total: number;
  /** Speech assigned to the wrong party, as a share of the speech. */
  readonly confusion: number;
}

/**
 * Scores as NIST does: ignores 0.25 s around every change (the collar), counts overlaps, and takes the better assignment of
 * voices to parties.
 */
export function diarizationError({ turns, samples }: MonoCall, found: readonly VoiceTurn[]): DiarizationError {
  const frames = Math.ceil(samples.length / 160);
  const mark = (spans: readonly SpeechSpan[]) => {
    const marks = new Uint8Array(frames);
    for (const { startMs, endMs } of spans) marks.fill(1, Math.round(startMs / 10), Math.round(endMs / 10));
    return marks;
  };
  const truth = [mark(turns.filter(isAgent)), mark(turns.filter((turn) => !isAgent(turn)))];
  const voices = [mark(found.filter(({ voice }) => voice === 0)), mark(found.filter(({ voice }) => voice === 1))];
  const collars = mark(
    turns.flatMap(({ startMs, endMs }) =>
      [startMs, endMs].map((edge) => ({ startMs: Math.max(0, edge - 250), endMs: edge + 250 })),
    ),
  );
  const errors = [voices, voices.toReversed()].map((named) => {
    let [spoken, wrong, confused] = [0, 0, 0];
    for (let frame = 0; frame < frames; frame++) {
      if (collars[frame] === 1) continue;
      const speakers = truth[0]![frame]! + truth[1]![frame]!;
      const voicesFound = named[0]![frame]! + named[1]![frame]!;
      const right = (truth[0]![frame]! & named[0]![frame]!) + (truth[1]![frame]! & named[1]![frame]!);
      spoken += speakers;
      wrong += Math.max(speakers, voicesFound) - right;
      confused += Math.min(speakers, voicesFound) - right;
    }
    return { total: wrong / spoken, confusion: confused / spoken };
  });
  return errors.reduce((best, error) => (error.total < best.total ? error : best));
}

const isAgent = ({ speaker }: SpokenTurn) => speaker === 'agent';
const middle = ({ startMs, endMs }: SpeechSpan) => (startMs + endMs) / 2;

/** Divides the time of a turn among its words in proportion to their letters. */
function timedWords(texts: readonly string[], startMs: number, endMs: number): Word[] {
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  let spoken = 0;
  const at = () => Math.round(startMs + ((endMs - startMs) * spoken) / letters);
  return texts.map((text) => {
    const from = at();
    spoken += text.length;
    return { text, startMs: from, endMs: at(), confidence: null };
  });
}

async function throughTelephone(samples: Samples, scratchDir: string): Promise<Samples> {
  const { program } = await resolveFfmpeg(null);
  const [wide, narrow, back] = ['wide.pcm', 'narrow.ul', 'back.pcm'].map((name) => join(scratchDir, name)) as [
    string,
    string,
    string,
  ];
  const raw = (path: string, format: string, rate: number) => ['-f', format, '-ar', `${rate}`, '-ac', '1', path];
  const ffmpeg = (from: string[], to: string[], filters: string[] = []) =>
    run(program, ['-nostdin', '-loglevel', 'error', ...from.slice(0, -1), '-i', from.at(-1)!, ...filters, '-y', ...to]);
  await writeFile(wide, bytesOf(mix(samples, noise(samples.length / SAMPLES_PER_MS, 130, 9))));
  const band = 'highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400';
  await ffmpeg(raw(wide, 's16le', 16_000), raw(narrow, 'mulaw', 8_000), ['-af', band]);
  await ffmpeg(raw(narrow, 'mulaw', 8_000), raw(back, 's16le', 16_000));
  return samplesOf(back);
}

async function samplesOf(path: string): Promise<Samples> {
  const bytes = await readFile(path);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/**
 * The call, with the constant part by which the tiny segmentation tells the parties apart. Its mean is zero: the service takes
 * the offset of a whole recording away.
 */
export function markedByParty({ samples, turns }: MonoCall): Samples {
  const offset = new Int16Array(samples.length);
  const spokenMs = (party: string) =>
    turns.reduce((sum, { speaker, startMs, endMs }) => sum + (speaker === party ? endMs - startMs : 0), 0);
  const below = (-6_500 * spokenMs('agent')) / spokenMs('customer');
  for (const { speaker, startMs, endMs } of turns) {
    offset.fill(speaker === 'agent' ? 6_500 : below, startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS);
  }
  return mix(samples, offset);
}
