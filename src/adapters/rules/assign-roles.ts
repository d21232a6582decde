// Decides who is the agent and who is the customer by what agents and customers typically say.

import { type Turn, turnsOf } from '../../phrases/spoken-words.js';
import type { RoleAssignment } from '../../ports/call-analyst.js';
import type { Role, Segment } from '../../ports/transcript.js';
import { TURNS_AT_EACH_END } from './match-rules.js';
import type { RuleBook } from './rule-book.js';

const MAX_CONFIDENCE = 0.99;
/** A segment gets a role of its own only if its cues weigh at least this much (natural log odds). */
const MIN_SEGMENT_SCORE = 1.2;
/** Maximum number of turns of a speaker in which a cue counts: a habit ("okay") must not outweigh a cue that is said once. */
const MAX_TURNS_PER_CUE = 3;
/** Larger lead required when a party says fewer words than this: the other party's words alone must decide. */
const FEW_WORDS = { words: 25, moreLead: 1.2 };
/** The natural log odds of 0.6, the confidence from which on roles count as known. */
const ODDS_OF_KNOWN_ROLE = 0.405;

/** Assigns roles. Below the lead that the book requires, the confidence is under 0.6: small leads were wrong too often. */
export function assignRoles(book: RuleBook, segments: readonly Segment[]): RoleAssignment {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  const turns = turnsOf(segments, book);
  const wordsOf = new Map<string, number>();
  for (const { speaker, words } of turns) wordsOf.set(speaker, (wordsOf.get(speaker) ?? 0) + words.length);
  if (speakers.length < 2) return assignSegmentRoles(book, segments, turns);

  // The two speakers with the most words are the parties; a third voice (a colleague, an announcement) gets no role.
  const parties = [...wordsOf.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([speaker]) => speaker);
  const [first, second] = parties;
  if (first === undefined || second === undefined) return { speakers: {}, segments: null };
  const lead = scoreOf(book, turns, first) - scoreOf(book, turns, second);
  const [agent, customer] = lead >= 0 ? [first, second] : [second, first];
  const isOneSided = parties.some((party) => (wordsOf.get(party) ?? 0) < FEW_WORDS.words);
  const confidence = confidenceOf(book, Math.abs(lead) - (isOneSided ? FEW_WORDS.moreLead : 0));
  return {
    speakers: { [agent]: { role: 'agent', confidence }, [customer]: { role: 'customer', confidence } },
    segments: null,
  };
}

/**
 * Assigns roles in calls with one speaker label, which may be one party or both. If the cues of single segments show both roles,
 * roles are given per segment; otherwise the label gets one role.
 */
function assignSegmentRoles(book: RuleBook, segments: readonly Segment[], turns: readonly Turn[]): RoleAssignment {
  const assigned: Record<number, { role: Role; confidence: number }> = {};
  const roles = new Set<Role>();
  for (const segment of segments) {
    const score = turnsOf([segment], book).reduce((sum, turn) => sum + weightOf(book, cuesIn(book, turn, ANYWHERE)), 0);
    if (Math.abs(score) < MIN_SEGMENT_SCORE) continue;
    const role = score > 0 ? 'agent' : 'customer';
    assigned[segment.id] = { role, confidence: probabilityOf(Math.abs(score)) };
    roles.add(role);
  }
  if (roles.size === 2) return { speakers: {}, segments: assigned };
  const [only] = turns;
  if (!only) return { speakers: {}, segments: null };
  const score = scoreOf(book, turns, only.speaker);
  const confidence = confidenceOf(book, Math.abs(score));
  return { speakers: { [only.speaker]: { role: score >= 0 ? 'agent' : 'customer', confidence } }, segments: null };
}

/** Score of a speaker in natural log odds. Above 0: speaks like an agent; below 0: like a customer. */
function scoreOf(book: RuleBook, turns: readonly Turn[], speaker: string): number {
  const own = turns.filter((turn) => turn.speaker === speaker);
  const turnsWith = new Map<string, number>();
  for (const [index, turn] of own.entries()) {
    const place = {
      first: index === 0,
      opening: index < TURNS_AT_EACH_END,
      closing: index >= own.length - TURNS_AT_EACH_END,
    };
    for (const cue of cuesIn(book, turn, place)) turnsWith.set(cue, (turnsWith.get(cue) ?? 0) + 1);
  }
  const { weights } = book.roleCues;
  return [...turnsWith].reduce(
    (sum, [cue, count]) => sum + (weights[cue] ?? 0) * Math.min(MAX_TURNS_PER_CUE, count),
    0,
  );
}

type Place = Readonly<Record<'first' | 'opening' | 'closing', boolean>>;
const ANYWHERE: Place = { first: true, opening: true, closing: true };

/** The names of the cues in a turn: cue patterns, rules of either party, and single words. */
export function cuesIn({ index, roleCues }: RuleBook, { words }: Turn, place: Place): Set<string> {
  const cues = new Set<string>();
  for (const { owner } of roleCues.index.find(words)) cues.add(owner);
  for (const side of [index.agent, index.customer]) {
    for (const { owner } of side.find(words)) {
      const { within, id } = owner.rule;
      if (owner.needs === 'nothing' && (within === null || place[within])) cues.add(`rule ${id}`);
    }
  }
  for (const { text } of words) if (Object.hasOwn(roleCues.weights, text)) cues.add(text);
  return cues;
}

function weightOf({ roleCues: { weights } }: RuleBook, cues: ReadonlySet<string>): number {
  return [...cues].reduce((sum, cue) => sum + (weights[cue] ?? 0), 0);
}

function confidenceOf({ roleCues: { minLead } }: RuleBook, lead: number): number {
  return Math.max(0.5, probabilityOf(lead - minLead + ODDS_OF_KNOWN_ROLE));
}

/** Turns log odds into a probability. */
function probabilityOf(logOdds: number): number {
  return Math.min(MAX_CONFIDENCE, 1 / (1 + Math.exp(-logOdds)));
}
