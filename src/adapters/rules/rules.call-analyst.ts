import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type FindingName,
  type ProposedFinding,
  type ProposedObservation,
  type ProposedQuote,
  type RoleAssignment,
  type Sentiment,
} from '../../ports/call-analyst.js';
import { customerSentiment } from './customer-sentiment.js';
import { matchRules, type RuleMatch } from './match-rules.js';
import { loadRuleBook, type Rule, type RuleBook } from './rule-book.js';
import { type Turn, turnsOf } from './spoken-words.js';
import { tellRoles } from './tell-roles.js';

/** A rule that heard nothing may have missed another wording. */
const CONFIDENCE_OF_ABSENCE = 0.7;
const CONFIDENCE_OF_SPOTTER = 0.55;
const MOST_QUOTES = 4;

/**
 * Judges by rules and lexicons that anybody can read: `rules/en.json`, `rules/de.json`. A rule fires on words in a row;
 * phrases an agent should say also on likeness (Jaro-Winkler of at least 0.90) or on a keyword spotter's word for it,
 * violations on exact words only. It works on punctuated text and on a recogniser's bare lower-case words.
 * Calls in another language are answered with findings it cannot assess.
 */
export class RulesCallAnalyst extends CallAnalyst {
  readonly engine: AnalystEngine;
  private readonly books: readonly RuleBook[] = [loadRuleBook('en'), loadRuleBook('de')];

  constructor() {
    super();
    const versions = this.books.map(({ language, version }) => `${language}-${version}`);
    this.engine = { name: 'rules', grade: 'local', rulesVersion: `rules-${versions.join('-')}` };
  }

  phrasesToSpot(language: string | null): readonly string[] {
    const book = this.books.find((each) => each.language === baseLanguage(language ?? 'en'));
    return [...new Set(book?.rules.flatMap(({ spot }) => spot))];
  }

  async assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    signal.throwIfAborted();
    const book = this.bookFor(call);
    return book ? tellRoles(book, call.segments) : { speakers: {}, segments: null };
  }

  async analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    signal.throwIfAborted();
    const book = this.bookFor(call);
    return book ? judge(book, call) : cannotJudge(call.language);
  }

  /** The rules are loaded and checked by the constructor. */
  async check(): Promise<void> {}

  /** By the language told, else by the function words of the transcript. */
  private bookFor({ language, segments }: CallToAnalyse): RuleBook | null {
    if (language !== null) return this.books.find((book) => book.language === baseLanguage(language)) ?? null;
    const words = segments.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);
    const [best] = this.books
      .map((book) => {
        const stopWords = new Set(book.stopWords);
        return { book, hits: words.filter((word) => stopWords.has(word)).length };
      })
      .sort((a, b) => b.hits - a.hits);
    return best?.book ?? null;
  }
}

function baseLanguage(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? language;
}

/** One call and what the rules found in it. */
interface Case {
  readonly book: RuleBook;
  readonly turns: readonly Turn[];
  readonly matches: readonly RuleMatch[];
  /** Rules whose phrase a keyword spotter heard from the right speaker. */
  readonly spotted: ReadonlySet<string>;
}

