// Finds the calls that people rated differently, so that a team can discuss those first. Pure.
import type { AnsweredCall } from './question-agreement.js';

export interface DifferingCall {
  readonly id: string;
  /** Keys of the questions, in the order of the form. */
  readonly questions: readonly string[];
}

/**
 * Calls with a question to which two people, the expert included, gave different answers: most such questions first, then by id.
 * The machine does not count, and what a person left out or could not assess is no answer.
 */
export function differingCalls(questions: readonly string[], calls: readonly AnsweredCall[]): DifferingCall[] {
  return calls
    .map((call) => ({ id: call.id, questions: questions.filter((question) => isDisputed(call, question)) }))
    .filter((call) => call.questions.length > 0)
    .sort((a, b) => b.questions.length - a.questions.length || (a.id < b.id ? -1 : 1));
}

function isDisputed({ people }: AnsweredCall, question: string): boolean {
  const given = people.flatMap(({ answers }) => (Object.hasOwn(answers, question) ? [answers[question]] : []));
  return new Set(given).size > 1;
}
