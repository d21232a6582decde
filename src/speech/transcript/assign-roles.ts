// Decides which speaker is the agent and which the customer: by the channel that the client names, otherwise by the words.
// Speakers whose role is uncertain keep a number.
import type { CallAnalyst, RoleAssignment } from '../../ports/call-analyst.js';
import type { DiarizationMethod, Role, Segment, Speaker, Transcript } from '../../ports/transcript.js';
import type { ChannelLayout } from '../listening/channel-layout.js';
import type { MergedSegment, MergedTranscript } from '../pieces/merge-pieces.js';
import { removePromptInjection } from './prompt-injection.js';
import { voicesAgree } from './voices-agree.js';

/** Minimum confidence for assigning a role by the words. */
const MIN_ROLE_CONFIDENCE = 0.6;

/**
 * Default when the words do not decide. Amazon Connect and FreeSWITCH record the customer on channel 0, and so does Twilio for
 * inbound calls. A confidence of 0.5 means that nothing was decided: such a call is not judged.
 */
const UNDECIDED = { agentChannel: 1, confidence: 0.5 };

/**
 * Upper bound on the confidence of a role, by how clearly the voices are separated: a role is no surer than the voice
 * it is given to. The bound is `min` at `minSeparation` and grows by `perNat` to `max`. Voices separated by about
 * `minSeparation` keep numbers: a recording of one voice has reached 0.26 nats a frame. Of 62 calls diarized with a
 * separation of at least 0.32, none had more than 4 % of its speech with the wrong voice.
 */
const VOICE_CONFIDENCE = { minSeparation: 0.28, min: 0.58, perNat: 0.7, max: 0.95 };

export interface RolesInput {
  readonly merged: MergedTranscript;
  readonly layout: ChannelLayout;
  readonly durationMs: number;
  /** Channel of the agent, as the client gave it. */
  readonly agentChannel: number | null;
  /** Language given by the client, else detected in the text; used when the engine named none. ISO 639-1. */
  readonly language: string | null;
  /** Difference of the voices, in nats a frame, when the labels come from diarization without a trained model; otherwise null. */
  readonly voiceSeparation: number | null;
  /** True when the labels come from a trained model that separated the voices without regard to the words. */
  readonly voicesFromModel?: boolean;
  readonly analyst: Pick<CallAnalyst, 'assignRoles'>;
  readonly signal: AbortSignal;
}

interface RoleDecision {
  readonly speakerOf: (segment: MergedSegment) => Speaker;
  readonly method: DiarizationMethod;
  readonly roleConfidence: number;
}

/** Throws what the analyst throws. */
export async function assignRoles(input: RolesInput): Promise<Transcript> {
  const { merged } = input;
  const language = merged.language ?? input.language;
  if (merged.segments.length === 0) {
    return { segments: [], language: null, diarization: { method: 'none', roleConfidence: 0 }, spotted: [] };
  }
  const decision = await decideRoles(input, language);
  const segments = merged.segments.map((segment): Segment => ({ ...segment, speaker: decision.speakerOf(segment) }));
  return {
    segments,
    language,
    diarization: {
      method: decision.method,
      roleConfidence: decision.roleConfidence,
      ...(input.voiceSeparation === null ? {} : { heuristic: true }),
    },
    spotted: merged.spotted.flatMap(({ channel, ...phrase }) => {
      const speaker = findSpeakerAt(segments, channel, phrase.startMs);
      return speaker === null ? [] : [{ ...phrase, speaker }];
    }),
  };
}

async function decideRoles(input: RolesInput, language: string | null): Promise<RoleDecision> {
  const { merged, layout, agentChannel } = input;
  const byChannel = layout === 'stereo' || layout === 'one-silent';
  if (byChannel && agentChannel !== null) {
    return {
      speakerOf: ({ channel }) => (channel === agentChannel ? 'agent' : 'customer'),
      method: 'channel',
      roleConfidence: 1,
    };
  }
  const numbers = new Map<string | null, number>();
  for (const { speaker } of merged.segments) if (!numbers.has(speaker)) numbers.set(speaker, numbers.size);
  const numbered = ({ speaker }: MergedSegment): Speaker => `speaker_${numbers.get(speaker) ?? 0}`;
  const call = {
    segments: removePromptInjection(merged.segments.map((segment) => ({ ...segment, speaker: numbered(segment) }))),
    language,
    outputLanguage: null,
    durationMs: input.durationMs,
    spotted: [],
  };
  const proposed = await input.analyst.assignRoles(call, input.signal);
  const assignment = { ...proposed, speakers: settleConflict(proposed.speakers) };
  if (layout === 'stereo') return decideByChannel(merged, assignment, numbered);
  if (merged.segments.some(({ speaker }) => speaker !== null)) {
    const maxConfidence = input.voiceSeparation === null ? 1 : maxVoiceConfidence(input.voiceSeparation);
    const decision = decideByLabel(assignment, maxConfidence, numbered, byChannel ? 'channel' : 'model');
    if (!input.voicesFromModel || decision.roleConfidence === 0) return decision;
    const roleOf = new Map(merged.segments.map((segment) => [segment.id, decision.speakerOf(segment)]));
    if (await voicesAgree(call, roleOf, input.analyst, input.signal)) return decision;
    return { ...decision, speakerOf: numbered, roleConfidence: 0 };
  }
  return decideBySegment(assignment);
}

