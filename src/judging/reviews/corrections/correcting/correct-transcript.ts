// Makes the next version of a transcript from the stored one. Pure.
import type {
  HearingResponse,
  PartyHearingResponse,
  TranscriptResponse,
  TranscriptSegmentResponse,
} from '../../../../calls/results/analysis-transcript.response.js';
import { textOf } from '../../../../speech/transcript/transcript-wire.js';
import { countWords } from '../../../../speech/words/words.js';
import {
  isRole,
  ROLES,
  type Role,
  type SegmentChange,
  saysAllRoles,
  speakerAfter,
  type TranscriptChanges,
} from './transcript-changes.js';

/**
 * Applies the changes of a person.
 *
 * - Words and confidence of an edited text are null: they belong to other words. A change of the speaker alone keeps both.
 * - `edited` is true for a segment that a person changed individually, now or in an earlier version.
 * - Role confidence is 1 where a person has said who is who ({@link saysAllRoles}), else unchanged.
 * - For how well the parties were heard, see {@link hearingAfter}.
 * @param stored stored transcript, with the words of its segments
 */
export function correctTranscript(
  stored: TranscriptResponse,
  changes: TranscriptChanges,
  version: number,
): TranscriptResponse {
  const byId = new Map(changes.segments.map((change) => [change.id, change]));
  const segments = stored.segments.map((segment) => {
    const speaker = speakerAfter(segment.speaker, changes);
    return correctSegment({ ...segment, edited: segment.edited ?? false }, speaker, byId.get(segment.id));
  });
  const { diarization, hearing } = stored;
  const isSaid = saysAllRoles(turnsOf(stored.segments, byId), new Set(segments.map(({ speaker }) => speaker)), changes);
  return {
    ...stored,
    version,
    text: textOf(segments),
    segments,
    diarization: isSaid ? { ...diarization, role_confidence: 1 } : diarization,
    ...(hearing && { hearing: hearingAfter(hearing, stored.segments, segments, changes) }),
  };
}

function correctSegment(
  segment: TranscriptSegmentResponse,
  speaker: string,
  change: SegmentChange | undefined,
): TranscriptSegmentResponse {
  const after = { ...segment, speaker: change?.speaker ?? speaker };
  if (change?.text !== undefined && change.text !== segment.text)
    return { ...after, text: change.text, confidence: null, edited: true, words: null };
  const isMoved = change?.speaker !== undefined && change.speaker !== segment.speaker;
  return isMoved ? { ...after, edited: true } : after;
}

function turnsOf(segments: readonly TranscriptSegmentResponse[], changed: ReadonlyMap<number, SegmentChange>) {
  const turns = new Map<string, { speaker: string; turns: number; named: number }>();
  for (const { id, speaker } of segments) {
    const own = turns.get(speaker) ?? { speaker, turns: 0, named: 0 };
    own.turns += 1;
    if (changed.get(id)?.speaker !== undefined) own.named += 1;
    turns.set(speaker, own);
  }
  return [...turns.values()];
}

const unheard = (reason: string): PartyHearingResponse => ({
  score: null,
  basis: [],
  assessable: false,
  reasons: [reason],
});

/**
 * A correction does not improve how well a call was heard, so that silence cannot count against anyone because of it. A party
 * gets the worst value among the earlier speakers whose turns it has now. For a speaker without a known role, the value is
 * unknown.
 */
function hearingAfter(
  hearing: HearingResponse,
  before: readonly TranscriptSegmentResponse[],
  after: readonly TranscriptSegmentResponse[],
  changes: TranscriptChanges,
): HearingResponse {
  const sources: Record<Role, Set<string>> = { agent: new Set(), customer: new Set() };
  const spoke = new Set<string>();
  for (const [at, { speaker, text }] of after.entries()) {
    const was = before[at];
    if (!was || (countWords(text) === 0 && countWords(was.text) === 0)) continue;
    spoke.add(was.speaker);
    if (isRole(speaker)) sources[speaker].add(was.speaker);
  }
  const partyAfter = (role: Role): PartyHearingResponse => {
    // A party that says nothing may still be known: silent, or wordless on a channel of its own.
    const silent = ROLES.filter((label) => !spoke.has(label) && speakerAfter(label, changes) === role);
    const heardAs = sources[role].size > 0 ? [...sources[role]] : silent;
    return weakest(heardAs.map((label) => (isRole(label) ? hearing[label] : unheard('not_known'))));
  };
  return { agent: partyAfter('agent'), customer: partyAfter('customer') };
}

/** An unknown score must not hide that another part was heard badly. */
function weakest(parts: readonly PartyHearingResponse[]): PartyHearingResponse {
  if (parts.length === 0) return unheard('no_speech');
  if (parts.length === 1) return parts[0] as PartyHearingResponse;
  const scores = parts.flatMap(({ score }) => score ?? []);
  const isScored =
    scores.length === parts.length || parts.some(({ score, assessable }) => score !== null && !assessable);
  return {
    score: isScored ? Math.min(...scores) : null,
    basis: [...new Set(parts.flatMap(({ basis }) => basis))],
    assessable: parts.every(({ assessable }) => assessable),
    reasons: [...new Set(parts.flatMap(({ reasons }) => reasons))],
  };
}

/** The transcript as `GET /analysis/{id}` shows it without `include=words`. */
export function withoutWords(transcript: TranscriptResponse): TranscriptResponse {
  return { ...transcript, segments: transcript.segments.map(({ words: _, ...segment }) => segment) };
}
