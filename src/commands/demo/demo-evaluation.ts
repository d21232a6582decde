// Prints an evaluation for a person at a terminal: the form with its answers, each with its words, then the figures.
import { styleText } from 'node:util';
import type {
  Evaluation,
  EvaluationAnswer,
  FormQuestion,
  ScorecardRevision,
} from '../../../clients/typescript/src/index.js';
import { citationLine, dim, headline, score } from './demo-report.js';

const MAX_CITATIONS = 2;

const OUTCOMES: Readonly<Record<NonNullable<Evaluation['outcome']>, () => string>> = {
  passed: () => styleText('green', 'passed'),
  failed: () => styleText('red', 'failed'),
  auto_failed: () => styleText('red', 'failed by one answer'),
  needs_review: () => styleText('yellow', 'needs review'),
  not_assessable: () => dim('not assessable'),
};

export function evaluationReport(evaluation: Evaluation, form: Pick<ScorecardRevision, 'sections'>): string[] {
  const { scorecard, answers, sections } = evaluation;
  const given = new Map(answers.map((answer) => [answer.question, answer]));
  const scores = new Map(sections.map((section) => [section.key, section.score]));
  const title = headline(`Scored with your scorecard: ${scorecard.name}, revision ${scorecard.revision}`);
  if (evaluation.status === 'failed') return [title, `  ${styleText('red', 'failed')}: ${evaluation.error_message}`];
  const width = 4 + Math.max(...form.sections.flatMap(({ questions }) => questions.map(({ text }) => text.length)));
  return [
    title,
    ...form.sections.flatMap(({ key, title: name, weight, questions }) => [
      weight === 0
        ? `  ${styleText('bold', name)}`
        : `  ${styleText('bold', name.padEnd(width))}${score(scores.get(key) ?? null)}`,
      ...questions.flatMap((question) => questionLines(question, given.get(question.key), width)),
    ]),
    figuresLine(evaluation),
  ];
}

function figuresLine({ score: figure, coverage, outcome, auto_fails: autoFails }: Evaluation): string {
  const why = autoFails.length === 0 ? '' : dim(` (${autoFails.join(', ')})`);
  return `  Score ${score(figure)}   Coverage ${coverage ?? '–'}   ${outcome === null ? '' : OUTCOMES[outcome]()}${why}`;
}

function questionLines(question: FormQuestion, answer: EvaluationAnswer | undefined, width: number): string[] {
  if (answer === undefined) return [];
  const { mark, text } = shownAnswer(question, answer);
  return [
    `  ${mark} ${question.text.padEnd(width - 2)}${text}`,
    ...answer.citations.slice(0, MAX_CITATIONS).map(citationLine),
  ];
}

function shownAnswer({ answers, weight }: FormQuestion, answer: EvaluationAnswer) {
  const label = answers.find(({ key }) => key === answer.answer)?.label ?? '';
  switch (answer.state) {
    case 'answered': {
      const best = Math.max(...answers.map(({ points }) => points));
      return { mark: weight === 0 ? '•' : pointsMark(answer.points ?? 0, best), text: label };
    }
    case 'awaiting_human':
      return {
        mark: styleText('yellow', '…'),
        text: dim(label === '' ? 'needs a reviewer’s answer' : `${label}? needs a reviewer’s answer`),
      };
    case 'not_assessable':
      return { mark: styleText('yellow', '?'), text: dim('not assessable') };
    default:
      return { mark: dim('–'), text: dim(answer.state === 'na' ? 'not applicable' : 'does not apply') };
  }
}

function pointsMark(points: number, best: number): string {
  if (points === best) return styleText('green', '✓');
  return points === 0 ? styleText('red', '✗') : styleText('yellow', '~');
}
