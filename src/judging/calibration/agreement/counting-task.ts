// Task of a thread: count how far raters agree, from the JSON texts of their answers.
import { type DifferingCall, differingCalls } from '../../../judgement/agreement/differing-calls.js';
import {
  type AnsweredCall,
  agreementOnForm,
  type Between,
  type FormAgreement,
} from '../../../judgement/agreement/question-agreement.js';
import { type Form, questionsOf } from '../../../scorecards/form/form.js';

export interface StoredRating {
  readonly reviewer: string;
  readonly isExpert: boolean;
  /** JSON text. */
  readonly answers: string;
}

export interface StoredRatings {
  readonly id: string;
  /** JSON text; null where the machine had no answers. */
  readonly machine: string | null;
  readonly ratings: readonly StoredRating[];
}

export interface CountingTask {
  /** JSON text of the form. */
  readonly form: string;
  readonly calls: readonly StoredRatings[];
  readonly between: readonly Between[];
}

export interface Counted {
  readonly agreements: readonly (readonly [Between, FormAgreement])[];
  readonly differing: readonly DifferingCall[];
}

export function countAgreement({ form, calls, between }: CountingTask): Counted {
  const parsed: Form = JSON.parse(form);
  const questions = questionsOf(parsed);
  const answered = calls.map(
    ({ id, machine, ratings }): AnsweredCall => ({
      id,
      machine: machine === null ? null : JSON.parse(machine),
      people: ratings.map(({ reviewer, isExpert, answers }) => ({
        id: reviewer,
        isExpert,
        answers: JSON.parse(answers),
      })),
    }),
  );
  return {
    agreements: between.map((side) => [side, agreementOnForm(questions, answered, side)] as const),
    differing: differingCalls(
      questions.map(({ key }) => key),
      answered,
    ),
  };
}
