// Finds faults of a form that involve several members: duplicate keys, references to nothing, bands out of order. The form is
// checked as the client sent it, because all faults are reported at once: a member may be missing or of a wrong type, which the
// request classes report.
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Problem } from '../../platform/http/validation/field-rules.js';
import { roundedHalfUp } from '../../platform/http/validation/fields.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { type JudgeKind, MAX_DECIMALS, NOT_APPLICABLE } from './form.js';

/** Maximum in the whole form. */
export const MAX_QUESTIONS = 100;
/** Maximum in the whole form. */
const MAX_PATTERNS = 1000;

type Members = Readonly<Record<string, unknown>>;
type Path = readonly string[];
/** Keys of the answers, by key of the question. A key may be of any type: only a text is looked up. */
type EarlierQuestions = ReadonlyMap<unknown, ReadonlySet<unknown>>;

/** Reports too many questions or patterns. Nothing else of such a form is then checked. */
export function findFormExcess(sections: readonly unknown[]): readonly Problem[] {
  const questions = sections.flatMap((section) => membersOf(section, 'questions').map(([question]) => question));
  const faults: Problem[] = [];
  if (questions.length > MAX_QUESTIONS) faults.push(fault([], `at most ${MAX_QUESTIONS} questions are taken in all`));
  if (sum(questions.map(patternCount)) > MAX_PATTERNS)
    faults.push(fault([], `at most ${MAX_PATTERNS} patterns are taken in all`));
  return faults;
}

/** @param sections as the client sent them. The paths of the faults begin with the index of the section. */
export function findFormFaults(sections: readonly unknown[]): readonly Problem[] {
  const questions = sections.flatMap((section, at) =>
    membersOf(section, 'questions').map(([question, index]) => ({ question, path: [String(at), 'questions', index] })),
  );
  const faults = repeatedKeys(
    sections.map((section, at) => [section, [String(at)]] as const),
    'another section has this key',
  );
  faults.push(
    ...repeatedKeys(
      questions.map(({ question, path }) => [question, path] as const),
      'another question has this key',
    ),
  );
  const earlier = new Map<unknown, ReadonlySet<unknown>>();
  for (const { question, path } of questions) {
    if (!isRecord(question)) continue;
    const answers = answerKeys(question);
    faults.push(...answerFaults(question, path), ...conditionFaults(question.applies_if, earlier, path));
    faults.push(...judgeFaults(question, answers, path));
    if (!earlier.has(question.key)) earlier.set(question.key, answers);
  }
  return faults;
}

function patternCount(question: unknown): number {
  const judge = isRecord(question) ? question.judge : null;
  return membersOf(judge, 'any').length + membersOf(judge, 'none').length;
}

/** Rounds a number as it will be stored. It may be given as text. */
const amountOf = (given: unknown) => roundedHalfUp(Number(given), MAX_DECIMALS);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function answerFaults({ answers, weight }: Members, path: Path): Problem[] {
  if (!Array.isArray(answers)) return [];
  const at = [...path, 'answers'];
  const items = answers.map((answer: unknown, index) => [answer, [...at, String(index)]] as const);
  const faults = repeatedKeys(items, 'another answer has this key');
  for (const [answer, place] of items) {
    if (isRecord(answer) && answer.key === NOT_APPLICABLE)
      faults.push(fault([...place, 'key'], `${NOT_APPLICABLE} is no key of an answer: set the question's na to true`));
  }
  const points = answers.map((answer: unknown) =>
    isRecord(answer) ? amountOf(answer.points ?? Number.NaN) : Number.NaN,
  );
  if (amountOf(weight) > 0 && points.length > 0 && points.every((each) => each === 0))
    faults.push(fault(at, 'a question with a weight needs an answer with points'));
  return faults;
}

function conditionFaults(condition: unknown, earlier: EarlierQuestions, path: Path): Problem[] {
  if (!isRecord(condition) || typeof condition.question !== 'string') return [];
  const at = [...path, 'applies_if'];
  const answers = earlier.get(condition.question);
  if (!answers) return [fault([...at, 'question'], 'no earlier question has this key')];
  if (!Array.isArray(condition.in)) return [];
  return condition.in.flatMap((answer: unknown, index) =>
    typeof answer !== 'string' || answers.has(answer) ? [] : [fault([...at, 'in', String(index)], NO_SUCH_ANSWER)],
  );
}

