// Keys, by which programs and conditions name the parts of a form. People need not think of them: they follow the words until the
// part was published, and what refers to a part follows its key. Without the browser.
import { type Answer, type Form, ID, type Judge, placeOf, type Question, questionsOf } from './draft.js';

/** The service takes 64: room for a number behind it, and short enough to be read. */
const MAX_KEY = 40;
const NOT_APPLICABLE = 'na';

/** `Did the agent greet?` is `did_the_agent_greet`; empty where the words have no letters of the Latin alphabet. */
export function keyFrom(words: string): string {
  const letters = words
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  if (letters.length <= MAX_KEY) return letters;
  const cut = letters.slice(0, MAX_KEY + 1);
  return cut.includes('_') ? cut.slice(0, cut.lastIndexOf('_')) : letters.slice(0, MAX_KEY);
}

/** @param other in the place of a key that is empty, or kept for `not applicable` */
export function freeKey(wanted: string, taken: readonly string[], other: string): string {
  const stem = wanted === '' || wanted === NOT_APPLICABLE ? other : wanted;
  for (let count = 1; ; count++) {
    const key = count === 1 ? stem : `${stem}_${count}`;
    if (!taken.includes(key)) return key;
  }
}

/** Whether a key came from these words, so that it follows when they change. */
const follows = (key: string, words: string, other: string): boolean =>
  key === '' || key.replace(/_\d+$/, '') === (keyFrom(words).replace(/_\d+$/, '') || other);

const keysBut = (parts: readonly { readonly key: string; readonly [ID]: number }[], id: number): string[] =>
  parts.filter((part) => part[ID] !== id).map(({ key }) => key);

const mapQuestions = (form: Form, change: (question: Question) => Question): Form => ({
  ...form,
  sections: form.sections.map((section) => ({ ...section, questions: section.questions.map(change) })),
});

/** @param published keys that evaluations already name: they stay */
export function withTitle(form: Form, id: number, title: string, published: ReadonlySet<string>): Form {
  const { section } = placeOf(form, id);
  if (!section) return form;
  const isFree = !published.has(section.key) && follows(section.key, section.title, 'section');
  const key = isFree ? freeKey(keyFrom(title), keysBut(form.sections, id), 'section') : section.key;
  return { ...form, sections: form.sections.map((one) => (one[ID] === id ? { ...one, title, key } : one)) };
}

/** @param published keys that evaluations already name: they stay */
export function withText(form: Form, id: number, text: string, published: ReadonlySet<string>): Form {
  const { question } = placeOf(form, id);
  if (!question) return form;
  const changed = mapQuestions(form, (one) => (one[ID] === id ? { ...one, text } : one));
  if (published.has(question.key) || !follows(question.key, question.text, 'question')) return changed;
  return withQuestionKey(changed, id, freeKey(keyFrom(text), keysBut(questionsOf(form), id), 'question'));
}

export function withLabel(form: Form, id: number, label: string, published: ReadonlySet<string>): Form {
  const { question, answer } = placeOf(form, id);
  if (!question || !answer) return form;
  const changed = mapAnswer(form, id, (one) => ({ ...one, label }));
  if (published.has(question.key) || !follows(answer.key, answer.label, 'answer')) return changed;
  return withAnswerKey(changed, id, freeKey(keyFrom(label), keysBut(question.answers, id), 'answer'));
}

/** Conditions that name the question go with it. */
export function withQuestionKey(form: Form, id: number, key: string): Form {
  const before = placeOf(form, id).question?.key;
  const isUnique = questionsOf(form).filter((one) => one.key === before).length === 1;
  return mapQuestions(form, (one) => {
    const own = one[ID] === id ? { ...one, key } : one;
    const condition = own.applies_if;
    if (!isUnique || !condition || condition.question !== before) return own;
    return { ...own, applies_if: { ...condition, question: key } };
  });
}

/** The judge of the question and the conditions that name the answer go with it. */
export function withAnswerKey(form: Form, id: number, key: string): Form {
  const { question, answer } = placeOf(form, id);
  if (!question || !answer) return form;
  const before = answer.key;
  const changed = mapAnswer(form, id, (one) => ({ ...one, key }));
  if (before === '' || question.answers.filter((one) => one.key === before).length !== 1) return changed;
  return mapQuestions(changed, (one) => {
    const own = one[ID] === question[ID] ? { ...one, judge: judgeWith(one.judge, before, key) } : one;
    if (own.applies_if?.question !== question.key) return own;
    return { ...own, applies_if: { ...own.applies_if, in: own.applies_if.in.map((each) => swap(each, before, key)) } };
  });
}

const mapAnswer = (form: Form, id: number, change: (answer: Answer) => Answer): Form =>
  mapQuestions(form, (question) =>
    question.answers.some((one) => one[ID] === id)
      ? { ...question, answers: question.answers.map((one) => (one[ID] === id ? change(one) : one)) }
      : question,
  );

const swap = (value: string, before: string, after: string): string => (value === before ? after : value);

const judgeWith = (judge: Judge, before: string, after: string): Judge => ({
  ...judge,
  ...(judge.answer === undefined ? {} : { answer: swap(judge.answer, before, after) }),
  ...(judge.otherwise === undefined ? {} : { otherwise: swap(judge.otherwise, before, after) }),
  ...(judge.bands === undefined
    ? {}
    : { bands: judge.bands.map((band) => ({ ...band, answer: swap(band.answer, before, after) })) }),
});
