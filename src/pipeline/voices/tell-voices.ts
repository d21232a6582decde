// Two people on one line, told apart by their voices alone, with the statistics of this recording and no trained model.
import { type FileHandle, open } from 'node:fs/promises';
import type { SpeechSpan } from '../../ports/transcript.js';
import { clusterInTwo, gainOfTwo, penaltyOfTwo, type Stretch, stretchOf } from './cluster-voices.js';
import { COEFFICIENTS, FRAME_MS, STEP_SAMPLES, voiceFrames } from './voice-features.js';
import { VoiceMixture } from './voice-mixture.js';
import { type VoicedFrames, VoicePath, type VoiceTurn } from './voice-path.js';

/** Models are trained on ten minutes of speech at most, drawn evenly from a longer recording: 5 MB of cepstra. */
const MOST_TRAINING_FRAMES = 60_000;
/** Longest stretch in memory at once while the whole is gone through. */
const MOST_READ_FRAMES = 3_000;
/** Frames further below a stretch's loud ones are its pauses and its background, whoever speaks. */
const QUIET_BELOW_DB = 18;
/** What is clustered: long enough for a covariance, short enough to hold one speaker. */
const STRETCH_FRAMES = 150;
const LEAST_STRETCH_FRAMES = 40;
/** Models and path are made in turn; after three rounds nothing moves. */
const ROUNDS = 3;
/** A voice with less speech than this, a second and a half, is a cough. */
const LEAST_VOICE_FRAMES = 150;
/**
 * The criterion as published takes frames for independent; neighbours 10 ms apart are not, so the penalty counts more.
 * With it, single voices of five synthetic and eight real speakers, 25 s to 4 min, wide-band and telephone, gain 0.26
 * nats a frame at most from a second model; two voices of the same set gain 0.32 and more, but for three of eighteen
 * pairs on a noisy telephone line, which are then taken for one.
 */
const PENALTY_WEIGHT = 1.5;
const LEAST_SEPARATION = 0.28;

/** Plain JSON. */
export interface Voices {
  /** Ascending, together the speech given; empty where one voice explains the recording as well as two. */
  readonly turns: readonly VoiceTurn[];
  /** How much better two voices describe the speech than one, in nats a frame, after the penalty for the second. */
  readonly separation: number;
}

/**
 * One voice or two in `speech` (ascending, disjoint) of a file of mono signed 16-bit samples at 16 kHz; never more.
 * Takes 0.01 CPU seconds a second of speech up to ten minutes, 0.002 over hours, and some 60 MB. Equal input gives equal output.
 */
export async function tellVoices(pcmPath: string, speech: readonly SpeechSpan[]): Promise<Voices> {
  const file = await open(pcmPath);
  try {
    const training: VoicedFrames[] = [];
    const drawn = evenly(speech, MOST_TRAINING_FRAMES * FRAME_MS);
    for (const span of drawn) for await (const part of read(file, span)) training.push(part);
    const learnt = learn(training);
    if (learnt.models === null || learnt.separation < LEAST_SEPARATION)
      return { turns: [], separation: learnt.separation };
    const path = new VoicePath(learnt.models);
    if (drawn.length === speech.length) for (const part of training) path.push(part);
    else for (const span of speech) for await (const part of read(file, span)) path.push(part);
    return { turns: path.turns(), separation: learnt.separation };
  } finally {
    await file.close();
  }
}

