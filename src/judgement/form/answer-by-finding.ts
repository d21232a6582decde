// Questions that are answered by what the analysis found: a built-in finding, a violation or an observation.
import type { CitationResponse } from '../../calls/results/findings.response.js';
import { findingIn, isHeld } from '../../calls/results/judged-findings.js';
import { FINDING_NAMES, isFindingName } from '../../ports/findings.js';
import type { JudgedAnswer } from '../../scorecards/answers/judged-answer.js';
import type { FormQuestion, QuestionJudge } from '../../scorecards/form/form.js';
import type { StoredResults } from './evaluated-call.js';
import { notAssessable, type ProofContext, prove } from './proof.js';

/**
 * Confidence that a violation or an observation which the results lack was not said. Enough to score; too little to end a call
 * as failed, because no analyst knows every wording.
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
  if (isFindingName(name)) {
    const finding = findingIn(results, name);
    return finding ? { ...finding, holds: isHeld(name, finding) } : null;
  }
  return (
    violationOf(results, name) ??
    observationOf(results, name) ?? {
      holds: false,
      // Where no finding could be judged, the analyst may not even know the language.
      assessable: FINDING_NAMES.some((each) => findingIn(results, each)?.assessable),
      confidence: ABSENT_CONFIDENCE,
      flagged: false,
      citations: [],
    }
  );
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
