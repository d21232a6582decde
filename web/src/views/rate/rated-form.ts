// The form by which a call is rated, as far as a reviewer needs it: the questions that apply to what is answered. Without the
// browser.

interface Answer {
  readonly key: string;
  readonly label: string;
}

export interface Question {
  readonly key: string;
  readonly text: string;
  readonly guidance?: string | null;
  readonly answers: readonly Answer[];
  readonly na?: boolean;
  readonly applies_if?: { readonly question: string; readonly in: readonly string[] } | null;
}

interface Section {
  readonly key: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

/** Answers by the keys of their questions. */
export type Given = Readonly<Record<string, { readonly answer: string; readonly note: string }>>;

interface RatedAnswer {
  readonly question: string;
  readonly answer: string;
  readonly note: string | null;
}

/** Sections of the form with the questions that apply: those without a condition, and those whose condition is met. */
export function applicable(form: unknown, given: Given): readonly Section[] {
  const { sections } = form as { readonly sections: readonly Section[] };
  const applies = ({ applies_if: condition }: Question) =>
    !condition || condition.in.includes(given[condition.question]?.answer ?? '');
  return sections
    .map((section) => ({ ...section, questions: section.questions.filter(applies) }))
    .filter(({ questions }) => questions.length > 0);
}

export const isComplete = (sections: readonly Section[], given: Given): boolean =>
  sections.every(({ questions }) => questions.every(({ key }) => given[key] !== undefined && given[key].answer !== ''));

/** The answers to the questions that apply, as the API takes them. */
export const answersOf = (sections: readonly Section[], given: Given) =>
  sections.flatMap(({ questions }) =>
    questions.flatMap(({ key }) => {
      const one = given[key];
      return one === undefined
        ? []
        : [{ question: key, answer: one.answer, note: one.note.trim() || null, quotes: [] }];
    }),
  );

export const givenIn = (answers: readonly RatedAnswer[]): Given =>
  Object.fromEntries(answers.map(({ question, answer, note }) => [question, { answer, note: note ?? '' }]));
