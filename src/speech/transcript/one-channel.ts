// Handles a channel beside a silent one. It holds one party, or the whole call: a mono recording in one channel of a stereo file.
// It is transcribed as a mono recording; then the parties are separated by their voices and their words.
import type { Transcript } from '../../ports/transcript.js';
import type { MeasuredTrack, Measurement } from '../listening/measure-pcm.js';
import type { HeardPiece, MergedTranscript } from '../pieces/merge-pieces.js';
import type { RolesInput } from './assign-roles.js';
import { removePromptInjection } from './prompt-injection.js';

type Tracks = Pick<Measurement, 'layout' | 'tracks'>;

/** Minimum confidence: an utterance counts when its own words decide its role. */
const MIN_UTTERANCE_CONFIDENCE = 0.6;
/**
 * Both parties speak when each is sure of this many utterances, and of this share of all sure ones. Single utterances may be
 * wrong.
 */
const MIN_UTTERANCES = 2;
const MIN_UTTERANCE_SHARE = 0.25;

/** Tracks that an engine transcribes. */
export function tracksToHear({ layout, tracks }: Tracks): readonly MeasuredTrack[] {
  return layout === 'one-silent' ? tracks.map((track) => ({ ...track, channel: null })) : tracks;
}

/** Tracks that match the transcript. */
export function tracksOf(measurement: Tracks, { segments }: Pick<Transcript, 'segments'>): readonly MeasuredTrack[] {
  const isMono = segments.some(({ channel }) => channel === null);
  return isMono ? tracksToHear(measurement) : measurement.tracks;
}

/** The one track that may hold both speakers; null when there is none. */
export function monoTrackOf(measurement: Tracks): MeasuredTrack | null {
  const [track, other] = tracksToHear(measurement);
  return track !== undefined && other === undefined && track.channel === null ? track : null;
}

/** True where the engine heard several voices in one piece. Labels of different pieces may be of the same voice. */
export function hasSeveralVoices(pieces: readonly HeardPiece[]): boolean {
  return pieces.some(({ transcript }) => new Set(transcript.segments.map(({ speaker }) => speaker)).size > 1);
}

/** Pieces as an engine transcribes them. Pieces of earlier releases have the number of their channel. */
export function asHeard<Piece extends HeardPiece>(
  { layout }: Pick<Tracks, 'layout'>,
  pieces: readonly Piece[],
): Piece[] {
  return layout === 'one-silent' ? onChannel(pieces, null) : [...pieces];
}

/** Pieces assigned to the one party of a channel; with null, to a mono recording. */
export function onChannel<Piece extends HeardPiece>(pieces: readonly Piece[], channel: number | null): Piece[] {
  return pieces.map((each) => ({ ...each, piece: { ...each.piece, channel } }));
}

/** Turns what was merged as a mono recording into the words of the one party of the channel. */
export function asParty(merged: MergedTranscript, channel: number | null): MergedTranscript {
  const speaker = (own: string | null) => (channel === null ? own : `channel_${channel}`);
  return {
    ...merged,
    segments: merged.segments.map((segment) => ({ ...segment, channel, speaker: speaker(segment.speaker) })),
    spotted: merged.spotted.map((phrase) => ({ ...phrase, channel })),
  };
}

/** True when some utterances sound like the agent's and others like the customer's, by their words. */
export async function soundsLikeBoth(
  { segments, language }: MergedTranscript,
  context: Pick<RolesInput, 'durationMs' | 'language' | 'analyst' | 'signal'>,
): Promise<boolean> {
  if (segments.length === 0) return false;
  const call = {
    segments: removePromptInjection(segments.map((segment) => ({ ...segment, speaker: 'speaker_0' as const }))),
    language: language ?? context.language,
    outputLanguage: null,
    durationMs: context.durationMs,
    spotted: [],
  };
  const byWords = (await context.analyst.assignRoles(call, context.signal)).segments ?? {};
  const sure = Object.values(byWords).filter(({ confidence }) => confidence >= MIN_UTTERANCE_CONFIDENCE);
  const agents = sure.filter(({ role }) => role === 'agent').length;
  const fewer = Math.min(agents, sure.length - agents);
  return fewer >= MIN_UTTERANCES && fewer >= MIN_UTTERANCE_SHARE * sure.length;
}
