// Turns what an analyst proposes into what the service vouches for: quotations checked, absences weighed, scores
// computed.
import type { ResultsResponse } from '../calls/results/analysis-results.response.js';
import { writePart } from '../calls/results/judged-findings.js';
import type { AnalystReport, NotJudgedReason } from '../ports/call-analyst.js';
import { eachFinding, type FindingName } from '../ports/findings.js';
import type { Role, Transcript } from '../ports/transcript.js';
import { hasPromptInjection } from '../speech/transcript/prompt-injection.js';
import { cleanSentences, cleanText, MAX_SUMMARY_CHARS } from './bounded-text.js';
import { CallEvidence } from './call-evidence.js';
import { natureOf } from './call-kind/call-kind.js';
import { type JudgedFinding, judgeFinding, judgeObservations, judgeViolations, responseOf } from './judge-findings.js';
import { dropInventedQuotations, unquoteInvented } from './quoted-prose.js';
import { resultsWithoutJudgement } from './results-without-judgement.js';
import { type WithoutScores, withScores } from './scores.js';
import { stockSentences } from './stock-sentences.js';

/**
 * The `results` object of an analysis.
 *
 * - Only a conversation is judged (`call_kind`, call-kind.ts). Of a voicemail, a wrong number or a call that no one answers,
 *   nothing is assessable, and the summary says why. So it is where the analyst did not judge the call (`not_judged_reason`).
 * - The law of proof: every verdict, for or against, rests on a quotation that is in the transcript and that the right
 *   party said. The deed proves that a finding holds, its opposite that it is false. Without either, and where all
 *   quotations are dropped, the finding is `assessable: false`, flagged, with confidence 0.
 * - What is merely absent is held against the agent only where it can be known: a greeting and the disclosures that are
 *   missing from the quoted opening, and expected practices. The agent is then known to have been heard well
 *   (`transcript.hearing`; not known is not well), and every turn has a role.
 * - A party that is known to have been heard badly is not accused: no finding is false, there are no violations and no
 *   observed conduct, and its sentiment is `neutral`. The effort score is null where the customer was heard badly or says
 *   nothing.
 * - Role confidence below 0.6: nothing is judged. No finding is assessable, and violations, conduct, strengths and
 *   recommendations are left out.
 * - A finding also holds without a quotation when the keyword spotter heard it from a party known to be heard well. Its
 *   evidence is then empty, it is flagged, and its confidence is at most 0.55.
 * - Recommendations rest in part on what was not heard. They are left out, and the summary says so, where the agent said
 *   nothing, is known to have been heard badly, or the roles are not known.
 * - Score = round(100 × weights of the findings that hold / weights of the assessable findings); null where the assessable
 *   findings have less than 0.4 of all weight (`coverage`); quality: less than 0.5, or no verdict on the resolution.
 *   Compliance: then minus 20 for each distinct violated rule with a confidence of at least 0.6, never below 0. Sentiment,
 *   and scores that the analyst states, have no influence.
 * - Spoken prompt injection (prompt-injection.ts) is evidence of nothing. `manipulation_suspected` reports it.
 * - A sentence of the summary, strengths or descriptions is left out when it puts words in quotation marks, of whichever
 *   kind, that no speaker said, or tells of speech without marks that has next to nothing in common with the call's words. A
 *   recommendation may word what to say, so it only loses the marks. A violation is described by its rule and its quotation,
 *   not by the analyst.
 *
 * A null report gives the results of a call that is not judged. `outputLanguage` is that of the
 * service's own sentences (null or left out: that of the call). Pure; never throws.
 */
export function judgeCall({
  transcript,
  report,
  notJudged = null,
  outputLanguage = null,
}: {
  readonly transcript: Transcript;
  readonly report: AnalystReport | null;
  readonly notJudged?: NotJudgedReason | null;
  readonly outputLanguage?: string | null;
}): ResultsResponse {
  const language = outputLanguage ?? transcript.language;
  const sentences = stockSentences(language);
  const nature = natureOf(transcript);
  if (!report || nature.kind !== 'conversation')
    return resultsWithoutJudgement(transcript, nature, notJudged, sentences);

  const evidence = new CallEvidence(transcript, 'analyst', report.isStockProse);
  const findings = eachFinding((name) => judgeFinding(evidence, name, report.findings[name]));
  const agentJudged = canBeJudged(evidence, 'agent');

  return withScores({
    call_kind: nature.kind,
    not_judged_reason: null,
    compliance: complianceOf(evidence, findings, report, language),
    quality: qualityOf(evidence, findings, report),
    coaching: {
      customer_effort_score: canBeJudged(evidence, 'customer') ? clampEffortScore(report.customerEffortScore) : null,
      strengths: evidence.rolesKnown
        ? cleanSentences(report.strengths.map((text) => dropInventedQuotations(text, evidence)))
        : [],
      recommendations: agentJudged
        ? cleanSentences(report.recommendations.map((text) => unquoteInvented(text, evidence)))
        : [],
    },
    observations: judgeObservations(evidence, report.observations ?? []),
    manipulation_suspected: report.manipulationSuspected || hasPromptInjection(transcript.segments),
    summary: [
      cleanText(dropInventedQuotations(report.summary, evidence), MAX_SUMMARY_CHARS),
      agentJudged ? '' : sentences.unclearAgent,
    ]
      .filter(Boolean)
      .join(' '),
  });
}

type Findings = Readonly<Record<FindingName, JudgedFinding>>;

function complianceOf(
  evidence: CallEvidence,
  findings: Findings,
  report: AnalystReport,
  language: string | null,
): WithoutScores['compliance'] {
  const ofPart = writePart('compliance', (name) => responseOf(name, findings[name]));
  const missing = isFalse(findings.mandatory_disclosures) ? cleanSentences(report.missingDisclosures) : [];
  return {
    ...ofPart,
    mandatory_disclosures: { ...ofPart.mandatory_disclosures, missing },
    violations: judgeViolations(evidence, report.violations, language),
  };
}

function qualityOf(evidence: CallEvidence, findings: Findings, { sentiment }: AnalystReport): WithoutScores['quality'] {
  return {
    sentiment_analysis: {
      overall_sentiment: sentiment.overall,
      customer_sentiment: canBeJudged(evidence, 'customer') ? sentiment.customer : 'neutral',
      agent_sentiment: canBeJudged(evidence, 'agent') ? sentiment.agent : 'neutral',
    },
    ...writePart('quality', (name) => responseOf(name, findings[name])),
  };
}

/** A party that is known, says something and is not known to have been heard badly. */
function canBeJudged(evidence: CallEvidence, role: Role): boolean {
  return evidence.rolesKnown && evidence.speaks(role) && !evidence.isHeardBadly(role);
}

/** True when a quotation proves the opposite. "Not performed" then accuses the agent, and is no mere lack of evidence. */
function isFalse({ holds, evidence }: JudgedFinding): boolean {
  return evidence.assessable && !holds;
}

/** A whole number from 1 to 5; null when the analyst gives none. */
function clampEffortScore(value: number | null): number | null {
  const effort = value ?? Number.NaN;
  return Number.isFinite(effort) ? Math.min(5, Math.max(1, Math.round(effort))) : null;
}
