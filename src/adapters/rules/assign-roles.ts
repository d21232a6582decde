// Tells who is the agent and who is the customer by what agents and customers typically say.
import type { RoleAssignment } from '../../ports/call-analyst.js';
import type { Role, Segment } from '../../ports/transcript.js';
import type { RuleBook } from './rule-book.js';
import { type Turn, turnsOf } from './spoken-words.js';

const MAX_CONFIDENCE = 0.99;
/** A segment gets a role of its own only if its cues weigh at least this much (natural log odds). */
const MIN_SEGMENT_SCORE = 1.5;

/** The weights of cues are natural log odds. Without any cue the confidence is 0.5. */
export function assignRoles(book: RuleBook, segments: readonly Segment[]): RoleAssignment {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  const wordsOf = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const turn of turnsOf(segments, book)) {
    wordsOf.set(turn.speaker, (wordsOf.get(turn.speaker) ?? 0) + turn.words.length);
    scores.set(turn.speaker, (scores.get(turn.speaker) ?? 0) + agentScore(book, turn));
  }

  if (speakers.length < 2) return assignSegmentRoles(book, segments, scores);

  // The two speakers with the most words are the parties; a third voice (a colleague, an announcement) gets no role.
  const parties = [...wordsOf.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([speaker]) => speaker);
  const [first, second] = parties;
  if (first === undefined || second === undefined) return { speakers: {}, segments: null };
  const lead = (scores.get(first) ?? 0) - (scores.get(second) ?? 0);
  const [agent, customer] = lead >= 0 ? [first, second] : [second, first];
  const confidence = probabilityOf(Math.abs(lead));
  return {
    speakers: { [agent]: { role: 'agent', confidence }, [customer]: { role: 'customer', confidence } },
    segments: null,
  };
}

/**
 * For calls with one speaker label, which may stand for one party or for both. If the cues of single segments show both
 * roles, the roles are given per segment; otherwise the label gets one role.
 */
function assignSegmentRoles(
  book: RuleBook,
  segments: readonly Segment[],
  scores: ReadonlyMap<string, number>,
): RoleAssignment {
  const assigned: Record<number, { role: Role; confidence: number }> = {};
  const roles = new Set<Role>();
  for (const segment of segments) {
    const [turn] = turnsOf([segment], book);
    const score = turn ? agentScore(book, turn) : 0;
    if (Math.abs(score) < MIN_SEGMENT_SCORE) continue;
    const role = score > 0 ? 'agent' : 'customer';
    assigned[segment.id] = { role, confidence: probabilityOf(Math.abs(score)) };
    roles.add(role);
  }
  if (roles.size === 2) return { speakers: {}, segments: assigned };
  const [only] = [...scores.entries()];
  if (!only) return { speakers: {}, segments: null };
  const [speaker, score] = only;
  return {
    speakers: { [speaker]: { role: score >= 0 ? 'agent' : 'customer', confidence: probabilityOf(Math.abs(score)) } },
    segments: null,
  };
}

/** Above 0: speaks like an agent; below 0: like a customer. Each cue counts once per turn. */
function agentScore({ roleCues }: RuleBook, { words }: Turn): number {
  const weigh = (cues: RuleBook['roleCues']['agent']) =>
    cues.reduce((sum, { pattern, weight }) => sum + (pattern.find(words).length > 0 ? weight : 0), 0);
  return weigh(roleCues.agent) - weigh(roleCues.customer);
}

/** Turns log odds into a probability. */
function probabilityOf(logOdds: number): number {
  return Math.min(MAX_CONFIDENCE, 1 / (1 + Math.exp(-logOdds)));
}
