// Voice activity detection: finds where people speak. Recognisers get utterances; silence, tones and music are not sent, not paid
// for, and not turned into invented words. docs/decisions/0004 explains why it is written by hand.
import type { SpeechSpan } from '../../ports/transcript.js';
import { FRAME_MS, FrameEnergy } from './frame-energy.js';
import {
  decibelOf,
  FLOOR_LOOKAHEAD_FRAMES,
  LevelTrail,
  levelOf,
  MIN_DB,
  NoiseFloor,
  powerOf,
  STEPS_PER_DB,
  sumOfPowers,
} from './frame-levels.js';
import { type LoudnessEnvelope, LoudnessMeter } from './loudness-envelope.js';
import { cutSpan, type FrameSpan, outside, type SpokenSpan } from './pauses/cut-spans.js';
import { SAMPLE_RATE_HZ } from './pcm-format.js';
import { SignalGauge, type SignalQuality, type TrackLevel } from './signal-quality.js';
import { SoundTexture } from './sound-texture.js';

/** A span with its mean level, which distinguishes the speaker's channel from one with crosstalk. */
export interface MeasuredSpan extends SpeechSpan {
  /** dB relative to full scale. */
  readonly levelDb: number;
}

export interface VoiceActivity {
  /** Ascending and disjoint; neighbours touch where a long utterance was split. */
  readonly speech: readonly MeasuredSpan[];
  /** Signal-to-noise ratio of speech to background, in dB; null without speech. */
  readonly snrDb: number | null;
  /** Mean level of the speech, or of the whole recording where there is none, in dB relative to full scale. */
  readonly levelDb: number;
  readonly signal: SignalQuality;
  readonly envelope: LoudnessEnvelope;
}

/** Samples that are checked for digital silence at a time. */
const PIECE_SAMPLES = 4096;
/** Square of a full-scale sample. */
const FULL_SCALE_POWER = 32_768 * 32_768;

/** Hysteresis: an utterance starts this far above the noise floor, and goes on while it stays above the lower figure. */
const ONSET_DB = 9;
const RELEASE_DB = 6;
/** Nothing below this counts as speech, however quiet the background: comfort noise and line hum lie there. */
const MIN_SPEECH_DB = -60;

/** 100 ms above the threshold: a click is shorter. */
const MIN_LOUD_FRAMES = 10;
/** 300 ms: a shorter pause is part of the utterance. */
const MAX_PAUSE_FRAMES = 30;
/** 150 ms before and 200 ms after: soft onsets and endings of words lie below the thresholds. */
const PAD_BEFORE_FRAMES = 15;
const PAD_AFTER_FRAMES = 20;

/**
 * The level of speech varies by 10 dB and more within a syllable; dial tones, beeps and hiss are level. An utterance of
 * half a second or more is dropped when its tenth and ninetieth percentiles lie closer together than this.
 */
const STEADY_RANGE_DB = 4;
const MIN_STEADY_FRAMES = 50;

/**
 * A window of 2 s is music when this share of its energy is stationary. Speech over background music stays, because it
 * is louder than the music. The windows are 250 ms apart.
 */
const MUSIC_STATIONARY_SHARE = 0.25;
const MUSIC_WINDOW_MS = 2000;
const MUSIC_STEP_MS = 250;
/** An utterance of at most `MUSIC_WINDOW_MS` is a ringing tone or a few notes when this share of its energy is stationary. */
const BRIEF_STATIONARY_SHARE = 0.5;
/** From this tonal share on there is nothing but tones and telephone keys. */
const TONE_SHARE = 0.9;
/** From this spectral flatness on it is crackling or rustling: intermittent noise is as flat as steady noise. */
const NOISE_FLATNESS = 0.4;
/** Length of an utterance after its music is removed, below which it is dropped: a syllable (0.3 s). */
const MIN_REMAINDER_FRAMES = 30;

/**
 * Recognisers that take one utterance at a time lose words in long ones. An utterance of 15 s is split at its quietest
 * point after 7 s.
 */
const MAX_UTTERANCE_FRAMES = 1500;
const MIN_SPLIT_FRAMES = 700;
/** A split point is judged by 50 ms: itself and two frames on either side. */
const SPLIT_SMOOTHING_FRAMES = 2;

