// Turns what an analyst proposes into what the service vouches for: quotations checked, absences weighed, scores
// computed.
import type { PerformedFindingResponse, ResultsResponse } from '../../analysis/analysis-results.response.js';
import type { AnalystReport, FindingName } from '../../ports/call-analyst.js';
import type { Transcript } from '../../ports/transcript.js';
import { hasPromptInjection } from '../transcript/prompt-injection.js';
import { countWords } from '../transcript/words.js';
import { cleanSentences, cleanText, MAX_SUMMARY_CHARS } from './bounded-text.js';
import { CallEvidence } from './call-evidence.js';
import { type JudgedFinding, judgeFinding, judgeObservations, judgeViolations } from './judge-findings.js';
import { dropInventedQuotations, unquoteInvented } from './quoted-prose.js';
import { scoreCompliance, scoreQuality } from './scores.js';
import { resultsOfSilentCall } from './silent-call.js';

const UNCLEAR_AGENT =
  "The agent could not be told apart or heard well enough to judge what was not said; such findings are marked 'not assessable'.";

/**
 * The `results` object of an analysis.
 *
 * - A finding holds when at least one of its quotations is in the transcript and the required party said it: the agent,
 *   or for the call's resolution any speaker. A finding whose quotations are all dropped does not hold; it is flagged
 *   and has confidence 0.
 * - A finding also holds without a quotation when the keyword spotter heard it and the speaker was heard well. Its
 *   evidence is then empty, it is flagged, and its confidence is at most 0.55. A dropped quotation does not change
 *   this.
 * - A finding that does not hold is `assessable: false`, flagged, with confidence 0, when the analyst could not judge
 *   it or its speaker was not heard well. That is: the speaker said nothing, roles are unknown, the mean word
 *   confidence is below 0.65, or the recording was not diarized and some turns have no role (they may be the
 *   speaker's). The resolution needs both parties heard well, or every speaker where roles are unknown. When the agent
 *   was not heard well, recommendations are left out, because they rest on what was not heard, and the summary says so.
 * - Score = round(100 × weights of the findings that hold / weights of the assessable findings); null when no finding
 *   is assessable. Compliance: identity 30, disclosures 30, privacy 20, purpose 20; then minus 20 for each distinct
 *   violated rule with a confidence of at least 0.6, never below 0. Quality: resolution 45, empathy 30, greeting 25.
 *   Scores that the analyst states, and sentiment, have no influence.
 * - Spoken prompt injection (prompt-injection.ts) is evidence of nothing. `manipulation_suspected` reports it.
 * - Violations and observed facts without a checked quotation are left out.
 * - A sentence of the summary, strengths or descriptions is left out when it puts three or more words in quotation
 *   marks that no speaker said. A recommendation may word what to say, so it only loses the marks.
 *
 * A null report, or a transcript without words, gives the results of a silent call. Pure; never throws.
 */
export function judgeCall({
  transcript,
  report,
}: {
  readonly transcript: Transcript;
  readonly report: AnalystReport | null;
}): ResultsResponse {
  const hasWords = transcript.segments.some(({ text }) => countWords(text) > 0);
  if (!report || !hasWords) return resultsOfSilentCall();

  const evidence = new CallEvidence(transcript);
  const judge = (name: FindingName) => judgeFinding(evidence, name, report.findings[name]);
  const findings: Record<FindingName, JudgedFinding> = {
    identity_verification: judge('identity_verification'),
    privacy_protection: judge('privacy_protection'),
    mandatory_disclosures: judge('mandatory_disclosures'),
    purpose_declaration: judge('purpose_declaration'),
    call_resolution: judge('call_resolution'),
    greeting: judge('greeting'),
    empathetic_language: judge('empathetic_language'),
  };
  const agentHeardWell = evidence.isHeardWell('agent');

  return {
    compliance: complianceOf(evidence, findings, report),
    quality: qualityOf(evidence, findings, report),
    coaching: {
      customer_effort_score: clampEffortScore(report.customerEffortScore),
      strengths: cleanSentences(report.strengths.map((text) => dropInventedQuotations(text, evidence))),
      recommendations: agentHeardWell
        ? cleanSentences(report.recommendations.map((text) => unquoteInvented(text, evidence)))
        : [],
    },
    observations: judgeObservations(evidence, report.observations ?? []),
    manipulation_suspected: report.manipulationSuspected || hasPromptInjection(transcript.segments),
    summary: [
      cleanText(dropInventedQuotations(report.summary, evidence), MAX_SUMMARY_CHARS),
      agentHeardWell ? '' : UNCLEAR_AGENT,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

function complianceOf(
  evidence: CallEvidence,
  findings: Readonly<Record<FindingName, JudgedFinding>>,
  report: AnalystReport,
): ResultsResponse['compliance'] {
  const violations = judgeViolations(evidence, report.violations);
  const disclosures = findings.mandatory_disclosures;
  return {
    identity_verification: performed(findings.identity_verification),
    privacy_protection: performed(findings.privacy_protection),
    mandatory_disclosures: {
      ...performed(disclosures),
      missing: disclosures.evidence.assessable ? cleanSentences(report.missingDisclosures) : [],
    },
    purpose_declaration: performed(findings.purpose_declaration),
    violations,
    score: scoreCompliance(findings, violations),
  };
}

function qualityOf(
  evidence: CallEvidence,
  findings: Readonly<Record<FindingName, JudgedFinding>>,
  { sentiment }: AnalystReport,
): ResultsResponse['quality'] {
  const { call_resolution: resolution, greeting, empathetic_language: empathy } = findings;
  return {
    sentiment_analysis: {
      overall_sentiment: sentiment.overall,
      customer_sentiment: evidence.speaks('customer') ? sentiment.customer : 'neutral',
      agent_sentiment: evidence.speaks('agent') ? sentiment.agent : 'neutral',
    },
    call_resolution: { resolved: resolution.holds, ...resolution.evidence },
    greeting: { present: greeting.holds, ...greeting.evidence },
    empathetic_language: { present: empathy.holds, ...empathy.evidence },
    overall_score: scoreQuality(findings),
  };
}

function performed({ holds, evidence }: JudgedFinding): PerformedFindingResponse {
  return { performed: holds, ...evidence };
}

/** A whole number from 1 to 5; null when the analyst gives none. */
function clampEffortScore(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Math.min(5, Math.max(1, Math.round(value)));
}
