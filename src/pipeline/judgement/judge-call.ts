// From what an analyst proposes to what the service vouches for: quotations checked, absences weighed, scores computed.
import type {
  AnalystReport,
  FindingName,
  ProposedFinding,
  ProposedObservation,
  ProposedQuote,
  ProposedViolation,
  Sentiment,
} from '../../ports/call-analyst.js';
import type { Role, Transcript } from '../../ports/transcript.js';
import { hasAppeals, isMasked, maskAppeals } from '../transcript/appeals.js';

import { countWords } from '../transcript/words.js';
import { type Citation, Evidence, type Sayer } from './evidence.js';
import { isHeardWell } from './heard-well.js';
import type { ObservationResult, ResultCitation, ResultEvidence, Results, ViolationResult } from './results.js';

/** Under it a person should look. */
const LEAST_SURE = 0.6;
/** A keyword spotter alone makes a finding true, but never a sure one. */
const MOST_SURE_BY_SPOTTER = 0.55;
/** Bounds on what one analyst's answer can make the service do and store. */
const MOST_QUOTES = 8;
const MOST_ITEMS = 50;
const LONGEST_SENTENCE = 500;
const LONGEST_SUMMARY = 4000;

/** Fewer words in quotation marks are a term, not a quotation. */
const LEAST_QUOTED_WORDS = 3;
/** Double and single marks of English, German and French; an apostrophe within a word is none. */
const QUOTED: readonly RegExp[] = [
  /["“”„]([^"“”„]+)["“”]/gu,
  /[«»]([^«»]+)[«»]/gu,
  /(?<![\p{L}\p{N}])['‘‚]([^\n'‘’‚]+(?:['’][\p{L}][^\n'‘’‚]*)*)['’‘](?![\p{L}\p{N}])/gu,
];

