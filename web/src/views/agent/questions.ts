// Answers to the questions of a scorecard, in its order and wording. Without the browser.

import type { AnswerRow } from '../../../../clients/typescript/src/browser.js';
import { type Figure, ofRate, shareOf } from '../../figures/figure.js';

export interface AskedQuestion {
  readonly key: string;
  readonly text: string;
  readonly answers: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly share: Figure;
  }[];
  readonly na: number;
  readonly notAssessable: number;
  readonly awaitingHuman: number;
  readonly skipped: number;
}

interface FormQuestion {
  readonly key: string;
  readonly text: string;
  readonly answers: readonly { readonly key: string; readonly label: string }[];
}

/** Questions in the order of the scorecard. Questions that it no longer contains are last, by their keys. */
export function questionsOf(rows: readonly AnswerRow[], form: readonly FormQuestion[]): readonly AskedQuestion[] {
  const places = new Map(form.map(({ key }, place) => [key, place]));
  const placeOf = (row: AnswerRow) => places.get(row.key.question ?? '') ?? form.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other)).map((row) => questionOf(row, form));
}

function questionOf(row: AnswerRow, form: readonly FormQuestion[]): AskedQuestion {
  const key = row.key.question ?? '';
  const known = form.find((question) => question.key === key);
  const given = new Map(row.answers.map((answer) => [answer.answer, answer]));
  const inOrder = [...new Set([...(known?.answers.map((answer) => answer.key) ?? []), ...given.keys()])];
  return {
    key,
    text: known?.text ?? key,
    answers: inOrder.map((answer) => {
      const { count, share } = given.get(answer) ?? { count: 0, share: null };
      const label = known?.answers.find((one) => one.key === answer)?.label ?? answer;
      return { key: answer, label, count, share: share === null ? shareOf(0, row.answered) : ofRate(share) };
    }),
    na: row.na,
    notAssessable: row.not_assessable,
    awaitingHuman: row.awaiting_human,
    skipped: row.skipped,
  };
}
