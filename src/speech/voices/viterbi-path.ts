// Who speaks in each frame: the likeliest sequence of two voices through a recording, by the Viterbi algorithm.

import type { SpeechSpan } from '../../ports/transcript.js';
import type { VoiceTurn } from '../../ports/voice-separation.js';
import type { GaussianMixture } from './gaussian-mixture.js';
import { FRAME_STEP_MS, type MfccFrames } from './mfcc.js';

/**
 * Penalty for a change of voice, in nats. Within speech it takes about half a second of clear evidence to outweigh it;
 * after a pause, where turns usually change, far less.
 */
const SWITCH_PENALTY = 120;
const SWITCH_PENALTY_AFTER_PAUSE = 30;

/** Bits of a frame's back pointer: the best path to that voice comes from the other one. */
const SWITCHED_TO_ZERO = 1;
const SWITCHED_TO_ONE = 2;

/** Frames of one span of speech. */
export interface SpeechFrames extends MfccFrames {
  readonly startMs: number;
  readonly endMs: number;
  /** 1 for each frame that is loud enough to be the voice and not a pause or the background. */
  readonly loud: Uint8Array;
}

/** Keeps one byte per frame; nothing else grows with the length of the recording. */
export class ViterbiPath {
  readonly #backPointers: Uint8Array[] = [];
  readonly #spans: SpeechSpan[] = [];
  /** Score of the best path to each voice, less the greater of the two. */
  readonly #scores: [number, number] = [0, 0];

  constructor(private readonly models: readonly [GaussianMixture, GaussianMixture]) {}

  /** Spans must come in ascending order. */
  push({ startMs, endMs, count, cepstra, loud }: SpeechFrames): void {
    const pointers = new Uint8Array(count);
    const scores = this.#scores;
    const afterPause = startMs > (this.#spans.at(-1)?.endMs ?? 0);
    for (let frame = 0; frame < count; frame++) {
      const penalty = frame === 0 && afterPause ? SWITCH_PENALTY_AFTER_PAUSE : SWITCH_PENALTY;
      let [zero, one] = scores;
      if (scores[1] - penalty > zero) {
        zero = scores[1] - penalty;
        pointers[frame]! |= SWITCHED_TO_ZERO;
      }
      if (scores[0] - penalty > one) {
        one = scores[0] - penalty;
        pointers[frame]! |= SWITCHED_TO_ONE;
      }
      if (loud[frame] === 1) {
        zero += this.models[0].logDensity(cepstra, frame);
        one += this.models[1].logDensity(cepstra, frame);
      }
      const best = Math.max(zero, one);
      scores[0] = zero - best;
      scores[1] = one - best;
    }
    this.#backPointers.push(pointers);
    this.#spans.push({ startMs, endMs });
  }

  /** The voice of each frame (0 or 1), span after span. */
  states(): Uint8Array {
    const states = new Uint8Array(this.#backPointers.reduce((sum, { length }) => sum + length, 0));
    let state = this.#scores[0] >= this.#scores[1] ? 0 : 1;
    let at = states.length;
    for (const pointers of this.#backPointers.toReversed()) {
      for (let frame = pointers.length - 1; frame >= 0; frame--) {
        states[--at] = state;
        if ((pointers[frame]! & (state === 0 ? SWITCHED_TO_ZERO : SWITCHED_TO_ONE)) !== 0) state = 1 - state;
      }
    }
    return states;
  }

  /** The spans, cut where the voice changes. */
  turns(): VoiceTurn[] {
    const states = this.states();
    const turns: VoiceTurn[] = [];
    let at = 0;
    for (const [index, { startMs, endMs }] of this.#spans.entries()) {
      const count = this.#backPointers[index]!.length;
      let from = startMs;
      for (let frame = 0; frame < count; frame++, at++) {
        const last = frame === count - 1;
        if (!last && states[at + 1] === states[at]) continue;
        const to = last ? endMs : startMs + (frame + 1) * FRAME_STEP_MS;
        turns.push({ startMs: from, endMs: to, voice: states[at] === 0 ? 0 : 1 });
        from = to;
      }
    }
    return turns;
  }
}
