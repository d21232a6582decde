// Task of a thread: count how far raters agree, from the JSON texts of their answers.

import { type DifferingCall, differingCalls } from '../../../judgement/agreement/differing-calls.js';
import { compareJudges, type Drift, sameAnswers } from '../../../judgement/agreement/drift.js';
import { type GateFinding, passGate } from '../../../judgement/agreement/gate.js';
import {
  type AnsweredCall,
  agreementOnForm,
  type Between,
  type FormAgreement,
  type Rater,
} from '../../../judgement/agreement/question-agreement.js';
import { ANSWERED_BY, type Form, questionsOf } from '../../../scorecards/form/form.js';

interface StoredRating {
  readonly reviewer: string;
  readonly isExpert: boolean;
  /** JSON text. */
  readonly answers: string;
}

export interface StoredRatings {
  readonly id: string;
  /** JSON text; null where the machine had no answers. */
  readonly machine: string | null;
  /** JSON text of people's answers: megabytes for a large session, which the event loop leaves to the thread to parse. */
  readonly ratings: string;
}

export interface CountingTask {
  /** JSON text of the form. */
  readonly form: string;
  readonly calls: readonly StoredRatings[];
  readonly between: readonly Between[];
}

function ratersOf(ratings: string): Rater[] {
  const stored: StoredRating[] = JSON.parse(ratings);
  return stored.map(({ reviewer, isExpert, answers }) => ({ id: reviewer, isExpert, answers: JSON.parse(answers) }));
}

export interface GateTask {
  /** JSON texts of the forms. */
  readonly before: string;
  readonly after: string;
  readonly calls: readonly (StoredRatings & {
    /** Answers by the new form; null where it has none. */
    readonly judged: string | null;
  })[];
}

export function countGate({ before, after, calls }: GateTask): GateFinding {
  const [old, recent]: Form[] = [JSON.parse(before), JSON.parse(after)];
  if (!old || !recent) throw new Error('Both forms are given');
  const gated = calls.map(({ id, machine, judged, ratings }) => ({
    id,
    people: ratersOf(ratings),
    before: machine === null ? null : JSON.parse(machine),
    after: judged === null ? null : JSON.parse(judged),
  }));
  return passGate(questionsOf(old), questionsOf(recent), gated);
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
      people: ratersOf(ratings),
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

export interface DriftTask {
  /** JSON text of the form. */
  readonly form: string;
  /** The same judge, several times: nothing is tested. */
  readonly isFirst: boolean;
  readonly watched: readonly {
    readonly id: string;
    /** JSON texts of the answers, by the judge then and by the judge now. */
    readonly was: readonly string[];
    readonly is: readonly string[];
  }[];
}

export function countDrift({ form, isFirst, watched }: DriftTask): Drift {
  const parsed: Form = JSON.parse(form);
  const questions = questionsOf(parsed)
    .filter(({ judge }) => ANSWERED_BY[judge.kind] !== 'person')
    .map(({ key }) => key);
  const calls = watched.map(({ id, was, is }) => ({
    id,
    was: was.map((text) => JSON.parse(text)),
    is: is.map((text) => JSON.parse(text)),
  }));
  if (!isFirst) return compareJudges(questions, calls);
  return { ...sameAnswers(questions, calls), isSuspect: false, hasChanged: false, changed: [] };
}
