// Builds the report of the port from the rules that matched in a call.
import type {
  AnalystReport,
  CallToAnalyse,
  FindingName,
  ProposedFinding,
  ProposedObservation,
  ProposedQuote,
  ProposedViolation,
  Sentiment,
} from '../../ports/call-analyst.js';
import { customerSentiment } from './customer-sentiment.js';
import { matchRules, type RuleMatch } from './match-rules.js';
import type { Rule, RuleBook } from './rule-book.js';
import { type Turn, turnsOf } from './spoken-words.js';

/** Below 1, since the words may have been said in a wording that the rules do not know. */
const CONFIDENCE_OF_ABSENCE = 0.7;
/** Of a finding that rests on the keyword spotter alone. */
const CONFIDENCE_OF_SPOTTER = 0.55;
const MAX_QUOTED_MATCHES = 4;

/** One call and the rules that matched in it. */
interface MatchedCall {
  readonly book: RuleBook;
  readonly turns: readonly Turn[];
  /** In the order of the call. */
  readonly matches: readonly RuleMatch[];
  /** The rules with at least one match, in the order of the book. */
  readonly matchedRules: readonly Rule[];
  /** Ids of the rules of which the keyword spotter heard a phrase from the right speaker. */
  readonly spotted: ReadonlySet<string>;
}

export function reportByRules(book: RuleBook, given: CallToAnalyse): AnalystReport {
  const turns = turnsOf(given.segments, book);
  const matches = matchRules(book, turns);
  const matchedRules = book.rules.filter((rule) => matches.some((match) => match.rule === rule));
  const call: MatchedCall = { book, turns, matches, matchedRules, spotted: spottedRules(book, given) };

  const findings = toFindings(call);
  const resolved = findings.call_resolution.met;
  const customer = customerSentiment(
    book,
    turns.filter(({ speaker }) => speaker === 'customer'),
  );
  const agent = agentSentiment(call);
  return {
    findings,
    missingDisclosures: book.disclosures.filter(({ rule }) => !isHeard(call, rule)).map(({ name }) => name),
    violations: violations(call),
    observations: observations(call),
    sentiment: { overall: overallSentiment(customer.label, agent), customer: customer.label, agent },
    customerEffortScore: effortScore(call, resolved),
    strengths: strengths(call, findings),
    recommendations: recommendations(call, findings),
    summary: summary(call, resolved),
    // The pipeline removes words that address the analyst before any analyst sees the call.
    manipulationSuspected: false,
  };
}

function toFindings(call: MatchedCall): AnalystReport['findings'] {
  return {
    identity_verification: findingOf(call, 'identity_verification'),
    privacy_protection: findingOf(call, 'privacy_protection'),
    mandatory_disclosures: findingOf(call, 'mandatory_disclosures'),
    purpose_declaration: findingOf(call, 'purpose_declaration'),
    call_resolution: resolution(call),
    greeting: findingOf(call, 'greeting'),
    empathetic_language: findingOf(call, 'empathetic_language'),
    professionalism: NOT_JUDGED,
  };
}

function spottedRules(book: RuleBook, { spotted }: CallToAnalyse): Set<string> {
  const heard = new Set(spotted.map(({ speaker, phrase }) => `${speaker} ${phrase.toLowerCase().trim()}`));
  return new Set(
    book.rules
      .filter(({ speaker, spot }) => spot.some((phrase) => heard.has(`${speaker} ${phrase}`)))
      .map(({ id }) => id),
  );
}

function matchesOf({ matches }: MatchedCall, rule: Rule): RuleMatch[] {
  return matches.filter((match) => match.rule === rule);
}

/** True when the rule matched, or when the keyword spotter heard one of its phrases. */
function isHeard(call: MatchedCall, id: string): boolean {
  return call.spotted.has(id) || call.matchedRules.some((rule) => rule.id === id);
}

function maxConfidence(matches: readonly RuleMatch[]): number {
  return Math.max(0, ...matches.map(({ confidence }) => confidence));
}

/** The surest match of each rule comes first, so that a few quotations show as many different things as possible. */
function quotesFrom(matches: readonly RuleMatch[]): ProposedQuote[] {
  const bySureness = [...matches].sort((a, b) => b.confidence - a.confidence);
  const firstOfRule = bySureness.filter(
    (match, index) => bySureness.findIndex(({ rule }) => rule === match.rule) === index,
  );
  const rest = bySureness.filter((match) => !firstOfRule.includes(match));
  return [...firstOfRule, ...rest].slice(0, MAX_QUOTED_MATCHES).flatMap(({ quotes }) => quotes);
}

const NOT_JUDGED: ProposedFinding = { met: false, confidence: 0, quotes: [], spotted: false, assessable: false };
const NOT_MET: ProposedFinding = { met: false, confidence: CONFIDENCE_OF_ABSENCE, quotes: [], spotted: false };

function findingOf(call: MatchedCall, finding: FindingName): ProposedFinding {
  const breached = call.matchedRules.some(({ breaches }) => breaches === finding);
  const matches = call.matches.filter(({ rule }) => rule.finding === finding);
  const spotted = call.book.rules.some((rule) => rule.finding === finding && call.spotted.has(rule.id));
  if (breached || (matches.length === 0 && !spotted)) return NOT_MET;
  return {
    met: true,
    confidence: matches.length > 0 ? maxConfidence(matches) : CONFIDENCE_OF_SPOTTER,
    quotes: quotesFrom(matches),
    spotted,
  };
}

