// Builds the report of the port from the rules that matched in a call.
import type {
  AnalystReport,
  CallToAnalyse,
  ProposedFinding,
  ProposedObservation,
  ProposedViolation,
  Sentiment,
} from '../../ports/call-analyst.js';
import { eachFinding, FINDING_NAMES } from '../../ports/findings.js';
import { isLacking, isLackingInClosing, isLackingInOpening, openingWords } from './absence.js';
import type { ChosenBook } from './choose-book.js';
import { customerSentiment } from './customer-sentiment.js';
import { findingsOf } from './findings.js';
import { type MatchedCall, matchCall, maxConfidence, NOT_HEARD, quotesFrom } from './matched-call.js';
import type { Rule } from './rule-book.js';

/** Confidence that an expected practice is missing: it may have been said in a wording that no rule knows. */
const CONFIDENCE_OF_ABSENCE = 0.7;
/** Minimum confidence for faults of the agent in the summary: its text cannot show that a fault is uncertain. */
const MIN_SUMMARY_CONFIDENCE = 0.6;

export function reportByRules(chosen: ChosenBook, given: CallToAnalyse): AnalystReport {
  const call = matchCall(chosen, given);
  const { book, turns, parties } = call;
  const findings = findingsOf(call);
  const customer = customerSentiment(
    book,
    parties.has('customer') ? turns.filter(({ speaker }) => speaker === 'customer') : [],
  );
  const agent = agentSentiment(call);
  const lacksDisclosure = isProvedFalse(findings.mandatory_disclosures);
  return {
    findings,
    missingDisclosures: lacksDisclosure ? book.disclosures.map(({ name }) => name) : [],
    violations: violations(call),
    observations: observations(call),
    sentiment: { overall: overallSentiment(customer.label, agent), customer: customer.label, agent },
    customerEffortScore: effortScore(call, findings.call_resolution),
    strengths: strengths(call, findings),
    recommendations: recommendations(call, findings),
    summary: summary(call, findings.call_resolution),
    // The pipeline removes words that address the analyst before any analyst sees the call.
    isStockProse: true,
    manipulationSuspected: false,
  };
}

/** True when the opposite was heard, or when the call lacks it. */
function isProvedFalse({ met, assessable }: ProposedFinding): boolean {
  return !met && assessable !== false;
}

function violations(call: MatchedCall): ProposedViolation[] {
  return call.matchedRules
    .filter(({ category }) => category === 'violation')
    .map((rule) => {
      const matches = call.matches.filter((match) => match.rule === rule);
      return {
        rule: rule.id,
        description: rule.description,
        confidence: maxConfidence(matches),
        quotes: quotesFrom(matches),
      };
    });
}

function observations(call: MatchedCall): ProposedObservation[] {
  const missed = new Set(missedPractices(call));
  return call.book.rules.flatMap((rule): ProposedObservation[] => {
    if (rule.category === 'violation' || rule.silent) return [];
    const { id, category, description, speaker } = rule;
    const matches = call.matches.filter((match) => match.rule === rule);
    if (matches.length > 0) {
      const confidence = maxConfidence(matches);
      const quotes = quotesFrom(matches);
      return [{ rule: id, category, description, speaker, observed: true, confidence, quotes }];
    }
    if (!missed.has(rule)) return [];
    const confidence = CONFIDENCE_OF_ABSENCE;
    return [{ rule: id, category, description, speaker, observed: false, confidence, quotes: [] }];
  });
}

/**
 * Expected practices that the call lacks. This is known only if the call was heard from its opening to its closing, and if
 * nothing was said that might be the practice in other words.
 */
function missedPractices(call: MatchedCall): Rule[] {
  const { book, matchedRules, spotted, turns } = call;
  const beginningHeard = openingWords(call) !== null;
  const endHeard = matchedRules.some(({ id }) => id === 'closing' || id === 'outcome_thanks') && turns.length > 1;
  const lacks: Readonly<Record<string, () => boolean>> = {
    introduction: () => beginningHeard && isLackingInOpening(call, 'introduction'),
    offered_further_help: () => endHeard && isLacking(call, 'offered_further_help'),
    closing: () => endHeard && isLackingInClosing(call, 'closing'),
  };
  if (call.hasForeignParty) return [];
  return book.rules.filter(
    (rule) => rule.expected && !matchedRules.includes(rule) && !spotted.has(rule.id) && lacks[rule.id]?.() === true,
  );
}

