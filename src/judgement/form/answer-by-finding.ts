// Questions that are answered by what the analysis found: a built-in finding, a violation or an observation.
import type { CitationResponse } from '../../calls/results/findings.response.js';
import type { FindingName } from '../../ports/call-analyst.js';
import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import type { FormQuestion, QuestionJudge } from '../../scorecards/form/form.js';
import type { StoredResults } from './evaluated-call.js';
import { notAssessable, type ProofContext, prove } from './proof.js';

/**
 * Of a violation or an observation that the results lack. Enough to score; too little to end a call as failed, because no
 * analyst knows every wording.
 */
const ABSENT_CONFIDENCE = 0.7;

interface Verdict {
  readonly holds: boolean;
  readonly assessable: boolean;
  readonly confidence: number;
  readonly flagged: boolean;
  readonly citations: readonly CitationResponse[];
}

export function answerByFinding(
  question: FormQuestion,
  { finding, answer, otherwise }: QuestionJudge<'finding'>,
  results: StoredResults | null,
  context: ProofContext,
): JudgedAnswer {
  const { evidence, rationales } = context;
  const verdict = results && verdictOf(results, finding);
  if (!verdict?.assessable) return notAssessable(question, 'finding_not_assessable');
  const given = verdict.holds ? answer : otherwise;
  const proving = evidence.proving(verdict.citations, question, given);
  if (proving.length === 0 && verdict.citations.length > 0) return notAssessable(question, 'no_quotation');
  const inPart = proving.filter((citation) => evidence.isWithin(citation, question));
  const citations = inPart.filter((citation) => evidence.admits(citation, question));
  // What was said in another part of the call alone is not what the question asks for. What the other party alone said leaves
  // the finding without a quotation.
  const holds = verdict.holds && (inPart.length > 0 || verdict.citations.length === 0);
  if (!holds && citations.length === 0) {
    // Absence was not claimed by a judge, so that no automatic fail is left without its proof.
    const obstacle = evidence.whyAbsenceUnknown(question.speaker);
    if (obstacle !== null) return notAssessable(question, obstacle);
  }
  const claim = {
    answer: holds ? answer : otherwise,
    confidence: verdict.confidence,
    citations,
    hasFalseQuote: false,
    flagged: verdict.flagged,
    rationale: rationales.finding[holds ? 'holds' : 'fails'](finding),
    restsOn: 'words' as const,
  };
  return prove(question, claim, context);
}

function verdictOf(results: StoredResults, name: string): Verdict | null {
  const findings = builtInFindings(results);
  if (isFinding(findings, name)) return findings[name];
  return (
    violationOf(results, name) ??
    observationOf(results, name) ?? {
      holds: false,
      // Where no finding could be judged, the analyst may not even know the language.
      assessable: Object.values(findings).some((finding) => finding?.assessable),
      confidence: ABSENT_CONFIDENCE,
      flagged: false,
      citations: [],
    }
  );
}

/** A finding that the results of an earlier release lack is null. */
function builtInFindings({ compliance, quality }: StoredResults): Readonly<Record<FindingName, Verdict | null>> {
  const { identity_verification: identity, privacy_protection: privacy } = compliance ?? {};
  const { mandatory_disclosures: disclosures, purpose_declaration: purpose } = compliance ?? {};
  const { call_resolution: resolution, greeting, empathetic_language: empathy, professionalism } = quality ?? {};
  return {
    identity_verification: identity ? { ...identity, holds: identity.performed } : null,
    privacy_protection: privacy ? { ...privacy, holds: privacy.performed } : null,
    mandatory_disclosures: disclosures ? { ...disclosures, holds: disclosures.performed } : null,
    purpose_declaration: purpose ? { ...purpose, holds: purpose.performed } : null,
    call_resolution: resolution ? { ...resolution, holds: resolution.resolved } : null,
    greeting: greeting ? { ...greeting, holds: greeting.present } : null,
    empathetic_language: empathy ? { ...empathy, holds: empathy.present } : null,
    professionalism: professionalism ? { ...professionalism, holds: professionalism.present } : null,
  };
}

function isFinding<Findings extends object>(findings: Findings, name: string): name is keyof Findings & string {
  return Object.hasOwn(findings, name);
}

function violationOf({ compliance }: StoredResults, name: string): Verdict | null {
  const found = compliance?.violations?.filter(({ rule }) => rule === name) ?? [];
  return found.length === 0 ? null : { ...surest(found), holds: true, assessable: true, flagged: true };
}

/** An observation that was made outweighs others of its name that were not. */
function observationOf({ observations }: StoredResults, name: string): Verdict | null {
  const found = (observations ?? []).filter(({ rule }) => rule === name);
  const seen = found.filter(({ observed }) => observed);
  const counted = seen.length > 0 ? seen : found;
  if (counted.length === 0) return null;
  return { ...surest(counted), holds: seen.length > 0, assessable: true, flagged: false };
}

function surest(
  found: readonly Pick<Verdict, 'confidence' | 'citations'>[],
): Pick<Verdict, 'confidence' | 'citations'> {
  return {
    confidence: Math.max(...found.map(({ confidence }) => confidence)),
    citations: found.flatMap(({ citations }) => citations),
  };
}