/** A resolution does not count when the customer complains, escalates or threatens to leave in a later turn. */
function resolution(call: MatchedCall): ProposedFinding {
  const found = findingOf(call, 'call_resolution');
  const lastTurn = (matches: readonly RuleMatch[]) => Math.max(-1, ...matches.map(({ turn }) => turn));
  const resolvedAt = lastTurn(call.matches.filter(({ rule }) => rule.finding === 'call_resolution'));
  const contestedAt = lastTurn(
    call.matches.filter(({ rule }) => rule.category === 'customer_signal' && rule.effort > 0),
  );
  return found.met && contestedAt > resolvedAt ? NOT_MET : found;
}

function violations(call: MatchedCall): ProposedViolation[] {
  return call.matchedRules
    .filter(({ category }) => category === 'violation')
    .map((rule) => {
      const matches = matchesOf(call, rule);
      return {
        rule: rule.id,
        description: rule.description,
        confidence: maxConfidence(matches),
        quotes: quotesFrom(matches),
      };
    });
}

function observations(call: MatchedCall): ProposedObservation[] {
  return call.book.rules.flatMap((rule): ProposedObservation[] => {
    if (rule.category === 'violation') return [];
    const { id, category, description, speaker } = rule;
    const matches = matchesOf(call, rule);
    if (matches.length > 0) {
      const confidence = maxConfidence(matches);
      const quotes = quotesFrom(matches);
      return [{ rule: id, category, description, speaker, observed: true, confidence, quotes }];
    }
    if (!rule.expected || call.spotted.has(id)) return [];
    const confidence = CONFIDENCE_OF_ABSENCE;
    return [{ rule: id, category, description, speaker, observed: false, confidence, quotes: [] }];
  });
}

/** By what the agent did, not by single words: an agent who names the customer's trouble uses negative words. */
function agentSentiment({ matchedRules }: MatchedCall): Sentiment {
  const ofAgent = matchedRules.filter(({ speaker }) => speaker === 'agent');
  const rude = ofAgent.some(({ id, category }) => category === 'agent_conduct' || id === 'abusive_language');
  const kind = ofAgent.some(({ finding }) => finding === 'empathetic_language');
  if (rude) return kind ? 'mixed' : 'negative';
  return kind ? 'positive' : 'neutral';
}

function overallSentiment(customer: Sentiment, agent: Sentiment): Sentiment {
  if (customer === 'neutral') return agent;
  if (agent === 'neutral' || customer === agent) return customer;
  return 'mixed';
}

/**
 * The customer effort score: 2, plus the `effort` of each rule that matched (1 for a repeated contact, a complaint, a request for a manager, a threat to
 * leave or to go to law; -1 for a content customer), plus 1 without a resolution. Clamped to 1 to 5; null when the customer
 * said nothing.
 */
function effortScore({ turns, matchedRules }: MatchedCall, resolved: boolean): number | null {
  if (!turns.some(({ speaker }) => speaker === 'customer')) return null;
  const steps = matchedRules.reduce((sum, { effort }) => sum + effort, 0);
  return Math.min(5, Math.max(1, 2 + steps + (resolved ? 0 : 1)));
}

function strengths({ book, matchedRules }: MatchedCall, findings: AnalystReport['findings']): string[] {
  const ofFindings = Object.entries(book.advice).flatMap(([name, { strength }]) =>
    isMet(findings, name) ? [strength] : [],
  );
  return [...ofFindings, ...matchedRules.flatMap(({ strength }) => strength ?? [])];
}

function recommendations(call: MatchedCall, findings: AnalystReport['findings']): string[] {
  const { book, matchedRules } = call;
  const ofFaults = matchedRules
    .filter(({ category }) => category === 'violation' || category === 'agent_conduct')
    .flatMap(({ recommendation }) => recommendation ?? []);
  const ofFindings = Object.entries(book.advice).flatMap(([name, { recommendation }]) =>
    isMet(findings, name) ? [] : [recommendation],
  );
  const ofOmissions = book.rules
    .filter(({ expected, id }) => expected && !isHeard(call, id))
    .flatMap(({ recommendation }) => recommendation ?? []);
  return [...ofFaults, ...ofFindings, ...ofOmissions];
}

function isMet(findings: AnalystReport['findings'], name: string): boolean {
  return Object.entries(findings).some(([each, { met }]) => each === name && met);
}

/** Joins the clauses of the rules that matched: the summary says nothing that was not heard. */
function summary({ book: { sentences }, matchedRules }: MatchedCall, resolved: boolean): string {
  const parties = (['customer', 'agent'] as const).flatMap((speaker) => {
    const clauses = matchedRules.flatMap((rule) => (rule.speaker === speaker && rule.clause ? [rule.clause] : []));
    return clauses.length > 0 ? [sentences[speaker].replace('{list}', enumerate(clauses, sentences.and))] : [];
  });
  if (parties.length === 0) return sentences.nothing;
  return [...parties, resolved ? sentences.resolved : sentences.unresolved].join(' ');
}

function enumerate(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${and} ${last}` : last;
}

/** For a call in a language without rules: every finding is "not assessable". */
export function reportWithoutRules(language: string | null): AnalystReport {
  return {
    findings: {
      identity_verification: NOT_JUDGED,
      privacy_protection: NOT_JUDGED,
      mandatory_disclosures: NOT_JUDGED,
      purpose_declaration: NOT_JUDGED,
      call_resolution: NOT_JUDGED,
      greeting: NOT_JUDGED,
      empathetic_language: NOT_JUDGED,
      professionalism: NOT_JUDGED,
    },
    missingDisclosures: [],
    violations: [],
    observations: [],
    sentiment: { overall: 'neutral', customer: 'neutral', agent: 'neutral' },
    customerEffortScore: null,
    strengths: [],
    recommendations: [],
    summary: `There are no rules for this call's language (${language}); it was transcribed but not judged.`,
    manipulationSuspected: false,
  };
}
