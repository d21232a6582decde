// The form that a person edits: the unchanged JSON of the API, so that members of a newer service are kept. Each part has an id
// under a symbol, which JSON leaves out: the id identifies a part after it has moved. Without the browser.

export const ID: unique symbol = Symbol('id');

/** A text when the input is no number: the service then reports it. */
export type Amount = number | string;

export interface Part {
  readonly [ID]: number;
}

export interface Answer extends Part {
  readonly key: string;
  readonly label: string;
  readonly points: Amount;
  readonly needs_quote?: boolean;
  readonly auto_fail?: boolean;
}

export interface Band {
  readonly below?: Amount | null;
  readonly answer: string;
}

/**
 * Any kind of judge, with the members of all kinds. Members are kept when the kind changes, and so are kinds of a newer service.
 */
export interface Judge {
  readonly kind: string;
  readonly any?: readonly string[];
  readonly none?: readonly string[];
  readonly answer?: string;
  readonly otherwise?: string;
  readonly metric?: string;
  readonly bands?: readonly Band[];
  readonly finding?: string;
}

export interface Condition {
  readonly question: string;
  readonly in: readonly string[];
}

export interface Window {
  readonly from: 'start' | 'end';
  readonly seconds: Amount;
}

export interface Question extends Part {
  readonly key: string;
  readonly text: string;
  readonly guidance?: string | null;
  readonly speaker?: 'agent' | 'customer' | null;
  readonly weight: Amount;
  readonly within?: Window | null;
  readonly answers: readonly Answer[];
  readonly na?: boolean;
  readonly applies_if?: Condition | null;
  readonly judge: Judge;
  readonly automation?: 'score' | 'suggest';
}

export interface Section extends Part {
  readonly key: string;
  readonly title: string;
  readonly weight: Amount;
  readonly questions: readonly Question[];
}

export interface Form extends Part {
  readonly language?: string | null;
  readonly pass_mark?: Amount | null;
  readonly min_coverage?: Amount;
  readonly sections: readonly Section[];
}

let given = 0;
export const newId = (): number => ++given;

type Plain<Type> = Type extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Type extends object
    ? { [Key in keyof Type as Key extends typeof ID ? never : Key]: Plain<Type[Key]> }
    : Type;

/** A form as plain JSON. */
export type PlainForm = Plain<Form>;

export const identified = (form: PlainForm): Form => ({
  ...form,
  [ID]: newId(),
  sections: form.sections.map((section) => ({
    ...section,
    [ID]: newId(),
    questions: section.questions.map(identifiedQuestion),
  })),
});

export const identifiedQuestion = (question: Plain<Question>): Question => ({
  ...question,
  [ID]: newId(),
  answers: question.answers.map((answer) => ({ ...answer, [ID]: newId() })),
});

export const questionsOf = ({ sections }: Form): readonly Question[] => sections.flatMap(({ questions }) => questions);

/** A part with the parts around it. */
export interface Place {
  readonly section?: Section;
  readonly question?: Question;
  readonly answer?: Answer;
}

export function placeOf(form: Form, id: number): Place {
  for (const section of form.sections) {
    if (section[ID] === id) return { section };
    for (const question of section.questions) {
      if (question[ID] === id) return { section, question };
      const answer = question.answers.find((one) => one[ID] === id);
      if (answer) return { section, question, answer };
    }
  }
  return {};
}

/** Number of a part, as on a paper form: `2.1`. */
export function numberOf(form: Form, id: number): string {
  for (const [at, section] of form.sections.entries()) {
    if (section[ID] === id) return String(at + 1);
    const index = section.questions.findIndex((question) => question[ID] === id);
    if (index >= 0) return `${at + 1}.${index + 1}`;
  }
  return '';
}

/** Number of an input. A decimal comma is accepted, as in German. Returns the text itself if it is no number. */
export function amountOf(typed: string): Amount {
  const text = typed.trim().replace(',', '.');
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : typed;
}

/** Weight for sums: an input that is no number counts as 0. */
export const weightOf = (amount: Amount): number => Math.max(0, Number(amount)) || 0;

/** Share of a weight in the sum; null when all weights are 0. */
export function shareOf(weight: Amount, all: readonly { readonly weight: Amount }[]): number | null {
  const sum = all.reduce((total, one) => total + weightOf(one.weight), 0);
  return sum === 0 ? null : weightOf(weight) / sum;
}
