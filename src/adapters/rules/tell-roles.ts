import type { RoleAssignment } from '../../ports/call-analyst.js';
import type { Role, Segment } from '../../ports/transcript.js';
import type { RuleBook } from './rule-book.js';
import { type Turn, turnsOf } from './spoken-words.js';

const MOST_SURE = 0.99;
/** Cues of one segment must weigh so much before it is given a role by itself. */
const LEAST_SEGMENT_CUE = 1.5;

/**
 * Who is the agent, by what agents and customers say. Weights of cues are log odds: the confidence is that of a fair
 * bet on them, 0.5 where nobody said anything telling.
 */
export function tellRoles(book: RuleBook, segments: readonly Segment[]): RoleAssignment {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  const wordsOf = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const turn of turnsOf(segments, book)) {
    wordsOf.set(turn.speaker, (wordsOf.get(turn.speaker) ?? 0) + turn.words.length);
    scores.set(turn.speaker, (scores.get(turn.speaker) ?? 0) + agentScore(book, turn));
  }

  if (speakers.length < 2) return tellSegments(book, segments, scores);

  // The two who say most are the parties; a third voice (a colleague, an announcement) keeps its number.
  const parties = [...wordsOf.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([speaker]) => speaker);
  const [first, second] = parties;
  if (first === undefined || second === undefined) return { speakers: {}, segments: null };
  const lead = (scores.get(first) ?? 0) - (scores.get(second) ?? 0);
  const [agent, customer] = lead >= 0 ? [first, second] : [second, first];
  const confidence = odds(Math.abs(lead));
  return {
    speakers: { [agent]: { role: 'agent', confidence }, [customer]: { role: 'customer', confidence } },
    segments: null,
  };
}

/** One label for everybody: a single party, or both under it. Then only what a segment says for itself tells its role. */
function tellSegments(
  book: RuleBook,
  segments: readonly Segment[],
  scores: ReadonlyMap<string, number>,
): RoleAssignment {
  const told: Record<number, { role: Role; confidence: number }> = {};
  const roles = new Set<Role>();
  for (const segment of segments) {
    const [turn] = turnsOf([segment], book);
    const score = turn ? agentScore(book, turn) : 0;
    if (Math.abs(score) < LEAST_SEGMENT_CUE) continue;
    const role = score > 0 ? 'agent' : 'customer';
    told[segment.id] = { role, confidence: odds(Math.abs(score)) };
    roles.add(role);
  }
  if (roles.size === 2) return { speakers: {}, segments: told };
  const [only] = [...scores.entries()];
  if (!only) return { speakers: {}, segments: null };
  const [speaker, score] = only;
  return {
    speakers: { [speaker]: { role: score >= 0 ? 'agent' : 'customer', confidence: odds(Math.abs(score)) } },
    segments: null,
  };
}

/** Above 0 speaks like an agent, under 0 like a customer. Every cue counts once a turn. */
function agentScore({ roleCues }: RuleBook, { words }: Turn): number {
  const weigh = (cues: RuleBook['roleCues']['agent']) =>
    cues.reduce((sum, { pattern, weight }) => sum + (pattern.find(words).length > 0 ? weight : 0), 0);
  return weigh(roleCues.agent) - weigh(roleCues.customer);
}

function odds(lead: number): number {
  return Math.min(MOST_SURE, 1 / (1 + Math.exp(-lead)));
}