/**
 * Resolves a conflict of two speakers with the same role. The surer one keeps it, with 0.5 plus half of its lead, and the other
 * gets none. A third speaker may be a second agent, so three are left unchanged.
 */
function settleConflict(speakers: RoleAssignment['speakers']): RoleAssignment['speakers'] {
  const [surer, other, third] = Object.entries(speakers).sort(([, a], [, b]) => b.confidence - a.confidence);
  if (!surer || !other || third || surer[1].role !== other[1].role) return speakers;
  const [label, { role, confidence }] = surer;
  return { [label]: { role, confidence: 0.5 + (confidence - other[1].confidence) / 2 } };
}

/** Two channels are two parties, so that the role of one gives the role of the other. */
function decideByChannel(
  merged: MergedTranscript,
  assignment: RoleAssignment,
  numbered: (segment: MergedSegment) => Speaker,
): RoleDecision {
  let { agentChannel, confidence } = UNDECIDED;
  for (const segment of merged.segments) {
    const assigned = assignment.speakers[numbered(segment)];
    if (!assigned || segment.channel === null) continue;
    if (assigned.confidence < MIN_ROLE_CONFIDENCE || assigned.confidence <= confidence) continue;
    agentChannel = assigned.role === 'agent' ? segment.channel : 1 - segment.channel;
    confidence = assigned.confidence;
  }
  return {
    speakerOf: ({ channel }) => (channel === agentChannel ? 'agent' : 'customer'),
    method: 'channel',
    roleConfidence: confidence,
  };
}

/** Each role goes to the one speaker with the highest confidence for it. All other speakers keep a number. */
function decideByLabel(
  assignment: RoleAssignment,
  maxConfidence: number,
  numbered: (segment: MergedSegment) => Speaker,
  method: DiarizationMethod,
): RoleDecision {
  const holders = new Map<Role, { label: string; confidence: number }>();
  for (const [label, assigned] of Object.entries(assignment.speakers)) {
    const confidence = Math.min(assigned.confidence, maxConfidence);
    const holder = holders.get(assigned.role);
    if (confidence >= MIN_ROLE_CONFIDENCE && (!holder || holder.confidence < confidence)) {
      holders.set(assigned.role, { label, confidence });
    }
  }
  const roleOf = new Map([...holders].map(([role, { label }]) => [label, role] as const));
  const confidences = [...holders.values()].map(({ confidence }) => confidence);
  return {
    speakerOf: (segment) => roleOf.get(numbered(segment)) ?? numbered(segment),
    method,
    roleConfidence: confidences.length === 0 ? 0 : Math.min(...confidences),
  };
}

function maxVoiceConfidence(separation: number): number {
  const { minSeparation, min, perNat, max } = VOICE_CONFIDENCE;
  return Math.min(max, min + perNat * Math.max(0, separation - minSeparation));
}

/** Without diarization, each segment's text alone decides its role. */
function decideBySegment(assignment: RoleAssignment): RoleDecision {
  const sure = Object.values(assignment.segments ?? {}).filter(({ confidence }) => confidence >= MIN_ROLE_CONFIDENCE);
  return {
    speakerOf: ({ id }) => {
      const assigned = assignment.segments?.[id];
      return assigned && assigned.confidence >= MIN_ROLE_CONFIDENCE ? assigned.role : 'speaker_0';
    },
    method: sure.length === 0 ? 'none' : 'content',
    roleConfidence: sure.length === 0 ? 0 : sure.reduce((sum, { confidence }) => sum + confidence, 0) / sure.length,
  };
}

/** The speaker of the channel's segment at that moment, or nearest to it; null when the channel has no segment. */
function findSpeakerAt(segments: readonly Segment[], channel: number | null, atMs: number): Speaker | null {
  let nearest: { speaker: Speaker; distanceMs: number } | null = null;
  for (const segment of segments) {
    if (segment.channel !== channel) continue;
    const distanceMs = Math.max(segment.startMs - atMs, atMs - segment.endMs, 0);
    if (!nearest || distanceMs < nearest.distanceMs) nearest = { speaker: segment.speaker, distanceMs };
  }
  return nearest?.speaker ?? null;
}
