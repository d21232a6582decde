// The sections of a report that show how the call was judged by the account's own scorecards.

import type { EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import { type Html, html, oneByOne } from '../../platform/http/pages/html.js';
import type { EvaluationAnswerResponse, SystemAnswer } from '../../scorecards/answers/answers.response.js';
import { ANSWERED_BY, type FormQuestion, type JudgeKind } from '../../scorecards/form/form.js';
import type { FindingState } from './judged-facts.js';
import { fact, systemText, tiles } from './report-sections.js';
import type { ReportedEvaluation } from './reported-evaluations.js';
import { byPerson, byService, type ShownVerdict } from './whose-verdict.js';

/** Null: not assessable. */
const OUTCOMES: Readonly<Record<EvaluationOutcome, readonly [outcome: string | null, why: string]>> = {
  passed: ['passed', ''],
  failed: ['failed', ''],
  auto_failed: ['failed', 'by one answer'],
  needs_review: ['open', 'needs review'],
  not_assessable: [null, ''],
};

/** One for each scorecard, in the order in which the call was judged by them. */
export function evaluations(judged: readonly ReportedEvaluation[]): Html {
  return oneByOne(judged, evaluationSection);
}

function evaluationSection({ evaluation, form }: ReportedEvaluation): Html {
  const { scorecard, score, coverage, answers, sections } = evaluation;
  const [outcome, why] = OUTCOMES[evaluation.outcome ?? 'not_assessable'];
  const [systemOutcome] = OUTCOMES[evaluation.system_outcome ?? 'not_assessable'];
  const beside = systemText(score, evaluation.system_score);
  const figure = form.pass_mark === null ? 'of 100' : `of 100; ${form.pass_mark} passes`;
  const given = new Map(answers.map((answer) => [answer.question, answer]));
  const scores = new Map(sections.map((section) => [section.key, section.score]));
  const title = `scorecard-${scorecard.id}`;
  return html`<section aria-labelledby="${title}"><h2 id="${title}"><bdi>${scorecard.name}</bdi> <span class="section-score">revision ${scorecard.revision}</span></h2>
${tiles([
  ['Score', score, joined(figure, beside), beside],
  ['Assessed', coverage === null ? null : `${Math.round(coverage * 100)} %`, 'of the form'],
  ['Outcome', outcome, joined(why, systemText(outcome, systemOutcome)), systemText(outcome, systemOutcome)],
])}
${oneByOne(
  form.sections,
  ({ key, title: name, questions }) => html`<h3 dir="auto">${name}${sectionScore(scores.get(key) ?? null)}</h3>
<ul class="facts-list">${questions.map((question) => questionFact(question, given.get(question.key), evaluation.auto_fails))}</ul>`,
)}</section>`;
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('; ');

function sectionScore(score: number | null): Html | null {
  return score === null ? null : html` <span class="section-score">${score}</span>`;
}

function questionFact(
  question: FormQuestion,
  answer: EvaluationAnswerResponse | undefined,
  autoFails: readonly string[],
): Html | null {
  if (!answer) return null;
  const [mark, state, text] = shownAnswer(question, answer);
  const isOwnWords = ANSWERED_BY[answer.source] !== 'service';
  const notes = [
    ...(autoFails.includes(question.key) ? ['This answer fails the call automatically.'] : []),
    ...(isOwnWords && answer.rationale !== '' ? [answer.rationale] : []),
  ];
  return fact({
    mark,
    state,
    text: html`${question.text} <strong>${text}</strong>`,
    citations: answer.citations,
    notes,
    verdict: verdictOn(question, answer),
  });
}

const JUDGED_BY: Readonly<Record<JudgeKind, string>> = {
  phrases: 'Phrases',
  metric: 'Talk metric',
  finding: 'Finding',
  model: 'AI',
  human: 'Person',
};

/** Null where no one has answered. */
function verdictOn(question: FormQuestion, answer: EvaluationAnswerResponse): ShownVerdict | null {
  const { state, source, system, confidence } = answer;
  const say = (judged: SystemAnswer) => shownAnswer(question, judged)[2];
  if (state === 'skipped' || (state === 'awaiting_human' && answer.answer === null)) return null;
  if (state === 'awaiting_human') return { text: byService('Suggested by AI', confidence), byPerson: false };
  if (source === 'human') return { text: byPerson('Decided by a reviewer', system, say), byPerson: true };
  if (system) return { text: byPerson('Follows a finding that a reviewer decided', system, say), byPerson: true };
  return { text: byService(JUDGED_BY[source], confidence), byPerson: false };
}

function shownAnswer(
  { answers, weight }: FormQuestion,
  { state, answer, points }: SystemAnswer,
): readonly [mark: string, state: FindingState | 'seen', text: string] {
  const label = answers.find(({ key }) => key === answer)?.label ?? '';
  if (state === 'na') return ['–', 'seen', 'Not applicable'];
  if (state === 'skipped') return ['–', 'seen', 'Does not apply'];
  if (state === 'not_assessable') return ['?', 'not-assessable', 'Not assessable'];
  if (state === 'awaiting_human')
    return ['…', 'not-assessable', label === '' ? 'Needs a reviewer’s answer' : `${label}? Needs a reviewer’s answer`];
  if (weight === 0) return ['•', 'seen', label];
  if (points === 0) return ['✗', 'not-done', label];
  return points === Math.max(...answers.map((each) => each.points))
    ? ['✓', 'done', label]
    : ['~', 'not-assessable', label];
}
