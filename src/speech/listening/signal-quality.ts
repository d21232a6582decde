// Sound quality of a track for a recogniser: noise, bandwidth, clipping. The pass that finds the speech computes almost all of it
// anyway, so these figures cost almost nothing.
import { decibelOfLevel, LEVELS, levelAtShare, levelOfDecibel, MIN_DB } from './frame-levels.js';
import { SAMPLE_RATE_HZ } from './pcm-format.js';

/** Plain JSON: part of the checkpoint of the measurement. Levels are in dB relative to full scale, shares 0 to 1. */
export interface SignalQuality {
  /** Level of the background between the speech; null where there is none. */
  readonly noiseDb: number | null;
  /**
   * Level of the quietest moments within the speech (stop consonants, short pauses): it shows a noise that a gate removes
   * between the speech. Null without speech.
   */
  readonly quietDb: number | null;
  /** Share of the frames of speech with much energy above 4 kHz, as in `s` and `f`; null without speech. */
  readonly brightShare: number | null;
  /** Share of the samples of speech at the highest magnitude of the track; null without speech. */
  readonly clippedShare: number | null;
}

export interface TrackLevel {
  /** Level that the loudest 0.3 s reach, tones and music left out, in dB; null where there is no sound. */
  readonly loudDb: number | null;
  /** Mean of the samples. */
  readonly offset: number;
}

const FRAME_SAMPLES = SAMPLE_RATE_HZ / 100;
/** Half the frames of the background lie below its level: the rest of a cough or a key stroke does not count. */
const BACKGROUND_SHARE = 0.5;
/** One frame in twenty of clean speech is a closure or a short pause. */
const QUIET_SHARE = 0.05;
/** Frames below are digital silence, which a gate or a codec has put there: they say nothing about the noise. */
const MIN_AUDIBLE_LEVEL = levelOfDecibel(MIN_DB + 10);

/** 0.3 s: clicks are shorter, and a word is longer. */
const LOUD_FRAMES = 30;

/** Magnitudes are counted in steps of 256, of every eighth sample: enough for a share of a thousandth within seconds. */
const MAGNITUDE_BITS = 8;
const MAGNITUDES = 129;
const SAMPLE_STEP = 8;
/** Share of the highest magnitude from which on samples count as clipped: an encoder makes a clipped peak ripple a little. */
const CEILING = 0.98;

export class SignalGauge {
  readonly #background = new Int32Array(LEVELS);
  readonly #speech = new Int32Array(LEVELS);
  readonly #magnitudes = new Int32Array(MAGNITUDES);
  /** Samples to pass over at the start of the next piece. */
  #skip = 0;
  #sum = 0;
  #counted = 0;
  #speechFrames = 0;
  #textureFrames = 0;
  #brightFrames = 0;

  /** Samples of the track, in pieces of any length. */
  pushSamples(samples: Int16Array): void {
    const magnitudes = this.#magnitudes;
    let at = this.#skip;
    let sum = this.#sum;
    for (; at < samples.length; at += SAMPLE_STEP) {
      magnitudes[Math.abs(samples[at]!) >> MAGNITUDE_BITS]! += 1;
      sum += samples[at]!;
      this.#counted++;
    }
    this.#sum = sum;
    this.#skip = at - samples.length;
  }

  /** Level of each frame of the track. */
  pushFrame(level: number): void {
    this.#background[level]! += 1;
  }

  /** Levels of frames that turned out to be speech, and how many of its spectral frames are bright. */
  addSpeech(levels: readonly number[], brightness: { readonly frames: number; readonly bright: number }): void {
    this.#speechFrames += levels.length;
    for (const level of levels) {
      this.#background[level]! -= 1;
      if (level >= MIN_AUDIBLE_LEVEL) this.#speech[level]! += 1;
    }
    this.#textureFrames += brightness.frames;
    this.#brightFrames += brightness.bright;
  }

  /** Levels of frames that turned out to be tones or music: neither speech nor background. */
  addRemoved(levels: readonly number[]): void {
    for (const level of levels) this.#background[level]! -= 1;
  }

  /** Correction that the track would need, see `level-track.ts`. */
  level(): TrackLevel {
    let left = LOUD_FRAMES;
    let level = LEVELS - 1;
    for (; level > 0 && left > 0; level--) left -= Math.max(0, this.#background[level]!) + this.#speech[level]!;
    return {
      loudDb: decibelOfLevel(level < MIN_AUDIBLE_LEVEL ? null : level),
      offset: this.#counted === 0 ? 0 : this.#sum / this.#counted,
    };
  }

  result(): SignalQuality {
    return {
      noiseDb: decibelOfLevel(levelAtShare(this.#background, BACKGROUND_SHARE)),
      quietDb: decibelOfLevel(levelAtShare(this.#speech, QUIET_SHARE)),
      brightShare: this.#textureFrames === 0 ? null : round4(this.#brightFrames / this.#textureFrames),
      clippedShare: this.#clippedShare(),
    };
  }

  /** Share of speech samples at the ceiling. The loudest samples of a track are assumed to be speech. */
  #clippedShare(): number | null {
    if (this.#speechFrames === 0) return null;
    const highest = this.#magnitudes.findLastIndex((count) => count > 0);
    let atCeiling = 0;
    for (let step = MAGNITUDES - 1; step > 0 && step >= CEILING * highest; step--) atCeiling += this.#magnitudes[step]!;
    return Math.min(1, round4((atCeiling * SAMPLE_STEP) / (this.#speechFrames * FRAME_SAMPLES)));
  }
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
