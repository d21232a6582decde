// One call and the rules that matched in it.

import { type Turn, turnsOf } from '../../phrases/spoken-words.js';
import type { CallToAnalyse, ProposedFinding, ProposedQuote } from '../../ports/call-analyst.js';
import type { Role } from '../../ports/transcript.js';
import type { ChosenBook } from './choose-book.js';
import { type LearntOutcome, learntOutcome } from './learnt/learnt-outcome.js';
import { withLearntRequests } from './learnt/learnt-requests.js';
import { allFeatures, saidCall } from './learnt/turn-features.js';
import { matchRules, type RuleMatch } from './match-rules.js';
import type { Rule, RuleBook } from './rule-book.js';

/** Confidence of a finding that is based on the keyword spotter alone. */
export const CONFIDENCE_OF_SPOTTER = 0.55;
const MAX_QUOTED_MATCHES = 4;

export interface MatchedCall {
  readonly book: RuleBook;
  readonly turns: readonly Turn[];
  /** The end of the call, by what was learnt. */
  readonly outcome: LearntOutcome;
  /** Matches in the order of the call. */
  readonly matches: readonly RuleMatch[];
  /** The rules with at least one match, in the order of the book. */
  readonly matchedRules: readonly Rule[];
  /** Ids of the rules of which the keyword spotter heard a phrase from the right speaker. */
  readonly spotted: ReadonlySet<string>;
  /** The parties who speak, in the language of the book. */
  readonly parties: ReadonlySet<Role>;
  /** True when the agent is known to speak the language of the book, so that missing practices can be detected. */
  readonly agentIsFluent: boolean;
  /** True when a party speaks another language. */
  readonly hasForeignParty: boolean;
}

export function matchCall({ book, foreign, fluent }: ChosenBook, { segments, spotted }: CallToAnalyse): MatchedCall {
  const turns = turnsOf(segments, book);
  const heard = new Set<string>(turns.map(({ speaker }) => speaker));
  const roles = (['agent', 'customer'] as const).filter((role) => heard.has(role));
  const said = saidCall(turns, book.language);
  const features = allFeatures(said);
  const matches = withLearntRequests(book, said, features, { turns, matches: matchRules(book, turns) }).filter(
    ({ rule }) => !foreign.has(rule.speaker),
  );
  const rules = new Set(matches.map(({ rule }) => rule));
  return {
    book,
    turns,
    outcome: learntOutcome(features),
    matches,
    matchedRules: book.rules.filter((rule) => rules.has(rule)),
    spotted: spottedRules(book, spotted),
    parties: new Set(roles.filter((role) => !foreign.has(role))),
    agentIsFluent: fluent.has('agent'),
    hasForeignParty: roles.some((role) => foreign.has(role)),
  };
}

function spottedRules(book: RuleBook, spotted: CallToAnalyse['spotted']): Set<string> {
  if (spotted.length === 0) return new Set();
  const heard = new Set(spotted.map(({ speaker, phrase }) => `${speaker} ${phrase.toLowerCase().trim()}`));
  return new Set(
    book.rules
      .filter(({ speaker, spot }) => spot.some((phrase) => heard.has(`${speaker} ${phrase}`)))
      .map(({ id }) => id),
  );
}

export function maxConfidence(matches: readonly RuleMatch[]): number {
  return Math.max(0, ...matches.map(({ confidence }) => confidence));
}

/** The surest match of each rule comes first, so that a few quotations show as many different things as possible. */
export function quotesFrom(matches: readonly RuleMatch[]): ProposedQuote[] {
  const bySureness = [...matches].sort((a, b) => b.confidence - a.confidence);
  const firstOfRule = bySureness.filter(
    (match, index) => bySureness.findIndex(({ rule }) => rule === match.rule) === index,
  );
  const rest = bySureness.filter((match) => !firstOfRule.includes(match));
  return [...firstOfRule, ...rest].slice(0, MAX_QUOTED_MATCHES).flatMap(({ quotes }) => quotes);
}

/** Finding when neither the deed nor its opposite was heard. */
export const NOT_HEARD: ProposedFinding = { met: false, confidence: 0, quotes: [], spotted: false, assessable: false };

/** A verdict that quotes the matches; {@link NOT_HEARD} without any. */
export function verdict(
  met: boolean,
  matches: readonly RuleMatch[],
  confidence = maxConfidence(matches),
): ProposedFinding {
  return matches.length === 0 ? NOT_HEARD : { met, confidence, quotes: quotesFrom(matches), spotted: false };
}
