// Faults of a form that are no errors: a form with them can be published, and is answered worse than it could be. Pure.
import { type Form, type FormQuestion, questionsOf } from '../../scorecards/form/form.js';

export const FORM_FAULTS = [
  'double_question',
  'no_guidance',
  'no_na',
  'absence_auto_fail',
  'phrase_never',
  'phrase_always',
  'never_varies',
] as const;
export type FormFaultCode = (typeof FORM_FAULTS)[number];

export interface FormFault {
  /** Path of the member in the form. */
  readonly loc: readonly string[];
  readonly code: FormFaultCode;
  readonly message: string;
}

/** Calls in which a phrase was sought, and those in which it was said. */
export interface PhraseCount {
  readonly n: number;
  readonly matched: number;
}

/** Answers to a question: how many there are, and the only one that was ever given. */
export interface OnlyAnswer {
  readonly n: number;
  readonly answer: string;
}

export interface FormHistory {
  /** Counts of each phrase of `any`, by question. */
  readonly phrases: ReadonlyMap<string, readonly PhraseCount[]>;
  /** Questions that were answered in one way alone, by key. */
  readonly onlyAnswers: ReadonlyMap<string, OnlyAnswer>;
}

/** From so many calls on it says something that a phrase or an answer never changes. */
const MIN_CALLS = 20;

/** Verbs that begin a second thing to do, as forms of contact centres name them. */
const VERBS =
  'am|are|is|was|were|did|do|does|has|have|had|can|could|will|would|greet|say|said|name|state|ask|confirm|verify|' +
  'check|offer|explain|thank|apologi[sz]e|give|tell|mention|introduce|summari[sz]e|repeat|read|inform|identify|resolve|solve|' +
  'show|listen|use|make|avoid';
/** German verbs end in these letters, and begin with a small one where a noun would have a capital. */
const TWO_THINGS = [
  /\?.*\?/su,
  new RegExp(`\\b(?:and|as well as)\\s+(?:also\\s+|then\\s+)?(?:${VERBS})(?:e?[ds])?\\b`, 'iu'),
  /\b(?:und|sowie)\s+(?:(?:sich|auch|dann|ihn|sie|es|den|die|das|dem)\s+)*\p{Ll}{2,}(?:t|en)\b/u,
];
const CONDITION = /\b(?:if|when|unless|where applicable|in case|falls|wenn|sofern|gegebenenfalls)\b/iu;
/** A reported question, as in "asked if". */
const REPORTED = /\b(?:ask(?:s|ed)?|check(?:s|ed)?|see|know|sure)\s+if\b/giu;

export function faultsOf(form: Form, history: FormHistory): FormFault[] {
  return form.sections.flatMap(({ questions }, section) =>
    questions.flatMap((question, at) =>
      [...writtenFaults(question), ...seenFaults(question, history)].map(({ loc, ...fault }) => ({
        ...fault,
        loc: ['sections', String(section), 'questions', String(at), ...loc],
      })),
    ),
  );
}

function writtenFaults({ text, guidance, na, applies_if, answers, judge }: FormQuestion): FormFault[] {
  const faults: FormFault[] = [];
  const isRead = judge.kind === 'model' || judge.kind === 'human';
  if (isRead && TWO_THINGS.some((pattern) => pattern.test(text)))
    faults.push({
      loc: ['text'],
      code: 'double_question',
      message: 'It may ask two things at once. Ask each by itself.',
    });
  if (judge.kind === 'model' && guidance === null)
    faults.push({
      loc: ['guidance'],
      code: 'no_guidance',
      message: 'Nothing says what counts. Describe each answer, with an example.',
    });
  if (!na && applies_if === null && CONDITION.test(`${text} ${guidance ?? ''}`.replace(REPORTED, '')))
    faults.push({
      loc: ['na'],
      code: 'no_na',
      message: 'It has a condition, and no answer for calls that do not meet it. Allow N/A, or set applies_if.',
    });
  if (judge.kind !== 'metric' && judge.kind !== 'human')
    for (const [at, answer] of answers.entries())
      if (answer.auto_fail && !answer.needs_quote)
        faults.push({
          loc: ['answers', String(at), 'auto_fail'],
          code: 'absence_auto_fail',
          message:
            'The call fails because something was not heard. Ask for a quotation of what was said instead, or let a person ' +
            'decide.',
        });
  return faults;
}

function seenFaults({ key, judge }: FormQuestion, { phrases, onlyAnswers }: FormHistory): FormFault[] {
  const only = onlyAnswers.get(key);
  const faults = [...(phrases.get(key) ?? []).entries()].flatMap(([at, { n, matched }]): FormFault[] => {
    const loc = ['judge', 'any', String(at)];
    if (n < MIN_CALLS || (matched !== 0 && matched !== n)) return [];
    return matched === 0
      ? [{ loc, code: 'phrase_never', message: `It was said in none of the last ${n} calls.` }]
      : [{ loc, code: 'phrase_always', message: `It was said in each of the last ${n} calls.` }];
  });
  if (judge.kind !== 'human' && only && only.n >= MIN_CALLS)
    faults.push({
      loc: [],
      code: 'never_varies',
      message: `Each of the last ${only.n} answers was “${only.answer}”: it tells calls apart no more than a constant.`,
    });
  return faults;
}

const MATCHED = 'matched';

/** A form that asks of each phrase by itself whether it was said, in their order; null without phrases. */
export function formOfPhrases(form: Form): Form | null {
  const questions = questionsOf(form).flatMap((question) => {
    const { judge } = question;
    return judge.kind !== 'phrases'
      ? []
      : judge.any.map((phrase) => ({ ...question, judge: { ...judge, any: [phrase] } }));
  });
  if (questions.length === 0) return null;
  const answer = (key: string, points: number) => ({ key, label: key, points, needs_quote: false, auto_fail: false });
  return {
    ...form,
    sections: [
      {
        key: 'phrases',
        title: 'Phrases',
        weight: 1,
        questions: questions.map((question, at) => ({
          ...question,
          key: `p${at}`,
          weight: 1,
          answers: [answer(MATCHED, 1), answer('unmatched', 0)],
          na: false,
          applies_if: null,
          judge: { ...question.judge, answer: MATCHED, otherwise: 'unmatched' },
          automation: 'score' as const,
        })),
      },
    ],
  };
}

/** @param judged answers to {@link formOfPhrases}, of one call each; null: the call tells nothing of the phrase */
export function countPhrases(
  form: Form,
  judged: readonly (readonly (string | null)[])[],
): ReadonlyMap<string, readonly PhraseCount[]> {
  let next = 0;
  return new Map(
    questionsOf(form).flatMap(({ key, judge }) => {
      if (judge.kind !== 'phrases') return [];
      const counts = judge.any.map((): PhraseCount => {
        const at = next++;
        const told = judged.flatMap((answers) => answers[at] ?? []);
        return { n: told.length, matched: told.filter((answer) => answer === MATCHED).length };
      });
      return [[key, counts] as const];
    }),
  );
}
