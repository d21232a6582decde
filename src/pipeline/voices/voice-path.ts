// Whose turn it is, moment by moment: the likeliest sequence of two voices through a recording, by the Viterbi algorithm.
import type { SpeechSpan } from '../../ports/transcript.js';
import { FRAME_MS, type VoiceFrames } from './voice-features.js';
import type { VoiceMixture } from './voice-mixture.js';

/** What a change of voice costs, in nats: within speech as much as half a second of clear evidence, at a pause far less. */
const SWITCH_COST = 120;
const PAUSE_SWITCH_COST = 30;

/** A stretch of speech in frames, with those marked (1) that are loud enough to be a voice. */
export interface VoicedFrames extends VoiceFrames {
  readonly startMs: number;
  readonly endMs: number;
  readonly voiced: Uint8Array;
}

export interface VoiceTurn extends SpeechSpan {
  readonly voice: 0 | 1;
}

/** One byte a frame is kept, nothing else grows with the recording's length. */
export class VoicePath {
  readonly #back: Uint8Array[] = [];
  readonly #spans: SpeechSpan[] = [];
  readonly #scores: [number, number] = [0, 0];

  constructor(private readonly models: readonly [VoiceMixture, VoiceMixture]) {}

  /** Stretches in the order of time. */
  push({ startMs, endMs, count, cepstra, voiced }: VoicedFrames): void {
    const back = new Uint8Array(count);
    const scores = this.#scores;
    const afterPause = startMs > (this.#spans.at(-1)?.endMs ?? 0);
    for (let frame = 0; frame < count; frame++) {
      const cost = frame === 0 && afterPause ? PAUSE_SWITCH_COST : SWITCH_COST;
      let [zero, one] = scores;
      if (scores[1] - cost > zero) {
        zero = scores[1] - cost;
        back[frame]! |= 1;
      }
      if (scores[0] - cost > one) {
        one = scores[0] - cost;
        back[frame]! |= 2;
      }
      if (voiced[frame] === 1) {
        zero += this.models[0].score(cepstra, frame);
        one += this.models[1].score(cepstra, frame);
      }
      const best = Math.max(zero, one);
      scores[0] = zero - best;
      scores[1] = one - best;
    }
    this.#back.push(back);
    this.#spans.push({ startMs, endMs });
  }

  /** The voice of each frame, stretch after stretch. */
  states(): Uint8Array {
    const states = new Uint8Array(this.#back.reduce((sum, { length }) => sum + length, 0));
    let state = this.#scores[0] >= this.#scores[1] ? 0 : 1;
    let at = states.length;
    for (const back of this.#back.toReversed()) {
      for (let frame = back.length - 1; frame >= 0; frame--) {
        states[--at] = state;
        if ((back[frame]! & (state === 0 ? 1 : 2)) !== 0) state = 1 - state;
      }
    }
    return states;
  }

  /** The stretches again, cut where the voice changes. */
  turns(): VoiceTurn[] {
    const states = this.states();
    const turns: VoiceTurn[] = [];
    let at = 0;
    for (const [index, { startMs, endMs }] of this.#spans.entries()) {
      const count = this.#back[index]!.length;
      let from = startMs;
      for (let frame = 0; frame < count; frame++, at++) {
        const last = frame === count - 1;
        if (!last && states[at + 1] === states[at]) continue;
        const to = last ? endMs : startMs + (frame + 1) * FRAME_MS;
        turns.push({ startMs: from, endMs: to, voice: states[at] === 0 ? 0 : 1 });
        from = to;
      }
    }
    return turns;
  }
}
