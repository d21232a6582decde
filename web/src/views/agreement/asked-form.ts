// The questions of a form as agreement shows them: by their keys, with the names of their answers.
import { named } from '../../texts/texts.js';

interface FormQuestion {
  readonly key: string;
  readonly text: string;
  readonly answers?: readonly { readonly key: string; readonly label: string }[];
  readonly automation?: string;
  readonly judge: { readonly kind: string };
}

export interface AskedQuestion {
  readonly text: string;
  /** Labels by the keys of the answers. */
  readonly answers: ReadonlyMap<string, string>;
  /** False where the AI's answers are suggestions to reviewers. */
  readonly doesScore: boolean;
  /** True where the AI does not answer it. */
  readonly isOfPeople: boolean;
}

export type AskedForm = ReadonlyMap<string, AskedQuestion>;

export const askedForm = (sections: readonly { readonly questions: readonly FormQuestion[] }[]): AskedForm =>
  new Map(
    sections.flatMap(({ questions }) =>
      questions.map(({ key, text, answers = [], automation, judge }) => [
        key,
        {
          text,
          answers: new Map(answers.map((answer) => [answer.key, answer.label])),
          doesScore: automation !== 'suggest',
          isOfPeople: judge.kind === 'human',
        },
      ]),
    ),
  );

/** Label of an answer of the form, else the name of what every question can have, such as `na`. */
export const answerName = (form: AskedForm, question: string, answer: string): string =>
  form.get(question)?.answers.get(answer) ?? named('acts.answer', answer);
