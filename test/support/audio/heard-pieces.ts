// Pieces of a recording with what a speech engine recognised in them, for tests of the steps after recognition.

import type { HeardSegment, PieceTranscript } from '../../../src/ports/speech-to-text.js';
import type { PiecePlan } from '../../../src/speech/pieces/cut-pieces.js';
import type { HeardPiece } from '../../../src/speech/pieces/merge-pieces.js';

/** A piece that is speech from its start to its end. */
export function planPiece(startMs: number, endMs: number, channel: number | null = null): PiecePlan {
  return { channel, startMs, endMs, file: 'track.pcm', speech: [{ startMs, endMs }] };
}

/** A segment without speaker, confidence and words, unless given. */
export function heardSegment(
  startMs: number,
  endMs: number,
  text: string,
  more: Partial<HeardSegment> = {},
): HeardSegment {
  return { speaker: null, startMs, endMs, text, confidence: null, words: null, ...more };
}

export function heardPiece(
  piece: PiecePlan,
  segments: readonly HeardSegment[],
  more: Partial<PieceTranscript> = {},
): HeardPiece {
  return { piece, transcript: { segments, language: null, spotted: [], providerSeconds: null, ...more } };
}