/**
 * Energy detector with a noise floor that follows the recording; tones, music and noise are then removed by their
 * texture. Memory is constant except for the spans. Known limits: an unaccompanied singer counts as speech, and so does
 * music with few stationary partials (measured: 27 % of the time of 13 recorded pieces).
 */
export class VoiceActivityDetector {
  readonly #texture = new SoundTexture();
  readonly #gauge = new SignalGauge();
  readonly #meter = new LoudnessMeter();
  readonly #energy = new FrameEnergy();
  readonly #floor = new NoiseFloor();
  readonly #trail = new LevelTrail();
  #samples = 0;
  /** Number of frames that have been classified. They lag behind by the look-ahead of the noise floor. */
  #decidedFrames = 0;

  /** Levels of the current utterance from its first loud frame; at most {@link MAX_UTTERANCE_FRAMES}. */
  #utterance: number[] = [];
  #utteranceStart = 0;
  #loudFrames = 0;
  /** Frames below the threshold at the end of the current utterance. */
  #quietRun = 0;
  /** True where the current utterance is the rest of one that was split. */
  #continued = false;
  #spans: SpokenSpan[] = [];

  #speechPower = 0;
  #speechFrames = 0;
  #totalPower = 0;
  /** Power of the utterances removed as tones or music: neither speech nor noise in the signal-to-noise ratio. */
  #removedPower = 0;
  #removedFrames = 0;
  /** Tones and music that were removed; ascending and disjoint. */
  readonly #removed: { start: number; end: number }[] = [];

