// Who is the agent and who the customer: by the channel the client names, else by what was said, never by a guess told as a fact.
import type { CallAnalyst, RoleAssignment } from '../../ports/call-analyst.js';
import type { DiarizationMethod, Role, Segment, Speaker, Transcript } from '../../ports/transcript.js';
import type { ChannelLayout } from '../listening/channel-layout.js';
import { withoutAppeals } from './appeals.js';
import type { MergedTranscript } from './merge-pieces.js';

/** Under it a speaker of a mono recording keeps a number instead of a role. */
const LEAST_ROLE_CONFIDENCE = 0.6;

/**
 * A role is no surer than the voice it is given to. Voices that are just told apart (0.28 nats a frame) keep numbers:
 * one voice alone has come as near as 0.26. Of 62 calls told apart with 0.32 and more, none had over 4 % of its speech
 * with the wrong voice.
 */
const VOICE_CONFIDENCE = { leastSeparation: 0.28, least: 0.58, perNat: 0.7, most: 0.95 };

export interface RolesInput {
  readonly merged: MergedTranscript;
  readonly layout: ChannelLayout;
  readonly durationMs: number;
  /** As the client gave it. */
  readonly agentChannel: number | null;
  /** As the client gave it; the engine's own finding comes first. */
  readonly language: string | null;
  /** Where labels come from voices told apart without a trained model: how well, in nats a frame. Null otherwise. */
  readonly voiceSeparation: number | null;
  readonly analyst: Pick<CallAnalyst, 'assignRoles'>;
  readonly signal: AbortSignal;
}

interface Told {
  readonly speakerOf: (segment: MergedTranscript['segments'][number]) => Speaker;
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
  const told = await tell(input, language);
  const segments = merged.segments.map((segment): Segment => ({ ...segment, speaker: told.speakerOf(segment) }));
  return {
    segments,
    language,
    diarization: {
      method: told.method,
      roleConfidence: told.roleConfidence,
      ...(input.voiceSeparation === null ? {} : { heuristic: true }),
    },
    spotted: merged.spotted.flatMap(({ channel, ...phrase }) => {
      const speaker = speakerAt(segments, channel, phrase.startMs);
      return speaker === null ? [] : [{ ...phrase, speaker }];
    }),
  };
}

async function tell(input: RolesInput, language: string | null): Promise<Told> {
  const { merged, layout, agentChannel } = input;
  const byChannel = layout === 'stereo' || layout === 'one-silent';
  if (byChannel && agentChannel !== null) {
    return {
      speakerOf: ({ channel }) => (channel === agentChannel ? 'agent' : 'customer'),
      method: 'channel',
      roleConfidence: 1,
    };
  }
  const numbers = new Map([...new Set(merged.segments.map(labelOf))].map((label, index) => [label, index] as const));
  const numbered = (segment: MergedTranscript['segments'][number]): Speaker =>
    `speaker_${numbers.get(labelOf(segment)) ?? 0}`;
  const assignment = await input.analyst.assignRoles(
    {
      segments: withoutAppeals(merged.segments.map((segment) => ({ ...segment, speaker: numbered(segment) }))),
      language,
      durationMs: input.durationMs,
      spotted: [],
    },
    input.signal,
  );
  if (layout === 'stereo') return tellChannels(merged, assignment, numbered);
  if (layout === 'one-silent' || merged.segments.some(({ speaker }) => speaker !== null)) {
    const mostSure = input.voiceSeparation === null ? 1 : voiceConfidence(input.voiceSeparation);
    return tellLabels(assignment, mostSure, numbered, byChannel ? 'channel' : 'model');
  }
  return tellSegments(assignment);
}

/** Two channels are two parties: if one is told, so is the other. Channel 0 is the agent only as the tie-break. */
function tellChannels(
  merged: MergedTranscript,
  assignment: RoleAssignment,
  numbered: (segment: MergedTranscript['segments'][number]) => Speaker,
): Told {
  let agent: { channel: number | null; confidence: number } = { channel: 0, confidence: 0.5 };
  for (const segment of merged.segments) {
    const told = assignment.speakers[numbered(segment)];
    if (!told || told.confidence <= agent.confidence || segment.channel === null) continue;
    agent = {
      channel: told.role === 'agent' ? segment.channel : 1 - segment.channel,
      confidence: told.confidence,
    };
  }
  return {
    speakerOf: ({ channel }) => (channel === agent.channel ? 'agent' : 'customer'),
    method: 'channel',
    roleConfidence: agent.confidence,
  };
}

/** A role goes to the one speaker who is surest of it; everybody else keeps a number. */
function tellLabels(
  assignment: RoleAssignment,
  mostSure: number,
  numbered: (segment: MergedTranscript['segments'][number]) => Speaker,
  method: DiarizationMethod,
): Told {
  const holders = new Map<Role, { label: string; confidence: number }>();
  for (const [label, { role, confidence: told }] of Object.entries(assignment.speakers)) {
    const confidence = Math.min(told, mostSure);
    const holder = holders.get(role);
    if (confidence >= LEAST_ROLE_CONFIDENCE && (!holder || holder.confidence < confidence)) {
      holders.set(role, { label, confidence });
    }
  }
  const roleOf = new Map([...holders].map(([role, { label }]) => [label, role] as const));
  const sure = [...holders.values()].map(({ confidence }) => confidence);
  return {
    speakerOf: (segment) => roleOf.get(numbered(segment)) ?? numbered(segment),
    method,
    roleConfidence: sure.length === 0 ? 0 : Math.min(...sure),
  };
}

function voiceConfidence(separation: number): number {
  const { leastSeparation, least, perNat, most } = VOICE_CONFIDENCE;
  return Math.min(most, least + perNat * Math.max(0, separation - leastSeparation));
}

/** Nobody told the voices apart: what is said in a turn is all there is to go by. */
function tellSegments(assignment: RoleAssignment): Told {
  const told = Object.values(assignment.segments ?? {}).filter(({ confidence }) => confidence >= LEAST_ROLE_CONFIDENCE);
  return {
    speakerOf: ({ id }) => {
      const role = assignment.segments?.[id];
      return role && role.confidence >= LEAST_ROLE_CONFIDENCE ? role.role : 'speaker_0';
    },
    method: told.length === 0 ? 'none' : 'content',
    roleConfidence: told.length === 0 ? 0 : told.reduce((sum, { confidence }) => sum + confidence, 0) / told.length,
  };
}

function labelOf(segment: { speaker: string | null; channel: number | null }): string {
  return segment.speaker ?? `channel ${segment.channel}`;
}

/** Who was speaking on the channel at that moment, or nearest to it. */
function speakerAt(segments: readonly Segment[], channel: number | null, atMs: number): Speaker | null {
  let best: { speaker: Speaker; distance: number } | null = null;
  for (const segment of segments) {
    if (segment.channel !== channel) continue;
    const distance = Math.max(segment.startMs - atMs, atMs - segment.endMs, 0);
    if (!best || distance < best.distance) best = { speaker: segment.speaker, distance };
  }
  return best?.speaker ?? null;
}