function judge(book: RuleBook, call: CallToAnalyse): AnalystReport {
  const turns = turnsOf(call.segments, book);
  const matches = matchRules(book, turns);
  const file: Case = { book, turns, matches, spotted: spottedRules(book, call) };

  const findings: Record<FindingName, ProposedFinding> = {
    identity_verification: proposed(file, 'identity_verification'),
    privacy_protection: proposed(file, 'privacy_protection'),
    mandatory_disclosures: proposed(file, 'mandatory_disclosures'),
    purpose_declaration: proposed(file, 'purpose_declaration'),
    call_resolution: resolution(file),
    greeting: proposed(file, 'greeting'),
    empathetic_language: proposed(file, 'empathetic_language'),
  };
  const customer = customerSentiment(
    book,
    turns.filter(({ speaker }) => speaker === 'customer'),
  );
  const agentMood = agentSentiment(file);
  return {
    findings,
    missingDisclosures: book.disclosures.filter(({ rule }) => !isHeard(file, rule)).map(({ name }) => name),
    violations: firedRules(file)
      .filter(({ category }) => category === 'violation')
      .map((rule) => ({
        rule: rule.id,
        description: rule.description,
        confidence: confidenceOf(matchesOf(file, rule.id)),
        quotes: quotesFrom(matchesOf(file, rule.id)),
      })),
    observations: observations(file),
    sentiment: { overall: overallSentiment(customer.label, agentMood), customer: customer.label, agent: agentMood },
    customerEffortScore: effortScore(file, findings.call_resolution.met),
    strengths: strengths(file, findings),
    recommendations: recommendations(file, findings),
    summary: summary(file, findings.call_resolution.met),
    // Words spoken to the judge are taken out before any analyst sees the call.
    manipulationSuspected: false,
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

function matchesOf({ matches }: Case, id: string): RuleMatch[] {
  return matches.filter(({ rule }) => rule.id === id);
}

function isHeard(file: Case, id: string): boolean {
  return file.spotted.has(id) || file.matches.some(({ rule }) => rule.id === id);
}

function firedRules(file: Case): Rule[] {
  return file.book.rules.filter(({ id }) => file.matches.some(({ rule }) => rule.id === id));
}

function confidenceOf(matches: readonly RuleMatch[]): number {
  return Math.max(0, ...matches.map(({ confidence }) => confidence));
}

/** The surest match of each rule first, so that a few quotations show as many different things as possible. */
function quotesFrom(matches: readonly RuleMatch[]): ProposedQuote[] {
  const surest = [...matches].sort((a, b) => b.confidence - a.confidence);
  const firstOfRule = surest.filter((match, index) => surest.findIndex(({ rule }) => rule === match.rule) === index);
  const rest = surest.filter((match) => !firstOfRule.includes(match));
  return [...firstOfRule, ...rest].slice(0, MOST_QUOTES).flatMap(({ quotes }) => quotes);
}

function proposed(file: Case, finding: FindingName): ProposedFinding {
  const breached = file.matches.some(({ rule }) => rule.breaches === finding);
  const matches = file.matches.filter(({ rule }) => rule.finding === finding);
  const spotted = file.book.rules.some((rule) => rule.finding === finding && file.spotted.has(rule.id));
  if (breached || (matches.length === 0 && !spotted)) {
    return { met: false, confidence: CONFIDENCE_OF_ABSENCE, quotes: [], spotted: false };
  }
  return {
    met: true,
    confidence: matches.length > 0 ? confidenceOf(matches) : CONFIDENCE_OF_SPOTTER,
    quotes: quotesFrom(matches),
    spotted,
  };
}

/** A resolution holds unless the customer, after the last word of it, still threatens to leave, complains or escalates. */
function resolution(file: Case): ProposedFinding {
  const found = proposed(file, 'call_resolution');
  const lastTurn = (matches: readonly RuleMatch[]) => Math.max(-1, ...matches.map(({ turn }) => turn));
  const resolvedAt = lastTurn(file.matches.filter(({ rule }) => rule.finding === 'call_resolution'));
  const contestedAt = lastTurn(
    file.matches.filter(({ rule }) => rule.category === 'customer_signal' && rule.effort > 0),
  );
  if (!found.met || contestedAt <= resolvedAt) return found;
  return { met: false, confidence: CONFIDENCE_OF_ABSENCE, quotes: [], spotted: false };
}

function observations(file: Case): ProposedObservation[] {
  return file.book.rules.flatMap((rule): ProposedObservation[] => {
    if (rule.category === 'violation') return [];
    const { id, category, description, speaker } = rule;
    const matches = matchesOf(file, id);
    if (matches.length > 0) {
      const confidence = confidenceOf(matches);
      const quotes = quotesFrom(matches);
      return [{ rule: id, category, description, speaker, observed: true, confidence, quotes }];
    }
    if (!rule.expected || file.spotted.has(id)) return [];
    const confidence = CONFIDENCE_OF_ABSENCE;
    return [{ rule: id, category, description, speaker, observed: false, confidence, quotes: [] }];
  });
}

/** By conduct, not by words: an agent who names the customer's trouble uses negative words. */
function agentSentiment(file: Case): Sentiment {
  const fired = firedRules(file).filter(({ speaker }) => speaker === 'agent');
  const rude = fired.some(({ id, category }) => category === 'agent_conduct' || id === 'abusive_language');
  const kind = fired.some(({ finding }) => finding === 'empathetic_language');
  if (rude) return kind ? 'mixed' : 'negative';
  return kind ? 'positive' : 'neutral';
}

function overallSentiment(customer: Sentiment, agent: Sentiment): Sentiment {
  if (customer === 'neutral') return agent;
  if (agent === 'neutral' || customer === agent) return customer;
  return 'mixed';
}

/**
 * 2, plus one for each distinct signal of trouble (a repeated contact, a complaint, a manager asked for, a threat to
 * leave or to go to law), plus one without a resolution; minus one if the customer was content with the outcome.
 * 1 to 5; null when the customer said nothing.
 */
function effortScore(file: Case, resolved: boolean): number | null {
  if (!file.turns.some(({ speaker }) => speaker === 'customer')) return null;
  const steps = firedRules(file).reduce((sum, { effort }) => sum + effort, 0);
  return Math.min(5, Math.max(1, 2 + steps + (resolved ? 0 : 1)));
}

function strengths(file: Case, findings: AnalystReport['findings']): string[] {
  const ofFindings = Object.entries(file.book.advice).flatMap(([name, { strength }]) =>
    isMet(findings, name) ? [strength] : [],
  );
  return [...ofFindings, ...firedRules(file).flatMap(({ strength }) => strength ?? [])];
}

function recommendations(file: Case, findings: AnalystReport['findings']): string[] {
  const fired = firedRules(file);
  const ofDeeds = fired
    .filter(({ category }) => category === 'violation' || category === 'agent_conduct')
    .flatMap(({ recommendation }) => recommendation ?? []);
  const ofFindings = Object.entries(file.book.advice).flatMap(([name, { recommendation }]) =>
    isMet(findings, name) ? [] : [recommendation],
  );
  const ofOmissions = file.book.rules
    .filter(({ expected, id }) => expected && !isHeard(file, id))
    .flatMap(({ recommendation }) => recommendation ?? []);
  return [...ofDeeds, ...ofFindings, ...ofOmissions];
}

function isMet(findings: AnalystReport['findings'], name: string): boolean {
  return Object.entries(findings).some(([each, { met }]) => each === name && met);
}

/** Only what was heard, in the rules' own words. */
function summary(file: Case, resolved: boolean): string {
  const { sentences } = file.book;
  const clauses = (speaker: 'agent' | 'customer') =>
    firedRules(file).flatMap((rule) => (rule.speaker === speaker && rule.clause ? [rule.clause] : []));
  const told = (['customer', 'agent'] as const).flatMap((speaker) => {
    const list = clauses(speaker);
    return list.length > 0 ? [sentences[speaker].replace('{list}', enumerate(list, sentences.and))] : [];
  });
  if (told.length === 0) return sentences.nothing;
  return [...told, resolved ? sentences.resolved : sentences.unresolved].join(' ');
}

function enumerate(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${and} ${last}` : last;
}

function cannotJudge(language: string | null): AnalystReport {
  const finding: ProposedFinding = { met: false, confidence: 0, quotes: [], spotted: false, assessable: false };
  return {
    findings: {
      identity_verification: finding,
      privacy_protection: finding,
      mandatory_disclosures: finding,
      purpose_declaration: finding,
      call_resolution: finding,
      greeting: finding,
      empathetic_language: finding,
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