  /** Mono samples at 16 kHz, in pieces of any length. */
  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += PIECE_SAMPLES) {
      const piece = samples.subarray(at, at + PIECE_SAMPLES);
      this.#samples += piece.length;
      this.#texture.push(piece, this.#pushFrames(piece));
      this.#gauge.pushSamples(piece);
    }
  }

  /**
   * Ends the recording; the detector cannot be used afterwards.
   * @param pauses of the recording, ascending and disjoint: they are no background of the speech
   */
  finish(pauses: readonly SpeechSpan[] = []): VoiceActivity {
    if (!this.#energy.isEmpty) this.#endFrame();
    while (this.#decidedFrames < this.#floor.frames) this.#decide(this.#decidedFrames++);
    this.#endUtterance();
    this.#leaveOut(
      pauses.map(({ startMs, endMs }) => ({
        start: Math.round(startMs / FRAME_MS),
        end: Math.round(endMs / FRAME_MS),
      })),
    );

    const frames = this.#floor.frames;
    const endMs = Math.round((this.#samples * 1000) / SAMPLE_RATE_HZ);
    const noiseFrames = frames - this.#speechFrames - this.#removedFrames;
    const noisePower = Math.max(0, this.#totalPower - this.#speechPower - this.#removedPower);
    const noise = noiseFrames === 0 ? 0 : noisePower / noiseFrames;
    const speech = this.#speechFrames === 0 ? 0 : this.#speechPower / this.#speechFrames;
    const overall = frames === 0 ? 0 : this.#totalPower / frames;
    const snrDb = Math.max(0, decibelOf(Math.max(0, speech - noise)) - decibelOf(noise));
    return {
      speech: this.#spans.map((span) => ({
        startMs: span.start * FRAME_MS,
        endMs: Math.min(span.end * FRAME_MS, endMs),
        levelDb: round1(decibelOf(span.power / (span.to - span.from))),
      })),
      snrDb: this.#speechFrames === 0 ? null : round1(snrDb),
      levelDb: round1(decibelOf(this.#speechFrames === 0 ? overall : speech)),
      signal: this.#gauge.result(),
      envelope: this.#meter.finish(),
    };
  }

  /** Level of each frame so far. */
  levels(): Uint8Array {
    return this.#trail.levels();
  }

  /** Stretches of one steady tone so far. */
  tones(): SpeechSpan[] {
    return this.#texture.steadyTones();
  }

  /** Level of the track, once it is finished. */
  level(): TrackLevel {
    return this.#gauge.level();
  }

  /** @returns the greatest magnitude of the frames that the piece has a part of */
  #pushFrames(piece: Int16Array): number {
    const silent = isDigitalSilence(piece);
    let loudest = 0;
    for (let at = 0; at < piece.length; ) {
      at = this.#energy.add(piece, at, silent);
      loudest = Math.max(loudest, this.#energy.loudest);
      if (this.#energy.isComplete) this.#endFrame();
    }
    return loudest;
  }

  #endFrame(): void {
    this.#meter.push(this.#energy.loudest);
    const level = levelOf(this.#energy.end() / FULL_SCALE_POWER);
    this.#floor.push(level);
    this.#trail.push(level);
    this.#gauge.pushFrame(level);
    this.#totalPower += powerOf(level);
    if (this.#floor.frames - this.#decidedFrames > FLOOR_LOOKAHEAD_FRAMES) this.#decide(this.#decidedFrames++);
  }

  #decide(frame: number): void {
    const level = this.#floor.levelAt(frame);
    if (this.#texture.isSteadyTone(frame * FRAME_MS)) {
      // Speech that touches a tone would be removed with it.
      this.#endUtterance();
      this.#remove(frame, [level]);
      return;
    }
    const minLevel = (MIN_SPEECH_DB - MIN_DB) * STEPS_PER_DB;
    const running = this.#utterance.length > 0;
    const rise = (running && this.#quietRun === 0 ? RELEASE_DB : ONSET_DB) * STEPS_PER_DB;
    const loud = level >= Math.max(this.#floor.level() + rise, minLevel);

    if (!running && !loud) return;
    if (!running) this.#utteranceStart = frame;
    this.#utterance.push(level);
    if (loud) {
      this.#loudFrames++;
      this.#quietRun = 0;
      if (this.#utterance.length >= MAX_UTTERANCE_FRAMES) this.#split();
    } else if (++this.#quietRun > MAX_PAUSE_FRAMES) {
      this.#endUtterance();
    }
  }

  /** Cuts the current utterance at its quietest point; the rest becomes the current utterance. */
  #split(): void {
    const levels = this.#utterance;
    let cut = MIN_SPLIT_FRAMES;
    let quietest = Number.POSITIVE_INFINITY;
    for (let at = MIN_SPLIT_FRAMES; at < levels.length - SPLIT_SMOOTHING_FRAMES - 1; at++) {
      let sum = 0;
      for (let near = at - SPLIT_SMOOTHING_FRAMES; near <= at + SPLIT_SMOOTHING_FRAMES; near++) {
        sum += levels[near] as number;
      }
      if (sum <= quietest) {
        quietest = sum;
        cut = at;
      }
    }
    this.#record(this.#utteranceStart, this.#utteranceStart + cut, levels.slice(0, cut), 0);
    this.#utterance = levels.slice(cut);
    this.#utteranceStart += cut;
    this.#continued = true;
  }

  #endUtterance(): void {
    const levels = this.#utterance.slice(0, this.#utterance.length - this.#quietRun);
    const longEnough = this.#loudFrames >= MIN_LOUD_FRAMES || this.#continued;
    if (levels.length > 0 && longEnough) {
      this.#record(this.#utteranceStart, this.#utteranceStart + levels.length, levels, PAD_AFTER_FRAMES);
    }
    this.#utterance = [];
    this.#loudFrames = 0;
    this.#quietRun = 0;
    this.#continued = false;
  }

  #record(start: number, end: number, levels: readonly number[], padAfter: number): void {
    if (isSteady(levels)) return;
    let recordedTo = start;
    for (const { from, to } of this.#spokenParts(start, end)) {
      this.#remove(recordedTo, levels.slice(recordedTo - start, from - start));
      recordedTo = to;
      const own = levels.slice(from - start, to - start);
      const power = sumOfPowers(own);
      const padded = this.#continued || from > start ? from : Math.max(0, from - PAD_BEFORE_FRAMES);
      const first = Math.max(padded, this.#spans.at(-1)?.end ?? 0);
      this.#spans.push({ start: first, end: to + (to === end ? padAfter : 0), from, to, power });
      this.#speechPower += power;
      this.#speechFrames += own.length;
      this.#gauge.addSpeech(own, this.#texture.brightnessBetween(from * FRAME_MS, to * FRAME_MS));
    }
    this.#remove(recordedTo, levels.slice(recordedTo - start));
  }

  #remove(start: number, levels: readonly number[]): void {
    if (levels.length === 0) return;
    this.#removedPower += sumOfPowers(levels);
    this.#removedFrames += levels.length;
    this.#gauge.addRemoved(levels);
    const last = this.#removed.at(-1);
    if (last?.end === start) last.end += levels.length;
    else this.#removed.push({ start, end: start + levels.length });
  }

  /** Counts pauses neither as speech nor as background. */
  #leaveOut(pauses: readonly FrameSpan[]): void {
    if (pauses.length === 0) return;
    const levels = this.#trail.levels();
    const removed = [...this.#removed];
    const whole = this.#spans;
    this.#spans = whole.flatMap((span) => cutSpan(span, pauses, levels));
    for (const pause of pauses) {
      const spoken = whole.map(({ from, to }) => ({ start: from, end: to }));
      for (const { start, end } of outside(pause, removed).flatMap((part) => outside(part, spoken))) {
        this.#remove(start, [...levels.subarray(start, end)]);
      }
    }
  }

  /** The parts of an utterance that lie within at least one window of 2 s which is neither music nor tones. */
  #spokenParts(start: number, end: number): { from: number; to: number }[] {
    const [startMs, endMs] = [start * FRAME_MS, end * FRAME_MS];
    if (this.#isUnlikeSpeech(startMs, endMs)) return [];

    // Windows reach beyond the utterance by half their length at most: one filled with silence would say little about it.
    const firstMs = Math.max(0, startMs - MUSIC_WINDOW_MS / 2);
    const lastMs = Math.max(
      firstMs,
      Math.min(this.#floor.frames * FRAME_MS, endMs + MUSIC_WINDOW_MS / 2) - MUSIC_WINDOW_MS,
    );
    const parts: { from: number; to: number }[] = [];
    let spokenUntilMs = 0;
    let windowMs = firstMs;
    for (let cellMs = startMs; cellMs < endMs; cellMs += MUSIC_STEP_MS) {
      for (; windowMs <= cellMs && windowMs < lastMs + MUSIC_STEP_MS; windowMs += MUSIC_STEP_MS) {
        const fromMs = Math.min(windowMs, lastMs);
        const { stationary, tonal } = this.#texture.between(fromMs, fromMs + MUSIC_WINDOW_MS);
        if (stationary < MUSIC_STATIONARY_SHARE && tonal < TONE_SHARE) spokenUntilMs = fromMs + MUSIC_WINDOW_MS;
      }
      if (spokenUntilMs <= cellMs) continue;
      const [from, to] = [cellMs / FRAME_MS, Math.min(end, (cellMs + MUSIC_STEP_MS) / FRAME_MS)];
      const previous = parts.at(-1);
      if (previous?.to === from) previous.to = to;
      else parts.push({ from, to });
    }
    return parts.filter(
      ({ from, to }) =>
        to - from === end - start ||
        (to - from >= MIN_REMAINDER_FRAMES && !this.#isUnlikeSpeech(from * FRAME_MS, to * FRAME_MS)),
    );
  }

  #isUnlikeSpeech(startMs: number, endMs: number): boolean {
    const { stationary, tonal, flatness } = this.#texture.between(startMs, endMs);
    const brief = endMs - startMs <= MUSIC_WINDOW_MS;
    return (brief && stationary >= BRIEF_STATIONARY_SHARE) || tonal >= TONE_SHARE || flatness >= NOISE_FLATNESS;
  }
}

const ZEROS = Buffer.alloc(2 * PIECE_SAMPLES);

function isDigitalSilence(piece: Int16Array): boolean {
  if (piece[0] !== 0) return false;
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).compare(ZEROS, 0, piece.byteLength) === 0;
}

function isSteady(levels: readonly number[]): boolean {
  if (levels.length < MIN_STEADY_FRAMES) return false;
  const sorted = Uint8Array.from(levels).sort();
  const low = sorted[Math.floor(sorted.length * 0.1)] as number;
  const high = sorted[Math.floor(sorted.length * 0.9)] as number;
  return high - low < STEADY_RANGE_DB * STEPS_PER_DB;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
