// Finds where somebody speaks, so that recognisers hear utterances and silence is never sent, paid for or made up into words.
import type { SpeechSpan } from '../../ports/transcript.js';
import { SoundTexture } from './sound-texture.js';

/** Speech with its mean level, by which the channel that really spoke is told from one that only picked it up. */
export interface MeasuredSpan extends SpeechSpan {
  /** dB relative to full scale. */
  readonly levelDb: number;
}

export interface VoiceActivity {
  /** Ascending, without overlap; neighbours touch where a long utterance was split. */
  readonly speech: readonly MeasuredSpan[];
  /** Speech over background, in dB; null without speech. */
  readonly snrDb: number | null;
  /** Mean level of the speech, or of everything where there is none, in dB relative to full scale. */
  readonly levelDb: number;
}

export const VAD_SAMPLE_RATE = 16_000;

/** Frames of 10 ms, the unit of pocketsphinx too. */
const FRAME_MS = 10;
const FRAME_SAMPLES = (VAD_SAMPLE_RATE * FRAME_MS) / 1000;

/** What is looked through for silence at once. */
const PIECE_SAMPLES = 4096;

/** Levels are kept in half decibels above this floor, which digital silence falls to. */
const LOWEST_DB = -100;
const STEPS_PER_DB = 2;
const LEVELS = 256;

/** The background is judged over 15 s before and after each frame: longer than any breathless stretch of speech. */
const HALF_WINDOW = 1500;
const WINDOW = 2 * HALF_WINDOW + 1;
/** Even in dense speech a tenth of the frames are pauses and stops. */
const FLOOR_SHARE = 0.1;

/** Speech must rise over the background by this to begin, and may fall back to the lower figure before it ends. */
const ONSET_DB = 9;
const RELEASE_DB = 6;
/** Below this nothing is taken for speech, however quiet the background: comfort noise and line hum live there. */
const LEAST_SPEECH_DB = -60;

/** A click is shorter than the first; a pause shorter than the second belongs to the utterance. */
const LEAST_LOUD_FRAMES = 10;
const BRIDGED_FRAMES = 30;
/** Soft beginnings and endings lie below the thresholds. */
const PAD_BEFORE_FRAMES = 15;
const PAD_AFTER_FRAMES = 20;

/**
 * Speech moves through 10 dB and more within a syllable; dial tones, beeps and a hiss that sets in stay level.
 * The distance between the tenth and the ninetieth percentile of an utterance's frames decides, from half a second on.
 */
const STEADY_RANGE_DB = 4;
const STEADY_FROM_FRAMES = 50;

/**
 * A stretch of 2 s is music when at least this much of its energy stands still. What is spoken over music in the
 * background stays, since it is louder.
 */
const MUSIC_SHARE = 0.25;
const MUSIC_WINDOW_MS = 2000;
const MUSIC_STEP_MS = 250;
/** An utterance of no more than that is a ringing tone or a few notes when this much of it stands still. */
const BRIEF_MUSIC_SHARE = 0.5;
/** Nothing but tones and the keys of a telephone. */
const TONE_SHARE = 0.9;
/** Crackling and rustling: noise that comes and goes is as flat as noise that stays. */
const NOISE_FLATNESS = 0.4;
/** What music leaves of an utterance is speech only if a syllable fits into it. */
const LEAST_REST_FRAMES = 30;

/** Recognisers that hear utterances lose words in longer ones; these are split where they are quietest. */
const LONGEST_FRAMES = 1500;
const EARLIEST_SPLIT_FRAMES = 700;
/** A split looks for the quietest 50 ms, not for a single frame. */
const SPLIT_SMOOTHING = 2;

/** Telephone hum and offset are kept from passing for speech: a first-order high-pass at about 130 Hz. */
const HIGH_PASS = 0.95;

/**
 * Energy detector with a noise floor that follows the recording; tones and music are taken out again by their texture.
 * Memory is constant but for the spans themselves, whatever the length. An unaccompanied singer passes for speech, and
 * so does a tune of nothing but short plucked notes.
 */