const SENTENCE_END = /(?<=[.!?…]["'”’»“)]*)\s+/gu;

const SAYERS: Readonly<Record<FindingName, Sayer>> = {
  identity_verification: 'agent',
  privacy_protection: 'agent',
  mandatory_disclosures: 'agent',
  purpose_declaration: 'agent',
  greeting: 'agent',
  empathetic_language: 'agent',
  call_resolution: 'either',
};

type Weights = readonly (readonly [FindingName, number])[];

/** Shares of the compliance score. */
const COMPLIANCE_WEIGHTS: Weights = [
  ['identity_verification', 30],
  ['mandatory_disclosures', 30],
  ['privacy_protection', 20],
  ['purpose_declaration', 20],
];

/** Shares of the quality score. */
const QUALITY_WEIGHTS: Weights = [
  ['call_resolution', 45],
  ['empathetic_language', 30],
  ['greeting', 25],
];

/** Taken off the compliance score for each broken rule, however often it was broken. */
const VIOLATION_PENALTY = 20;

/**
 * The `results` object of an analysis.
 *
 * - A finding holds if at least one of its quotations is in the transcript and was said by the party who should have
 *   said it (the agent; for the resolution either). One whose quotations are all dropped falls to not performed,
 *   flagged, confidence 0.
 * - A finding that a keyword spotter heard, on a speaker who was heard well, holds without a quotation: evidence is
 *   empty, it is flagged and its confidence is 0.55 at most. A dropped quotation beside it changes nothing.
 * - What does not hold is `assessable: false`, flagged, confidence 0 where its speaker was not heard well (no speech
 *   of theirs, roles unknown, mean word confidence under 0.65; or, where voices were not told apart, turns that were
 *   given to neither party and may be theirs) or the analyst could not judge it. The resolution needs
 *   both parties heard well, or, where roles are unknown, every speaker. Recommendations are then left out too,
 *   because they rest on what was not heard, and the summary says so.
 * - Score = round(100 x weights of the findings that hold / weights of the assessable ones); null with none assessable.
 *   Compliance: identity 30, disclosures 30, privacy 20, purpose 20, then 20 off for each distinct violation with a
 *   confidence of 0.6 or more, never under 0. Quality: resolution 45, empathy 30, greeting 25. Nothing the analyst
 *   says of scores, and no sentiment, has a part in them.
 * - Words spoken to the judge (appeals.ts) are evidence of nothing; that there were any is told.
 * - Violations and observed facts without a checked quotation are left out.
 * - A sentence of summary, strengths or descriptions that puts three or more words in quotation marks which nobody said
 *   is left out; in a recommendation, which may word what to say, it only loses the marks.
 *
 * `report` is null when there was nothing to analyse; a transcript without words gives the results of a silent call
 * whatever the report says. Pure; does not throw.
 */
export function judgeCall({
  transcript,
  report,
}: {
  readonly transcript: Transcript;
  readonly report: AnalystReport | null;
}): Results {
  const spoken = transcript.segments.some(({ text }) => countWords(text) > 0);
  if (!report || !spoken) return silentCall();

  const bench = new Bench(transcript);
  const findings: Record<FindingName, Judged> = {
    identity_verification: bench.judge('identity_verification', report.findings),
    privacy_protection: bench.judge('privacy_protection', report.findings),
    mandatory_disclosures: bench.judge('mandatory_disclosures', report.findings),
    purpose_declaration: bench.judge('purpose_declaration', report.findings),
    call_resolution: bench.judge('call_resolution', report.findings),
    greeting: bench.judge('greeting', report.findings),
    empathetic_language: bench.judge('empathetic_language', report.findings),
  };
  const violations = bench.violations(report.violations);
  const agentHeardWell = bench.heardWell('agent');

  return {
    compliance: {
      identity_verification: performed(findings.identity_verification),
      privacy_protection: performed(findings.privacy_protection),
      mandatory_disclosures: {
        ...performed(findings.mandatory_disclosures),
        missing: findings.mandatory_disclosures.evidence.assessable ? sentences(report.missingDisclosures) : [],
      },
      purpose_declaration: performed(findings.purpose_declaration),
      violations,
      score: complianceScore(findings, violations),
    },
    quality: {
      sentiment_analysis: {
        overall_sentiment: report.sentiment.overall,
        customer_sentiment: bench.speaks('customer') ? report.sentiment.customer : 'neutral',
        agent_sentiment: bench.speaks('agent') ? report.sentiment.agent : 'neutral',
      },
      call_resolution: { resolved: findings.call_resolution.holds, ...findings.call_resolution.evidence },
      greeting: { present: findings.greeting.holds, ...findings.greeting.evidence },
      empathetic_language: { present: findings.empathetic_language.holds, ...findings.empathetic_language.evidence },
      overall_score: share(findings, QUALITY_WEIGHTS),
    },
    coaching: {
      customer_effort_score: effortScore(report.customerEffortScore),
      strengths: sentences(report.strengths.map((text) => bench.withoutInvented(text))),
      recommendations: agentHeardWell ? sentences(report.recommendations.map((text) => bench.unquoted(text))) : [],
    },
    observations: bench.observations(report.observations ?? []),
    manipulation_suspected: report.manipulationSuspected || hasAppeals(transcript.segments),
    summary: [cleaned(bench.withoutInvented(report.summary), LONGEST_SUMMARY), agentHeardWell ? '' : UNCLEAR_AGENT]
      .filter(Boolean)
      .join(' '),
  };
}

const UNCLEAR_AGENT =
  "The agent could not be told apart or heard well enough to judge what was not said; such findings are marked 'not assessable'.";

interface Judged {
  readonly holds: boolean;
  readonly evidence: ResultEvidence;
}

/** One call before its judge: the indexed transcript and who was heard well. */
class Bench {
  private readonly evidence: Evidence;
  private readonly heard = new Map<Sayer, boolean>();

  constructor(private readonly transcript: Transcript) {
    this.evidence = new Evidence(maskAppeals(transcript.segments));
  }

  speaks(role: Role): boolean {
    return this.transcript.segments.some(({ speaker, text }) => speaker === role && countWords(text) > 0);
  }

  heardWell(sayer: Sayer): boolean {
    const heard = this.heard.get(sayer) ?? this.isHeardWell(sayer);
    this.heard.set(sayer, heard);
    return heard;
  }

  private isHeardWell(sayer: Sayer): boolean {
    const { segments, diarization } = this.transcript;
    const speakers = new Set(segments.flatMap(({ speaker, text }) => (countWords(text) > 0 ? [speaker] : [])));
    const rolesKnown = speakers.has('agent') || speakers.has('customer');
    if (sayer !== 'either') {
      const voicesTold = diarization.method === 'channel' || diarization.method === 'model';
      const others = [...speakers].some((speaker) => speaker !== 'agent' && speaker !== 'customer');
      return (voicesTold || !others) && isHeardWell(segments, sayer);
    }
    const needed = rolesKnown ? new Set([...speakers, 'agent' as const, 'customer' as const]) : speakers;
    return [...needed].every((speaker) => isHeardWell(segments, speaker));
  }

  judge(name: FindingName, findings: Readonly<Record<FindingName, ProposedFinding>>): Judged {
    const finding = findings[name];
    const sayer = SAYERS[name];
    const confidence = fraction(finding.confidence);
    const citations = finding.met ? this.citations(finding.quotes, sayer) : [];
    if (citations.length > 0) {
      return { holds: true, evidence: evidenceOf(citations, confidence, confidence < LEAST_SURE, true) };
    }
    const heardWell = this.heardWell(sayer);
    if (finding.met && finding.spotted && heardWell && this.wasSpotted(sayer)) {
      return { holds: true, evidence: evidenceOf([], Math.min(confidence, MOST_SURE_BY_SPOTTER), true, true) };
    }
    if (!heardWell || finding.assessable === false) return { holds: false, evidence: evidenceOf([], 0, true, false) };
    return { holds: false, evidence: evidenceOf([], finding.met ? 0 : confidence, true, true) };
  }

  violations(proposed: readonly ProposedViolation[]): ViolationResult[] {
    return proposed.slice(0, MOST_ITEMS).flatMap(({ rule, description, confidence, quotes }) => {
      const citations = this.citations(quotes, 'agent');
      if (citations.length === 0) return [];
      return [
        {
          rule: cleaned(rule, LONGEST_SENTENCE),
          description: cleaned(this.withoutInvented(description), LONGEST_SENTENCE),
          confidence: fraction(confidence),
          evidence: longestQuote(citations),
          flagged: true,
          citations,
        },
      ];
    });
  }

  observations(proposed: readonly ProposedObservation[]): ObservationResult[] {
    return proposed.slice(0, MOST_ITEMS).flatMap((observation) => {
      const { rule, category, description, speaker, observed, confidence, quotes } = observation;
      const citations = observed ? this.citations(quotes, speaker) : [];
      if (observed ? citations.length === 0 : !this.heardWell(speaker)) return [];
      return [
        {
          rule: cleaned(rule, LONGEST_SENTENCE),
          category,
          description: cleaned(this.withoutInvented(description), LONGEST_SENTENCE),
          speaker,
          observed,
          confidence: fraction(confidence),
          evidence: longestQuote(citations),
          citations,
        },
      ];
    });
  }

  /** The text without the sentences that quote what nobody said. */
  withoutInvented(text: string): string {
    return sentencesOf(text)
      .filter((sentence) => this.unquoted(sentence) === sentence)
      .join(' ');
  }

  /** The text with quotation marks only around what somebody said. */
  unquoted(text: string): string {
    return QUOTED.reduce(
      (left, pattern) => left.replace(pattern, (whole, words: string) => (this.wasSaid(words) ? whole : words)),
      text,
    );
  }

  private wasSaid(words: string): boolean {
    if (countWords(words) < LEAST_QUOTED_WORDS) return true;
    return this.evidence.cite({ segmentId: -1, quote: words }, 'either').some(({ quote }) => !isMasked(quote));
  }

  private citations(quotes: readonly ProposedQuote[], sayer: Sayer): ResultCitation[] {
    const seen = new Set<string>();
    return quotes
      .slice(0, MOST_QUOTES)
      .flatMap((quote) => this.evidence.cite(quote, sayer))
      .filter(({ segmentId, quote }) => {
        if (isMasked(quote)) return false;
        const key = `${segmentId} ${quote}`;
        return seen.has(key) ? false : seen.add(key);
      })
      .map(toResult);
  }

  private wasSpotted(sayer: Sayer): boolean {
    return this.transcript.spotted.some(({ speaker }) => sayer === 'either' || speaker === sayer);
  }
}

function toResult({ segmentId, speaker, startMs, endMs, quote, verification }: Citation): ResultCitation {
  return { segment_id: segmentId, speaker, start: startMs / 1000, end: endMs / 1000, quote, verification };
}

function evidenceOf(
  citations: ResultCitation[],
  confidence: number,
  flagged: boolean,
  assessable: boolean,
): ResultEvidence {
  return { confidence, evidence: longestQuote(citations), flagged, assessable, citations };
}

/** The most telling one: a quotation across segments is cut into parts of any length. The first of equals. */
function longestQuote(citations: readonly ResultCitation[]): string {
  return citations.reduce((longest, { quote }) => (quote.length > longest.length ? quote : longest), '');
}

function performed({ holds, evidence }: Judged) {
  return { performed: holds, ...evidence };
}

function complianceScore(
  findings: Readonly<Record<FindingName, Judged>>,
  violations: readonly ViolationResult[],
): number | null {
  const base = share(findings, COMPLIANCE_WEIGHTS);
  if (base === null) return null;
  const broken = new Set(violations.filter(({ confidence }) => confidence >= LEAST_SURE).map(({ rule }) => rule));
  return Math.max(0, base - VIOLATION_PENALTY * broken.size);
}

function share(findings: Readonly<Record<FindingName, Judged>>, weights: Weights): number | null {
  let held = 0;
  let judged = 0;
  for (const [name, weight] of weights) {
    const { holds, evidence } = findings[name];
    if (!evidence.assessable) continue;
    judged += weight;
    if (holds) held += weight;
  }
  return judged > 0 ? Math.round((100 * held) / judged) : null;
}

/** A sentence that quotes several holds them all. */
function sentencesOf(text: string): string[] {
  const quotations = QUOTED.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({ from: index, to: index + whole.length })),
  );
  const found: string[] = [];
  let from = 0;
  for (const { 0: gap, index } of text.matchAll(SENTENCE_END)) {
    if (quotations.some((quotation) => quotation.from < index && index < quotation.to)) continue;
    found.push(text.slice(from, index));
    from = index + gap.length;
  }
  return [...found, text.slice(from)];
}

