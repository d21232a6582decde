// Task of a thread: the figures of an engine trial, in the shape that clients receive. Pure.
import type { AnswerPair, RatedCall } from '../../../judgement/agreement/agreement.js';
import type { Bounds } from '../../../judgement/agreement/bootstrap.js';
import type { EngineTask } from '../../../ports/engine-trouble.js';
import type { GivenAnswer } from './item-result.js';
import {
  agreementWithPeople,
  differenceOfAgreement,
  differenceOfErrors,
  disagreementOfAnswers,
  disagreementOfWords,
  type HeardCall,
  secondsPerMinute,
  type TrialVerdict,
  wordErrorRate,
} from './trial-figures.js';

/** One call by one engine. */
export interface TriedCall {
  readonly id: string;
  readonly audioMs: number;
  readonly spentMs: number;
  readonly costMicros: number | null;
  /** Errors against the words that a person corrected; null where no person did. */
  readonly heard: (HeardCall & { readonly rolesWrong: boolean; readonly languageWrong: boolean }) | null;
  /** Empty for a hearing. */
  readonly answers: readonly GivenAnswer[];
}

/** Words by which two hearings of a call differ; `words` is the mean of their lengths. */
export interface EditedCall {
  readonly id: string;
  readonly edits: number;
  readonly words: number;
}

export interface FiguresTask {
  readonly task: EngineTask;
  readonly engines: readonly { readonly name: string; readonly calls: readonly TriedCall[] }[];
  /** Answers of people, by call and question. */
  readonly given: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Answers that each question allows. */
  readonly questions: ReadonlyMap<string, readonly string[]>;
  /** One list for each pair of {@link pairsOf}; empty lists where people corrected any of the calls. */
  readonly edits: readonly (readonly EditedCall[])[];
}

interface Measured {
  readonly value: number | null;
  readonly ci: Bounds | null;
}

export interface EngineFigures {
  readonly name: string;
  readonly seconds_per_minute: { readonly mean: number | null; readonly ci: Bounds | null } | null;
  readonly cost_per_minute: number | null;
  readonly word_error_rate: (Measured & { readonly words: number; readonly calls: number }) | null;
  readonly roles_wrong: number | null;
  readonly languages_wrong: number | null;
  readonly agreement: readonly QuestionAgreement[] | null;
}

export interface QuestionAgreement {
  readonly question: string;
  readonly n: number;
  readonly agreement: number | null;
  readonly kappa: Measured;
  readonly ac1: Measured;
}

export const MEASURES = ['word_error_rate', 'agreement', 'disagreement'] as const;

export interface EngineDifference extends Measured {
  readonly between: readonly [string, string];
  readonly measure: (typeof MEASURES)[number];
  /** Null where the measure is of no single question. */
  readonly question: string | null;
  readonly verdict: TrialVerdict;
}

export interface TrialFigures {
  readonly engines: readonly EngineFigures[];
  readonly differences: readonly EngineDifference[];
}

/** Each pair once, the engine that was named first before the other. */
export const pairsOf = <Item>(items: readonly Item[]): (readonly [Item, Item])[] =>
  items.flatMap((first, at) => items.slice(at + 1).map((second) => [first, second] as const));

export function figuresOf(task: FiguresTask): TrialFigures {
  const isHearing = task.task === 'transcription';
  return {
    engines: task.engines.map(({ name, calls }) => ({
      name,
      ...spentOn(calls),
      ...(isHearing ? heardWell(calls) : { word_error_rate: null, roles_wrong: null, languages_wrong: null }),
      agreement: isHearing ? null : agreementOf(task, calls),
    })),
    differences: isHearing ? differencesOfHearings(task) : differencesOfAnswers(task),
  };
}

function spentOn(calls: readonly TriedCall[]) {
  const { value: mean, ci } = secondsPerMinute(calls);
  const known = calls.flatMap(({ audioMs, costMicros }) => (costMicros === null ? [] : [{ audioMs, costMicros }]));
  const minutes = known.reduce((sum, { audioMs }) => sum + audioMs / 60_000, 0);
  const cost = known.reduce((sum, { costMicros }) => sum + costMicros, 0);
  return {
    seconds_per_minute: mean === null ? null : { mean, ci },
    cost_per_minute: minutes === 0 ? null : cost / 1_000_000 / minutes,
  };
}

const heardOf = (calls: readonly TriedCall[]) => calls.flatMap(({ heard }) => heard ?? []);

function heardWell(calls: readonly TriedCall[]) {
  const heard = heardOf(calls);
  if (heard.length === 0) return { word_error_rate: null, roles_wrong: null, languages_wrong: null };
  return {
    word_error_rate: wordErrorRate(heard),
    roles_wrong: heard.filter(({ rolesWrong }) => rolesWrong).length,
    languages_wrong: heard.filter(({ languageWrong }) => languageWrong).length,
  };
}

function differencesOfHearings({ engines, edits }: FiguresTask): EngineDifference[] {
  const isCorrected = engines.some(({ calls }) => heardOf(calls).length > 0);
  return pairsOf(engines).map(([first, second], at) => {
    const between = [first.name, second.name] as const;
    if (isCorrected)
      return {
        between,
        measure: 'word_error_rate',
        question: null,
        ...differenceOfErrors(heardOf(first.calls), heardOf(second.calls)),
      };
    return {
      between,
      measure: 'disagreement',
      question: null,
      ...disagreementOfWords(edits[at] ?? []),
      verdict: 'too_few',
    };
  });
}

/** Calls about which both have answered the question. */
function ratedBy({ given }: FiguresTask, calls: readonly TriedCall[], question: string): RatedCall[] {
  return calls.flatMap(({ id, answers }) => {
    const own = answerTo(answers, question);
    const theirs = given.get(id)?.get(question) ?? null;
    return theirs === null ? [] : [{ id, pairs: [[own, theirs]] as const }];
  });
}

const answerTo = (answers: readonly GivenAnswer[], question: string): string | null =>
  answers.find((one) => one.question === question)?.answer ?? null;

function agreementOf(task: FiguresTask, calls: readonly TriedCall[]): QuestionAgreement[] {
  return [...task.questions].flatMap(([question, allowed]) => {
    const rated = ratedBy(task, calls, question);
    return rated.length === 0 ? [] : [{ question, ...agreementWithPeople(rated, allowed) }];
  });
}

function differencesOfAnswers(task: FiguresTask): EngineDifference[] {
  return pairsOf(task.engines).flatMap(([first, second]): EngineDifference[] => {
    const between = [first.name, second.name] as const;
    if (task.given.size === 0) {
      const others = new Map(second.calls.map(({ id, answers }) => [id, answers]));
      const both = first.calls.flatMap(({ id, answers }) => {
        const other = others.get(id);
        const pairs = [...task.questions.keys()].map(
          (question): AnswerPair => [answerTo(answers, question), answerTo(other ?? [], question)],
        );
        return other === undefined ? [] : [{ id, pairs }];
      });
      const measured = disagreementOfAnswers(both);
      return [{ between, measure: 'disagreement', question: null, ...measured, verdict: 'too_few' }];
    }
    return [...task.questions].flatMap(([question, allowed]): EngineDifference[] => {
      const [one, other] = [first, second].map(({ calls }) => ratedBy(task, calls, question));
      if (!one?.length || !other?.length) return [];
      return [{ between, measure: 'agreement', question, ...differenceOfAgreement(one, other, allowed) }];
    });
  });
}
