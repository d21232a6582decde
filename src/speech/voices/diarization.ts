// Diarization of a mono call: who speaks when. It has no trained model and knows only the statistics of this recording.
//
// 1. MFCCs of the speech (mfcc.ts).
// 2. Segments of 1.5 s are clustered into two voices (agglomerative-clustering.ts).
// 3. A Gaussian mixture is trained for each voice (gaussian-mixture.ts), and the Viterbi path through both gives each
//    frame its voice (viterbi-path.ts); three times in turn.
// 4. The Bayesian information criterion decides whether there are two voices at all.
import { type FileHandle, open } from 'node:fs/promises';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { VoiceTurn } from '../../ports/voice-separation.js';
import { clusterInTwo } from './agglomerative-clustering.js';
import {
  bicPenalty,
  logLikelihoodRatio,
  type SegmentStatistics,
  segmentStatistics,
} from './full-covariance-gaussian.js';
import { GaussianMixture } from './gaussian-mixture.js';
import { COEFFICIENTS, computeMfcc, FRAME_STEP_MS, FRAME_STEP_SAMPLES } from './mfcc.js';
import { type SpeechFrames, ViterbiPath } from './viterbi-path.js';

/** Models are trained on ten minutes of speech at most, drawn evenly from longer recordings: 5 MB of cepstra. */
const MAX_TRAINING_FRAMES = 60_000;
/** Frames read from the file at a time (30 s), so that memory stays constant. */
const MAX_READ_FRAMES = 3_000;
/** A frame is loud within 18 dB of the 90th percentile of its span; quieter frames are pauses and background. */
const LOUD_RANGE_DB = 18;
const LOUD_PERCENTILE = 0.9;
/** Length of the clustered segments, 1.5 s: long enough to estimate a covariance, short enough to hold one speaker. */
const SEGMENT_FRAMES = 150;
/** A segment with fewer loud frames (0.4 s) is not clustered; the Viterbi path gives it a voice later. */
const MIN_SEGMENT_FRAMES = 40;
/** Rounds of training and Viterbi path; after three no frame changes its voice. */
const RESEGMENTATION_ROUNDS = 3;
/** A voice with less loud speech than this (1.5 s) is a cough, not a speaker. */
const MIN_VOICE_FRAMES = 150;
/** State of a frame that has no voice yet. */
const UNASSIGNED = 2;

/**
 * λ of the BIC. The criterion as published (λ = 1) assumes independent frames; frames 10 ms apart are correlated, so
 * the penalty weighs more.
 */
const BIC_PENALTY_WEIGHT = 1.5;
/**
 * Two voices are reported from this separation on. Measured on five synthetic and eight real speakers, 25 s to 4 min
 * each, wide band and telephone: a single voice gains at most 0.26 nats a frame from a second model; pairs of the same
 * speakers gain at least 0.32, except three of eighteen pairs on a noisy telephone line, which are reported as one.
 */
const MIN_SEPARATION = 0.28;

/** Plain JSON: it is stored as the checkpoint of the step. */
export interface Diarization {
  /** Ascending; together they are the speech given. Empty where one voice explains the recording as well as two. */
  readonly turns: readonly VoiceTurn[];
  /** Amount by which two voices describe the speech better than one, in nats a frame, less the weighted BIC penalty. */
  readonly separation: number;
}

/**
 * Finds one voice or two in `speech` (ascending, disjoint) of a file of mono signed 16-bit samples at 16 kHz; never more.
 * Takes 0.007 CPU seconds per second of speech up to ten minutes, 0.002 over hours, and some 60 MB. Deterministic.
 */
export async function diarize(pcmPath: string, speech: readonly SpeechSpan[]): Promise<Diarization> {
  const file = await open(pcmPath);
  try {
    const training: SpeechFrames[] = [];
    const drawn = drawEvenly(speech, MAX_TRAINING_FRAMES * FRAME_STEP_MS);
    for (const span of drawn) for await (const part of readFrames(file, span)) training.push(part);
    const { models, separation } = trainVoices(training);
    if (models === null || separation < MIN_SEPARATION) return { turns: [], separation };
    const path = new ViterbiPath(models);
    if (drawn.length === speech.length) for (const part of training) path.push(part);
    else for (const span of speech) for await (const part of readFrames(file, span)) path.push(part);
    return { turns: path.turns(), separation };
  } finally {
    await file.close();
  }
}