const NO_SUCH_ANSWER = 'the question has no such answer';

interface JudgedQuestion {
  readonly question: Members;
  readonly judge: Members;
  readonly answers: ReadonlySet<unknown>;
  readonly path: Path;
}

const JUDGE_FAULTS: Readonly<Record<JudgeKind, (judged: JudgedQuestion) => Problem[]>> = {
  model: () => [],
  phrases: eitherOrFaults,
  finding: eitherOrFaults,
  metric: ({ judge, answers, path }) => {
    const at = [...path, 'judge', 'bands'];
    const bands = membersOf(judge, 'bands');
    const unknown = bands.flatMap(([band, index]) =>
      isRecord(band) ? unknownAnswer(answers, band.answer, [...at, index, 'answer']) : [],
    );
    return [...unknown, ...bandFaults(bands, at)];
  },
  human: ({ question, path }) =>
    question.automation === 'suggest'
      ? [fault([...path, 'automation'], 'a person answers this question, so nothing can be suggested')]
      : [],
};

/** An unknown kind is reported by the request classes. */
function judgeFaults(question: Members, answers: ReadonlySet<unknown>, path: Path): Problem[] {
  const { judge } = question;
  if (!isRecord(judge) || !isJudgeKind(judge.kind)) return [];
  return JUDGE_FAULTS[judge.kind]({ question, judge, answers, path });
}

const isJudgeKind = (kind: unknown): kind is JudgeKind => typeof kind === 'string' && Object.hasOwn(JUDGE_FAULTS, kind);

/** Faults of a judge that gives `answer` if a condition holds, and `otherwise` if not. */
function eitherOrFaults({ question, judge, answers, path }: JudgedQuestion): Problem[] {
  const at = [...path, 'judge'];
  const otherwise = [...at, 'otherwise'];
  return [
    ...unknownAnswer(answers, judge.answer, [...at, 'answer']),
    ...(judge.otherwise === NOT_APPLICABLE
      ? naFaults(question.na, otherwise)
      : unknownAnswer(answers, judge.otherwise, otherwise)),
  ];
}

const unknownAnswer = (answers: ReadonlySet<unknown>, key: unknown, place: Path): Problem[] =>
  typeof key !== 'string' || answers.has(key) ? [] : [fault(place, NO_SUCH_ANSWER)];

const naFaults = (na: unknown, place: Path): Problem[] =>
  na === true || na === 'true' || na === '1'
    ? []
    : [fault(place, `${NOT_APPLICABLE} is an answer only where na is true`)];

function bandFaults(bands: readonly (readonly [unknown, string])[], path: Path): Problem[] {
  const faults: Problem[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [at, [band, index]] of bands.entries()) {
    if (!isRecord(band)) continue;
    const place = [...path, index, 'below'];
    if (band.below === undefined || band.below === null) {
      if (at < bands.length - 1) faults.push(fault(place, 'only the last band may leave it out'));
      continue;
    }
    const below = amountOf(band.below);
    if (below <= before) faults.push(fault(place, 'bands must ascend'));
    if (Number.isFinite(below)) before = below;
  }
  return faults;
}

function repeatedKeys(items: readonly (readonly [unknown, Path])[], sentence: string): Problem[] {
  const seen = new Set<string>();
  return items.flatMap(([item, path]) => {
    if (!isRecord(item) || typeof item.key !== 'string') return [];
    if (seen.has(item.key)) return [fault([...path, 'key'], sentence)];
    seen.add(item.key);
    return [];
  });
}

function answerKeys(question: Members): ReadonlySet<unknown> {
  return new Set(membersOf(question, 'answers').map(([answer]) => (isRecord(answer) ? answer.key : null)));
}

/** Items of a list inside an object, each with its index; empty where there is no list. */
function membersOf(holder: unknown, name: string): (readonly [unknown, string])[] {
  const list = isRecord(holder) ? holder[name] : null;
  return Array.isArray(list) ? list.map((item: unknown, index) => [item, String(index)] as const) : [];
}

const fault = (path: Path, reason: string): Problem => ({ type: 'value_error', msg: valueError(reason), path });
