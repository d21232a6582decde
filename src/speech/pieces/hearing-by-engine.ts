// Hearing score of each party when several engines transcribed a call. Each engine's part is rated by the limits of that engine.
// Pure.
import type { PartyHearing, Role, Segment, Transcript } from '../../ports/transcript.js';
import type { MeasuredTrack } from '../listening/measure-pcm.js';
import { hearParties } from './hearing.js';
import type { HeardPart } from './pieces-by-engine.js';

type HeardTrack = Pick<MeasuredTrack, 'channel' | 'speech' | 'signal'>;
type Hearing = Readonly<Record<Role, PartyHearing>>;

/** Rates each party. A party is assessable when every engine that heard its words heard them well. */
export function hearPartiesByEngine(
  transcript: Pick<Transcript, 'segments' | 'diarization'>,
  tracks: readonly HeardTrack[],
  parts: readonly HeardPart[],
): Hearing {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('A transcript without an engine that heard it');
  if (others.length === 0) return hearParties(transcript, tracks, first.hearing);
  const heard = parts.map((part) =>
    hearParties(
      { ...transcript, segments: transcript.segments.filter((segment) => isWithin(part, segment)) },
      tracks.map((track) => ({
        ...track,
        speech: track.speech.filter((span) => isWithin(part, { ...track, ...span })),
      })),
      part.hearing,
    ),
  );
  return { agent: weakest(heard.map(({ agent }) => agent)), customer: weakest(heard.map(({ customer }) => customer)) };
}

/**
 * True where the middle lies within: an utterance may be joined over the seam of two pieces, and speech may be cut in two by it.
 */
function isWithin(
  { pieces }: HeardPart,
  { channel, startMs, endMs }: Pick<Segment, 'channel' | 'startMs' | 'endMs'>,
): boolean {
  const middleMs = (startMs + endMs) / 2;
  return pieces.some((piece) => piece.channel === channel && piece.startMs <= middleMs && middleMs <= piece.endMs);
}

/** Weakest rating of the parts with speech. Silence in the part of one engine says nothing about the other parts. */
function weakest(parts: readonly PartyHearing[]): PartyHearing {
  const spoken = parts.filter(({ reasons }) => !reasons.includes('no_speech'));
  if (spoken.length === 0) return parts[0] as PartyHearing;
  const scores = spoken.flatMap(({ score }) => score ?? []);
  // An unknown score of one part must not hide that another part was heard badly.
  const isScored =
    scores.length === spoken.length || spoken.some(({ score, assessable }) => score !== null && !assessable);
  return {
    score: isScored ? Math.min(...scores) : null,
    basis: [...new Set(spoken.flatMap(({ basis }) => basis))],
    assessable: spoken.every(({ assessable }) => assessable),
    reasons: [...new Set(spoken.flatMap(({ reasons }) => reasons))],
  };
}