/** Sentiment of the agent, by conduct and not by single words: an agent who names the customer's trouble uses negative words. */
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
 * The customer effort score: 2, plus the `effort` of each rule that matched (1 for a repeated contact, a complaint, a
 * request for a manager, a threat to leave or to go to law; -1 for a content customer), plus 1 where it was heard that
 * the matter was not resolved. Clamped to 1 to 5; null when neither the outcome nor any of these was heard.
 */
function effortScore({ parties, matchedRules }: MatchedCall, resolution: ProposedFinding): number | null {
  const steps = matchedRules.filter(({ effort }) => effort !== 0);
  if (!parties.has('customer') || (steps.length === 0 && resolution.assessable === false)) return null;
  const sum = steps.reduce((total, { effort }) => total + effort, 0);
  return Math.min(5, Math.max(1, 2 + sum + (isProvedFalse(resolution) ? 1 : 0)));
}

function strengths({ book, matchedRules }: MatchedCall, findings: AnalystReport['findings']): string[] {
  const ofFindings = FINDING_NAMES.filter((name) => findings[name].met).map((name) => book.advice[name].strength);
  return [...ofFindings, ...matchedRules.flatMap(({ strength }) => strength ?? [])];
}

/** Recommendations for proved faults and proved absences only. */
function recommendations(call: MatchedCall, findings: AnalystReport['findings']): string[] {
  const { book, matchedRules } = call;
  const ofFaults = matchedRules
    .filter(({ category }) => category === 'violation' || category === 'agent_conduct')
    .flatMap(({ recommendation }) => recommendation ?? []);
  const proved = FINDING_NAMES.filter((name) => isProvedFalse(findings[name]));
  const ofFindings = proved.map((name) => book.advice[name].recommendation);
  const ofOmissions = missedPractices(call).flatMap(({ recommendation }) => recommendation ?? []);
  return [...ofFaults, ...ofFindings, ...ofOmissions];
}

/** Joins the clauses of the rules that matched: the summary says nothing that was not heard. */
function summary(call: MatchedCall, resolution: ProposedFinding): string {
  const { matchedRules, hasForeignParty } = call;
  const { sentences } = call.book;
  const parties = (['customer', 'agent'] as const).flatMap((speaker) => {
    const clauses = matchedRules.flatMap((rule) =>
      rule.speaker === speaker && rule.clause && (!accuses(rule) || isSure(call, rule)) ? [rule.clause] : [],
    );
    return clauses.length > 0 ? [sentences[speaker].replace('{list}', enumerate(clauses, sentences.and))] : [];
  });
  if (hasForeignParty) return [...parties, sentences.notJudged].join(' ');
  if (parties.length === 0) return sentences.nothing;
  const outcome = resolution.met
    ? sentences.resolved
    : isProvedFalse(resolution) && resolution.confidence >= MIN_SUMMARY_CONFIDENCE
      ? sentences.unresolved
      : sentences.unknown;
  return [...parties, outcome].join(' ');
}

/** True for rules that accuse the agent. */
function accuses({ category, refutes }: Rule): boolean {
  return category === 'violation' || category === 'agent_conduct' || refutes !== null;
}

function isSure(call: MatchedCall, rule: Rule): boolean {
  return maxConfidence(call.matches.filter((match) => match.rule === rule)) >= MIN_SUMMARY_CONFIDENCE;
}

function enumerate(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${and} ${last}` : last;
}

/** Report for a call in a language without rules: every finding is "not assessable". */
export function reportWithoutRules(language: string | null): AnalystReport {
  const named = language === null ? 'this language' : `this call's language (named as ${language})`;
  return {
    findings: eachFinding(() => NOT_HEARD),
    missingDisclosures: [],
    violations: [],
    observations: [],
    sentiment: { overall: 'neutral', customer: 'neutral', agent: 'neutral' },
    customerEffortScore: null,
    strengths: [],
    recommendations: [],
    summary: `The call was not judged: there are no rules for ${named}.`,
    isStockProse: true,
    manipulationSuspected: false,
  };
}