/** All spans, or, where they exceed `maxMs`, as many evenly spaced ones as fit. */
function drawEvenly(speech: readonly SpeechSpan[], maxMs: number): SpeechSpan[] {
  const speechMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const share = Math.min(1, maxMs / speechMs);
  return speech.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

async function* readFrames(file: FileHandle, { startMs, endMs }: SpeechSpan): AsyncGenerator<SpeechFrames> {
  const bytesPerFrame = FRAME_STEP_SAMPLES * 2;
  const first = Math.round(startMs / FRAME_STEP_MS);
  const last = Math.floor(endMs / FRAME_STEP_MS);
  for (let from = first; from < last; from += MAX_READ_FRAMES) {
    const to = Math.min(last, from + MAX_READ_FRAMES);
    const bytes = new Uint8Array((to - from) * bytesPerFrame);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from * bytesPerFrame);
    const frames = computeMfcc(new Int16Array(bytes.buffer, 0, bytesRead >> 1));
    if (frames.count === 0) continue;
    const reference = frames.energy.slice().sort()[Math.floor(frames.count * LOUD_PERCENTILE)]!;
    const threshold = reference * 10 ** (-LOUD_RANGE_DB / 10);
    yield {
      ...frames,
      loud: Uint8Array.from(frames.energy, (energy) => (energy >= threshold ? 1 : 0)),
      startMs: from === first ? startMs : from * FRAME_STEP_MS,
      endMs: to === last ? endMs : to * FRAME_STEP_MS,
    };
  }
}

interface TrainedVoices {
  readonly separation: number;
  /** Null when no second voice was found. */
  readonly models: readonly [GaussianMixture, GaussianMixture] | null;
}

const ONE_VOICE: TrainedVoices = { separation: 0, models: null };

function trainVoices(parts: readonly SpeechFrames[]): TrainedVoices {
  const { cepstra, loud, segments } = joinParts(parts);
  const labels = clusterInTwo(segments.map(({ statistics }) => statistics));
  let states: Uint8Array = new Uint8Array(loud.length).fill(UNASSIGNED);
  for (const [index, { from, to }] of segments.entries()) states.fill(labels[index]!, from, to);

  let models: readonly [GaussianMixture, GaussianMixture] | null = null;
  for (let round = 0; round < RESEGMENTATION_ROUNDS; round++) {
    const [zero, one] = [loudFramesOf(0, states, loud), loudFramesOf(1, states, loud)];
    if (zero.length < MIN_VOICE_FRAMES || one.length < MIN_VOICE_FRAMES) return ONE_VOICE;
    models = [GaussianMixture.train(cepstra, zero), GaussianMixture.train(cepstra, one)];
    const path = new ViterbiPath(models);
    for (const part of parts) path.push(part);
    states = path.states();
  }

  const [zero, one] = [0, 1].map((voice) => {
    const own = loud.map((isLoud, frame) => (isLoud === 1 && states[frame] === voice ? 1 : 0));
    return segmentStatistics(cepstra, own, 0, loud.length);
  });
  if (zero === undefined || one === undefined) return ONE_VOICE;
  if (zero.count < MIN_VOICE_FRAMES || one.count < MIN_VOICE_FRAMES) return ONE_VOICE;
  const count = zero.count + one.count;
  return { models, separation: (logLikelihoodRatio(zero, one) - BIC_PENALTY_WEIGHT * bicPenalty(count)) / count };
}

interface Segment {
  /** First frame, and the frame after the last. */
  readonly from: number;
  readonly to: number;
  readonly statistics: SegmentStatistics;
}

/** The frames of all parts in a row, and the segments to be clustered, none of which crosses the border of a part. */
function joinParts(parts: readonly SpeechFrames[]): { cepstra: Float32Array; loud: Uint8Array; segments: Segment[] } {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const cepstra = new Float32Array(total * COEFFICIENTS);
  const loud = new Uint8Array(total);
  const segments: Segment[] = [];
  let start = 0;
  for (const part of parts) {
    cepstra.set(part.cepstra, start * COEFFICIENTS);
    loud.set(part.loud, start);
    const pieces = Math.max(1, Math.round(part.count / SEGMENT_FRAMES));
    for (let piece = 0; piece < pieces; piece++) {
      const from = start + Math.floor((part.count * piece) / pieces);
      const to = start + Math.floor((part.count * (piece + 1)) / pieces);
      const statistics = segmentStatistics(cepstra, loud, from, to);
      if (statistics.count >= MIN_SEGMENT_FRAMES) segments.push({ from, to, statistics });
    }
    start += part.count;
  }
  return { cepstra, loud, segments };
}

/** Indices of the loud frames of a voice. */
function loudFramesOf(voice: number, states: Uint8Array, loud: Uint8Array): Uint32Array {
  let count = 0;
  for (let frame = 0; frame < states.length; frame++) if (states[frame] === voice && loud[frame] === 1) count++;
  const frames = new Uint32Array(count);
  let at = 0;
  for (let frame = 0; frame < states.length; frame++) {
    if (states[frame] === voice && loud[frame] === 1) frames[at++] = frame;
  }
  return frames;
}
