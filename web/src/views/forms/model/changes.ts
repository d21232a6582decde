// Changes of a form, each a function from a form to the next one. Without the browser.
import {
  type Answer,
  type Form,
  ID,
  identifiedQuestion,
  type Judge,
  newId,
  type Part,
  placeOf,
  type Question,
  questionsOf,
  type Section,
} from './draft.js';
import { freeKey } from './keys.js';

/** Texts of new parts, in the person's language. */
export interface NewWords {
  readonly section: string;
  readonly yes: string;
  readonly no: string;
  readonly copy: string;
}

type Added = readonly [form: Form, id: number];

export const emptyForm = (words: NewWords): Form =>
  addSection({ [ID]: newId(), pass_mark: null, min_coverage: 0.5, sections: [] }, words)[0];

export function addSection(form: Form, words: NewWords): Added {
  const key = freeKey(
    'section',
    form.sections.map((one) => one.key),
    'section',
  );
  const taken = questionsOf(form).map((one) => one.key);
  const section = { [ID]: newId(), key, title: '', weight: 10, questions: [newQuestion(taken, words)] };
  return [{ ...form, sections: [...form.sections, section] }, section[ID]];
}

export function addQuestion(form: Form, sectionId: number, words: NewWords): Added {
  const taken = questionsOf(form).map((one) => one.key);
  const question = newQuestion(taken, words);
  return [
    changeSection(form, sectionId, (section) => ({ ...section, questions: [...section.questions, question] })),
    question[ID],
  ];
}

/** New question. A person answers it, as on paper; another judge can be chosen later. */
const newQuestion = (taken: readonly string[], { yes, no }: NewWords): Question => ({
  [ID]: newId(),
  key: freeKey('question', taken, 'question'),
  text: '',
  weight: 10,
  answers: [
    { [ID]: newId(), key: 'yes', label: yes, points: 1 },
    { [ID]: newId(), key: 'no', label: no, points: 0 },
  ],
  judge: { kind: 'human' },
});

export function addAnswer(form: Form, questionId: number): Added {
  const id = newId();
  const changed = changeQuestion(form, questionId, (question) => {
    const key = freeKey(
      'answer',
      question.answers.map((one) => one.key),
      'answer',
    );
    return { ...question, answers: [...question.answers, { [ID]: id, key, label: '', points: 0 }] };
  });
  return [changed, id];
}

export const changeSection = (form: Form, id: number, change: (section: Section) => Section): Form => ({
  ...form,
  sections: form.sections.map((one) => (one[ID] === id ? change(one) : one)),
});

export const changeQuestion = (form: Form, id: number, change: (question: Question) => Question): Form => ({
  ...form,
  sections: form.sections.map((section) =>
    section.questions.some((one) => one[ID] === id)
      ? { ...section, questions: section.questions.map((one) => (one[ID] === id ? change(one) : one)) }
      : section,
  ),
});

export const changeAnswer = (form: Form, id: number, change: (answer: Answer) => Answer): Form => {
  const { question } = placeOf(form, id);
  if (!question) return form;
  return changeQuestion(form, question[ID], (one) => ({
    ...one,
    answers: one.answers.map((answer) => (answer[ID] === id ? change(answer) : answer)),
  }));
};

type Edit = <Item extends Part>(list: readonly Item[]) => readonly Item[];

/** Changes the list that contains a part. */
function editAround(form: Form, id: number, edit: Edit): Form {
  const { section, question, answer } = placeOf(form, id);
  if (answer && question) return changeQuestion(form, question[ID], (one) => ({ ...one, answers: edit(one.answers) }));
  if (question && section)
    return changeSection(form, section[ID], (one) => ({ ...one, questions: edit(one.questions) }));
  return section ? { ...form, sections: edit(form.sections) } : form;
}

const indexIn = (list: readonly Part[], id: number): number => list.findIndex((one) => one[ID] === id);

/** Moves a part one place up or down. A question at the edge of its section moves to the next section. */
export function move(form: Form, id: number, by: 1 | -1): Form {
  const { section, question, answer } = placeOf(form, id);
  if (section && question && !answer) {
    const to = indexIn(section.questions, id) + by;
    if (to < 0 || to >= section.questions.length) return toNeighbour(form, section, question, by);
  }
  return editAround(form, id, (list) => {
    const at = indexIn(list, id);
    const one = list[at];
    const other = list[at + by];
    if (!one || !other) return list;
    return list.map((each) => (each === one ? other : each === other ? one : each));
  });
}