function fraction(value: number): number {
  return Number.isFinite(value) ? Math.round(100 * Math.min(1, Math.max(0, value))) / 100 : 0;
}

function effortScore(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Math.min(5, Math.max(1, Math.round(value)));
}

function sentences(texts: readonly string[]): string[] {
  return texts
    .slice(0, MOST_ITEMS)
    .map((text) => cleaned(text, LONGEST_SENTENCE))
    .filter((text) => text !== '');
}

/** On one line, without control characters and halves of surrogate pairs, which the database does not take. */
function cleaned(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  const chars = [...line];
  return chars.length > longest ? `${chars.slice(0, longest - 1).join('')}…` : line;
}

function silentCall(): Results {
  const neutral: Sentiment = 'neutral';
  const unheard = (): ResultEvidence => evidenceOf([], 0, true, false);
  return {
    compliance: {
      identity_verification: { performed: false, ...unheard() },
      privacy_protection: { performed: false, ...unheard() },
      mandatory_disclosures: { performed: false, ...unheard(), missing: [] },
      purpose_declaration: { performed: false, ...unheard() },
      violations: [],
      score: null,
    },
    quality: {
      sentiment_analysis: { overall_sentiment: neutral, customer_sentiment: neutral, agent_sentiment: neutral },
      call_resolution: { resolved: false, ...unheard() },
      greeting: { present: false, ...unheard() },
      empathetic_language: { present: false, ...unheard() },
      overall_score: null,
    },
    coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
    observations: [],
    manipulation_suspected: false,
    summary: 'No speech was found in this recording, so there was nothing to judge.',
  };
}
