// Adds to a transcript how well each party was heard, and by which engines. Pure.
import type { SpeechEngine } from '../../ports/speech-to-text.js';
import type { Transcript } from '../../ports/transcript.js';
import type { Measurement } from '../listening/measure-pcm.js';
import { hearPartiesByEngine } from '../pieces/hearing-by-engine.js';
import { type AttributedPiece, type HeardPart, partsByEngine } from '../pieces/pieces-by-engine.js';
import { onChannel, tracksOf } from './one-channel.js';

export interface HeardTranscript {
  /** Transcript with the hearing of each party. */
  readonly transcript: Transcript;
  /** Parts by engine, never empty. For a recording without speech: the engine of this worker. */
  readonly heardBy: readonly HeardPart[];
}

/**
 * @param pieces as they were transcribed
 * @param listener the engine of this worker
 */
export function withHearing(
  transcript: Transcript,
  measurement: Pick<Measurement, 'layout' | 'tracks'>,
  pieces: readonly AttributedPiece[],
  { name: engine, grade, hearing, named }: SpeechEngine,
): HeardTranscript {
  const tracks = tracksOf(measurement, transcript);
  const [track, other] = tracks;
  const own = track && !other ? onChannel(pieces, track.channel) : pieces;
  const heardBy =
    own.length > 0
      ? partsByEngine(own)
      : [{ engine, grade, hearing, ...(named && { named }), pieces: [], speechMs: 0 }];
  return { transcript: { ...transcript, hearing: hearPartiesByEngine(transcript, tracks, heardBy) }, heardBy };
}