/** Every span, or as many at equal distances as the given time allows. */
function evenly(speech: readonly SpeechSpan[], mostMs: number): SpeechSpan[] {
  const speechMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const share = Math.min(1, mostMs / speechMs);
  return speech.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

async function* read(file: FileHandle, { startMs, endMs }: SpeechSpan): AsyncGenerator<VoicedFrames> {
  const bytesPerFrame = STEP_SAMPLES * 2;
  const last = Math.floor(endMs / FRAME_MS);
  for (let from = Math.round(startMs / FRAME_MS); from < last; from += MOST_READ_FRAMES) {
    const to = Math.min(last, from + MOST_READ_FRAMES);
    const bytes = new Uint8Array((to - from) * bytesPerFrame);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from * bytesPerFrame);
    const frames = voiceFrames(new Int16Array(bytes.buffer, 0, bytesRead >> 1));
    if (frames.count === 0) continue;
    const loud = frames.energy.slice().sort()[Math.floor(frames.count * 0.9)]!;
    const least = loud * 10 ** (-QUIET_BELOW_DB / 10);
    const voiced = Uint8Array.from(frames.energy, (energy) => (energy >= least ? 1 : 0));
    yield {
      ...frames,
      voiced,
      startMs: from === Math.round(startMs / FRAME_MS) ? startMs : from * FRAME_MS,
      endMs: to === last ? endMs : to * FRAME_MS,
    };
  }
}

interface Learnt {
  readonly separation: number;
  /** Null where there is no second voice at all. */
  readonly models: readonly [VoiceMixture, VoiceMixture] | null;
}

const ONE_VOICE: Learnt = { separation: 0, models: null };

/** Models of the two voices in these stretches. */
function learn(parts: readonly VoicedFrames[]): Learnt {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const cepstra = new Float32Array(total * COEFFICIENTS);
  const voiced = new Uint8Array(total);
  const stretches: { from: number; to: number; sums: Stretch }[] = [];
  let start = 0;
  for (const part of parts) {
    cepstra.set(part.cepstra, start * COEFFICIENTS);
    voiced.set(part.voiced, start);
    const pieces = Math.max(1, Math.round(part.count / STRETCH_FRAMES));
    for (let piece = 0; piece < pieces; piece++) {
      const from = start + Math.floor((part.count * piece) / pieces);
      const to = start + Math.floor((part.count * (piece + 1)) / pieces);
      const sums = stretchOf(cepstra, voiced, from, to);
      if (sums.count >= LEAST_STRETCH_FRAMES) stretches.push({ from, to, sums });
    }
    start += part.count;
  }

  const labels = clusterInTwo(stretches.map(({ sums }) => sums));
  /** 0 and 1 are the voices, 2 is nobody yet. */
  let states: Uint8Array = new Uint8Array(total).fill(2);
  for (const [index, { from, to }] of stretches.entries()) states.fill(labels[index]!, from, to);

  let models: readonly [VoiceMixture, VoiceMixture] | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const [zero, one] = [framesOf(0, states, voiced), framesOf(1, states, voiced)];
    if (zero.length < LEAST_VOICE_FRAMES || one.length < LEAST_VOICE_FRAMES) return ONE_VOICE;
    models = [VoiceMixture.train(cepstra, zero), VoiceMixture.train(cepstra, one)];
    const path = new VoicePath(models);
    for (const part of parts) path.push(part);
    states = path.states();
  }
  if (models === null) return ONE_VOICE;

  const [zero, one] = [0, 1].map((voice) => {
    const own = voiced.map((heard, frame) => (heard === 1 && states[frame] === voice ? 1 : 0));
    return stretchOf(cepstra, own, 0, total);
  });
  if (zero === undefined || one === undefined) return ONE_VOICE;
  if (zero.count < LEAST_VOICE_FRAMES || one.count < LEAST_VOICE_FRAMES) return ONE_VOICE;
  const count = zero.count + one.count;
  return { models, separation: (gainOfTwo(zero, one) - PENALTY_WEIGHT * penaltyOfTwo(count)) / count };
}

function framesOf(voice: number, states: Uint8Array, voiced: Uint8Array): Uint32Array {
  let count = 0;
  for (let frame = 0; frame < states.length; frame++) if (states[frame] === voice && voiced[frame] === 1) count++;
  const frames = new Uint32Array(count);
  let at = 0;
  for (let frame = 0; frame < states.length; frame++) {
    if (states[frame] === voice && voiced[frame] === 1) frames[at++] = frame;
  }
  return frames;
}