export class VoiceActivityDetector {
  readonly #texture = new SoundTexture();
  readonly #window = new Uint8Array(WINDOW);
  readonly #histogram = new Uint32Array(LEVELS);
  #pushedFrames = 0;
  #decidedFrames = 0;

  #previousInput = 0;
  #previousOutput = 0;
  #frameEnergy = 0;
  #frameFill = 0;
  #samples = 0;

  /** Levels of the utterance that is being heard, from its first loud frame; bounded by the longest utterance. */
  #utterance: number[] = [];
  #utteranceStart = 0;
  #loudFrames = 0;
  #quietRun = 0;
  /** True where the running utterance continues one that was split. */
  #continued = false;
  readonly #spans: { start: number; end: number; power: number; frames: number }[] = [];

  #speechPower = 0;
  #speechFrames = 0;
  #totalPower = 0;
  /** Of tones and music, which are neither speech nor the line's noise. */
  #musicPower = 0;
  #musicFrames = 0;

  /** Mono samples at 16 kHz, any number at a time. */
  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += PIECE_SAMPLES)
      this.#pushPiece(samples.subarray(at, at + PIECE_SAMPLES));
  }

  #pushPiece(samples: Int16Array): void {
    const silent = isSilent(samples);
    this.#texture.push(samples, silent);
    this.#samples += samples.length;
    if (silent && this.#previousInput === 0 && this.#previousOutput === 0) {
      this.#pushSilence(samples.length);
      return;
    }
    let input = this.#previousInput;
    let output = this.#previousOutput;
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + FRAME_SAMPLES - this.#frameFill);
      let energy = this.#frameEnergy;
      this.#frameFill += end - at;
      // Two at a time: each output waits for the one before, and so for half as many.
      for (; at + 1 < end; at += 2) {
        const first = samples[at]!;
        const second = samples[at + 1]!;
        const rise = first - input;
        const one = rise + HIGH_PASS * output;
        output = second - first + HIGH_PASS * rise + HIGH_PASS * HIGH_PASS * output;
        input = second;
        energy += one * one + output * output;
      }
      if (at < end) {
        output = samples[at]! - input + HIGH_PASS * output;
        input = samples[at++]!;
        energy += output * output;
      }
      this.#frameEnergy = energy;
      if (this.#frameFill < FRAME_SAMPLES) break;
      this.#pushFrame(energy / FRAME_SAMPLES);
      this.#frameEnergy = 0;
      this.#frameFill = 0;
      // The filter's tail never quite ends, and numbers so small take a processor a hundred times as long.
      if (input === 0 && Math.abs(output) < 1e-6) output = 0;
    }
    this.#previousInput = input;
    this.#previousOutput = output;
  }

  /** Zeros on which the filter has come to rest: half of a recorded line, and hours of a hostile file. */
  #pushSilence(samples: number): void {
    this.#frameFill += samples;
    for (; this.#frameFill >= FRAME_SAMPLES; this.#frameFill -= FRAME_SAMPLES) {
      this.#pushFrame(this.#frameEnergy / FRAME_SAMPLES);
      this.#frameEnergy = 0;
    }
  }

  /** Ends the recording; the detector cannot be used afterwards. */
  finish(): VoiceActivity {
    if (this.#frameFill > 0) this.#pushFrame(this.#frameEnergy / this.#frameFill);
    while (this.#decidedFrames < this.#pushedFrames) this.#decide(this.#decidedFrames++);
    this.#endUtterance();

    const lastMs = Math.round((this.#samples * 1000) / VAD_SAMPLE_RATE);
    const noiseFrames = this.#pushedFrames - this.#speechFrames - this.#musicFrames;
    const noisePower = Math.max(0, this.#totalPower - this.#speechPower - this.#musicPower);
    const noise = noiseFrames === 0 ? 0 : noisePower / noiseFrames;
    const heard = this.#speechFrames === 0 ? 0 : this.#speechPower / this.#speechFrames;
    const all = this.#pushedFrames === 0 ? 0 : this.#totalPower / this.#pushedFrames;
    return {
      speech: this.#spans.map(({ start, end, power, frames }) => ({
        startMs: start * FRAME_MS,
        endMs: Math.min(end * FRAME_MS, lastMs),
        levelDb: round1(decibel(power / frames)),
      })),
      snrDb:
        this.#speechFrames === 0 ? null : round1(Math.max(0, decibel(Math.max(0, heard - noise)) - decibel(noise))),
      levelDb: round1(decibel(this.#speechFrames === 0 ? all : heard)),
    };
  }

  #pushFrame(meanSquare: number): void {
    const level = levelOf(meanSquare / (32_768 * 32_768));
    const slot = this.#pushedFrames % WINDOW;
    if (this.#pushedFrames >= WINDOW) this.#histogram[this.#window[slot] as number]! -= 1;
    this.#window[slot] = level;
    this.#histogram[level]! += 1;
    this.#pushedFrames++;
    this.#totalPower += powerOf(level);
    if (this.#pushedFrames - this.#decidedFrames > HALF_WINDOW) this.#decide(this.#decidedFrames++);
  }

  #floor(): number {
    const wanted = Math.max(1, FLOOR_SHARE * Math.min(this.#pushedFrames, WINDOW));
    let seen = 0;
    for (let level = 0; level < LEVELS; level++) {
      seen += this.#histogram[level] as number;
      if (seen >= wanted) return level;
    }
    return LEVELS - 1;
  }

  #decide(frame: number): void {
    const level = this.#window[frame % WINDOW] as number;
    const floor = this.#floor();
    const least = (LEAST_SPEECH_DB - LOWEST_DB) * STEPS_PER_DB;
    const running = this.#utterance.length > 0;
    const rise = (running && this.#quietRun === 0 ? RELEASE_DB : ONSET_DB) * STEPS_PER_DB;
    const loud = level >= Math.max(floor + rise, least);

    if (!running && !loud) return;
    if (!running) this.#utteranceStart = frame;
    this.#utterance.push(level);
    if (loud) {
      this.#loudFrames++;
      this.#quietRun = 0;
      if (this.#utterance.length >= LONGEST_FRAMES) this.#split();
    } else if (++this.#quietRun > BRIDGED_FRAMES) {
      this.#endUtterance();
    }
  }

  /** Cuts the running utterance at its quietest point; what follows the cut goes on as the next one. */
  #split(): void {
    const levels = this.#utterance;
    let cut = EARLIEST_SPLIT_FRAMES;
    let quietest = Number.POSITIVE_INFINITY;
    for (let at = EARLIEST_SPLIT_FRAMES; at < levels.length - SPLIT_SMOOTHING - 1; at++) {
      let sum = 0;
      for (let near = at - SPLIT_SMOOTHING; near <= at + SPLIT_SMOOTHING; near++) sum += levels[near] as number;
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
    const enough = this.#loudFrames >= LEAST_LOUD_FRAMES || this.#continued;
    if (levels.length > 0 && enough) {
      this.#record(this.#utteranceStart, this.#utteranceStart + levels.length, levels, PAD_AFTER_FRAMES);
    }
    this.#utterance = [];
    this.#loudFrames = 0;
    this.#quietRun = 0;
    this.#continued = false;
  }

  #record(start: number, end: number, levels: readonly number[], padAfter: number): void {
    if (isSteady(levels)) return;
    let spokenTo = start;
    for (const { from, to } of this.#spokenParts(start, end)) {
      this.#disregard(levels.slice(spokenTo - start, from - start));
      spokenTo = to;
      const own = levels.slice(from - start, to - start);
      const power = powerOfAll(own);
      const padded = this.#continued || from > start ? from : Math.max(0, from - PAD_BEFORE_FRAMES);
      const first = Math.max(padded, this.#spans.at(-1)?.end ?? 0);
      this.#spans.push({ start: first, end: to + (to === end ? padAfter : 0), power, frames: own.length });
      this.#speechPower += power;
      this.#speechFrames += own.length;
    }
    this.#disregard(levels.slice(spokenTo - start));
  }

  #disregard(levels: readonly number[]): void {
    this.#musicPower += powerOfAll(levels);
    this.#musicFrames += levels.length;
  }

  /** The parts of an utterance that are neither tone nor music: those within some stretch of 2 s that is not. */
  #spokenParts(start: number, end: number): { from: number; to: number }[] {
    const [startMs, endMs] = [start * FRAME_MS, end * FRAME_MS];
    if (this.#isUnlikeSpeech(startMs, endMs)) return [];

    // A stretch that is mostly silence beside the utterance would say little of it.
    const firstMs = Math.max(0, startMs - MUSIC_WINDOW_MS / 2);
    const lastMs = Math.max(
      firstMs,
      Math.min(this.#pushedFrames * FRAME_MS, endMs + MUSIC_WINDOW_MS / 2) - MUSIC_WINDOW_MS,
    );
    const parts: { from: number; to: number }[] = [];
    let spokenUntilMs = 0;
    let windowMs = firstMs;
    for (let cellMs = startMs; cellMs < endMs; cellMs += MUSIC_STEP_MS) {
      for (; windowMs <= cellMs && windowMs < lastMs + MUSIC_STEP_MS; windowMs += MUSIC_STEP_MS) {
        const beganMs = Math.min(windowMs, lastMs);
        const { still, tone } = this.#texture.between(beganMs, beganMs + MUSIC_WINDOW_MS);
        if (still < MUSIC_SHARE && tone < TONE_SHARE) spokenUntilMs = beganMs + MUSIC_WINDOW_MS;
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
        (to - from >= LEAST_REST_FRAMES && !this.#isUnlikeSpeech(from * FRAME_MS, to * FRAME_MS)),
    );
  }

  #isUnlikeSpeech(startMs: number, endMs: number): boolean {
    const { still, tone, flatness } = this.#texture.between(startMs, endMs);
    const brief = endMs - startMs <= MUSIC_WINDOW_MS;
    return (brief && still >= BRIEF_MUSIC_SHARE) || tone >= TONE_SHARE || flatness >= NOISE_FLATNESS;
  }
}

const POWERS = Float64Array.from({ length: LEVELS }, (_, level) =>
  level === 0 ? 0 : 10 ** ((level / STEPS_PER_DB + LOWEST_DB) / 10),
);

function powerOf(level: number): number {
  return POWERS[level] as number;
}

const NOTHING = Buffer.alloc(2 * PIECE_SAMPLES);

function isSilent(piece: Int16Array): boolean {
  if (piece[0] !== 0) return false;
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).compare(NOTHING, 0, piece.byteLength) === 0;
}

function powerOfAll(levels: readonly number[]): number {
  return levels.reduce((sum, level) => sum + powerOf(level), 0);
}

function isSteady(levels: readonly number[]): boolean {
  if (levels.length < STEADY_FROM_FRAMES) return false;
  const sorted = Uint8Array.from(levels).sort();
  const low = sorted[Math.floor(sorted.length * 0.1)] as number;
  const high = sorted[Math.floor(sorted.length * 0.9)] as number;
  return high - low < STEADY_RANGE_DB * STEPS_PER_DB;
}

function levelOf(power: number): number {
  if (power <= 0) return 0;
  return Math.min(LEVELS - 1, Math.max(0, Math.round((10 * Math.log10(power) - LOWEST_DB) * STEPS_PER_DB)));
}

function decibel(power: number): number {
  return power <= 0 ? LOWEST_DB : Math.max(LOWEST_DB, 10 * Math.log10(power));
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
