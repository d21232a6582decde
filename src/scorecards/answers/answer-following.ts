// Answer to a question that follows a finding, where a person has decided that finding in a review of the call.
import type { ResultsResponse } from '../../calls/results/analysis-results.response.js';
import type { CitationResponse } from '../../calls/results/findings.response.js';
import { findingIn, isHeld } from '../../calls/results/judged-findings.js';
import { isFindingName } from '../../ports/findings.js';
import { type FormQuestion, NOT_APPLICABLE } from '../form/form.js';
import type { JudgedAnswer } from './judged-answer.js';

type Results = Pick<ResultsResponse, 'compliance' | 'quality'>;

interface Decided {
  readonly holds: boolean;
  readonly assessable: boolean;
  readonly citations: readonly CitationResponse[];
}

/**
 * A person's word needs no proof, so that the rules of proof do not apply here.
 * @param judged the judge's own answer
 * @returns null where no person decided the finding, and for a question about a part of the call, on which the person has not
 *   decided
 */
export function answerFollowing(
  { key, judge, within, answers }: FormQuestion,
  judged: JudgedAnswer,
  results: Results,
): JudgedAnswer | null {
  if (judge.kind !== 'finding' || within !== null) return null;
  const decided = decidedIn(results, judge.finding);
  if (decided === null) return null;
  const { holds, assessable, citations } = decided;
  const base = { question: key, confidence: 1, flagged: false, citations, source: judge.kind };
  if (!assessable)
    return {
      ...base,
      state: 'not_assessable',
      answer: null,
      confidence: null,
      rationale: '',
      reason: 'finding_not_assessable',
      autoFail: null,
    };
  const said = holds ? judge.answer : judge.otherwise;
  const given = answers.find((answer) => answer.key === said);
  return {
    ...base,
    state: said === NOT_APPLICABLE ? 'na' : 'answered',
    answer: given?.key ?? null,
    rationale: given !== undefined && given.key === judged.answer ? judged.rationale : '',
    reason: null,
    autoFail: given?.auto_fail ? 'proved' : null,
  };
}

function decidedIn(results: Results, name: string): Decided | null {
  if (!isFindingName(name)) return decidedViolations(results.compliance.violations, name);
  const finding = findingIn(results, name);
  return finding?.source === 'human' ? { ...finding, holds: isHeld(name, finding) } : null;
}

/** The service's verdict on the other violations counts where a person dismissed only some. */
function decidedViolations(violations: Results['compliance']['violations'], rule: string): Decided | null {
  const found = violations.filter((violation) => violation.rule === rule);
  const upheld = found.filter((violation) => violation.upheld !== false);
  const byPerson = found.filter(({ source }) => source === 'human');
  if (byPerson.length === 0) return null;
  if (upheld.length === 0) return { holds: false, assessable: true, citations: [] };
  const confirmed = upheld.filter((violation) => byPerson.includes(violation));
  return confirmed.length === 0
    ? null
    : { holds: true, assessable: true, citations: confirmed.flatMap(({ citations }) => citations) };
}
