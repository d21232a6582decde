// Compares answers of a draft with those of the published revision, for the same calls. Without the browser.
import type { Evaluation } from '../../../../../clients/typescript/src/browser.js';

export type Answered = NonNullable<Evaluation['answers']>[number];

export type Verdict = 'same' | 'differs' | 'new' | 'unknown';

/** @param other null when there is nothing to compare with */
export function verdictOf(one: Answered | undefined, other: Evaluation | null): Verdict {
  if (!one || !other) return 'unknown';
  const before = answerIn(other, one.question);
  if (!before) return 'new';
  return before.state === one.state && before.answer === one.answer ? 'same' : 'differs';
}

export const answerIn = ({ answers }: Evaluation, question: string): Answered | undefined =>
  (answers ?? []).find((one) => one.question === question);

export interface Taken {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Millionths of a dollar; null when a price is unknown. */
  readonly micros: number | null;
}

/** Tokens and cost of the model; null when no model was used. */
export function takenBy(evaluations: readonly Evaluation[]): Taken | null {
  const asked = evaluations.flatMap(({ provenance }) => (provenance?.judge ? [provenance] : []));
  if (asked.length === 0) return null;
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return {
    inputTokens: sum(asked.map(({ input_tokens }) => input_tokens)),
    outputTokens: sum(asked.map(({ output_tokens }) => output_tokens)),
    micros: asked.some(({ cost }) => cost === null) ? null : sum(asked.map(({ cost }) => cost?.amount_micros)),
  };
}