export function canMove(form: Form, id: number, by: 1 | -1): boolean {
  const { section, question } = placeOf(form, id);
  if (!section) return false;
  const list: readonly Part[] = question ? questionsOf(form) : form.sections;
  const neighbour = list[indexIn(list, id) + by];
  if (neighbour !== undefined) return true;
  return question !== undefined && form.sections[indexIn(form.sections, section[ID]) + by] !== undefined;
}

function toNeighbour(form: Form, from: Section, question: Question, by: 1 | -1): Form {
  const next = form.sections[indexIn(form.sections, from[ID]) + by];
  if (!next) return form;
  const without = changeSection(form, from[ID], (one) => ({
    ...one,
    questions: one.questions.filter((each) => each !== question),
  }));
  return changeSection(without, next[ID], (one) => ({
    ...one,
    questions: by === 1 ? [question, ...one.questions] : [...one.questions, question],
  }));
}

/** Adds a copy after the original, with keys of its own. */
export function duplicate(form: Form, id: number, { copy }: NewWords): Added {
  const { section, question, answer } = placeOf(form, id);
  const taken = questionsOf(form).map((one) => one.key);
  const made =
    answer && question
      ? { ...answer, [ID]: newId(), key: freeKey(answer.key, keysOf(question.answers), 'answer') }
      : question
        ? copyOf(question, taken)
        : section && {
            ...sectionCopy(section, taken),
            key: freeKey(section.key, keysOf(form.sections), 'section'),
            title: `${section.title} (${copy})`,
          };
  if (!made) return [form, id];
  const next = editAround(form, id, (list) =>
    list.toSpliced(indexIn(list, id) + 1, 0, made as unknown as (typeof list)[number]),
  );
  return [next, made[ID]];
}

const keysOf = (parts: readonly { readonly key: string }[]): string[] => parts.map(({ key }) => key);

const copyOf = (question: Question, taken: readonly string[]): Question => ({
  ...identifiedQuestion(question),
  key: freeKey(question.key, taken, 'question'),
});

/** Copies a section. Conditions inside it refer to its own copies. */
function sectionCopy(section: Section, taken: readonly string[]): Section {
  const names = new Map<string, string>();
  for (const { key } of section.questions) names.set(key, freeKey(key, [...taken, ...names.values()], 'question'));
  return {
    ...section,
    [ID]: newId(),
    questions: section.questions.map((question) => {
      const made = { ...identifiedQuestion(question), key: names.get(question.key) ?? question.key };
      const named = question.applies_if && names.get(question.applies_if.question);
      return named && made.applies_if ? { ...made, applies_if: { ...made.applies_if, question: named } } : made;
    }),
  };
}

/** Deleted part, with its position. It can be restored there, whatever was changed since. */
export interface Removed {
  readonly part: Part;
  readonly parent: number;
  readonly at: number;
}

export function remove(form: Form, id: number): readonly [form: Form, removed: Removed | null] {
  const { section, question, answer } = placeOf(form, id);
  const part = answer ?? question ?? section;
  if (!part || !section) return [form, null];
  const parent = answer && question ? question : question ? section : form;
  const list: readonly Part[] = answer && question ? question.answers : question ? section.questions : form.sections;
  const removed = { part, parent: parent[ID], at: indexIn(list, id) };
  return [editAround(form, id, (all) => all.filter((one) => one[ID] !== id)), removed];
}

export function putBack(form: Form, { part, parent, at }: Removed): Form {
  if (form[ID] === parent) return { ...form, sections: form.sections.toSpliced(at, 0, part as Section) };
  const asQuestion = (one: Section) => ({ ...one, questions: one.questions.toSpliced(at, 0, part as Question) });
  const asAnswer = (one: Question) => ({ ...one, answers: one.answers.toSpliced(at, 0, part as Answer) });
  return changeQuestion(changeSection(form, parent, asQuestion), parent, asAnswer);
}

/** New judge of a kind. Its answers are the best one and the last one. */
export function newJudge(kind: string, { answers }: Question): Judge {
  const best = answers.reduce<Answer | undefined>(
    (found, one) => (found && Number(found.points) >= Number(one.points) ? found : one),
    undefined,
  );
  const either = { answer: best?.key ?? '', otherwise: answers.findLast((one) => one !== best)?.key ?? '' };
  if (kind === 'phrases') return { kind, any: [], none: [], ...either };
  if (kind === 'finding') return { kind, finding: 'greeting', ...either };
  if (kind === 'metric')
    return {
      kind,
      metric: 'silence_seconds',
      bands: [{ below: 30, answer: either.answer }, { answer: either.otherwise }],
    };
  return { kind };
}
