// Faults of a form, each at the field that shows it. The service names a member by its indexes; the part keeps the fault when it
// moves, and loses it when the member is changed. Without the browser.
import { type Form, ID, type Part, placeOf } from './draft.js';

export interface FaultItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

export interface Fault {
  /** The id of the section, question or answer, or of the form itself. */
  readonly part: number;
  /** The field that shows it; empty where the part as a whole does. */
  readonly field: string;
  readonly msg: string;
  /** The value that was refused, and where it stands in its part. */
  readonly given: unknown;
  readonly path: readonly string[];
}

const LISTS = ['sections', 'questions', 'answers'];

export const faultsIn = (form: Form, items: readonly FaultItem[]): readonly Fault[] =>
  items.map(({ loc, msg }) => {
    const way = loc.map(String).slice(loc[0] === 'body' ? 1 : 0);
    let part: Part = form;
    let depth = 0;
    while (way.length >= 2 && way[0] === LISTS[depth]) {
      const next = valueAt(part, way.slice(0, 2));
      if (!isPart(next)) break;
      part = next;
      way.splice(0, 2);
      depth += 1;
    }
    return { part: part[ID], field: fieldOf(FIELDS[depth] ?? [], way), msg, given: valueAt(part, way), path: way };
  });

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && ID in value;

function valueAt(start: unknown, path: readonly string[]): unknown {
  let value = start;
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

/** Fields of the form, of a section, a question and an answer, as the builder has them. */
const FIELDS: readonly (readonly string[])[] = [
  ['language', 'pass_mark', 'min_coverage'],
  ['key', 'title', 'weight'],
  [
    'key',
    'text',
    'guidance',
    'speaker',
    'weight',
    'within.from',
    'within.seconds',
    'answers',
    'na',
    'applies_if.question',
    'applies_if.in',
    'judge.kind',
    'judge.any',
    'judge.none',
    'judge.answer',
    'judge.otherwise',
    'judge.metric',
    'judge.finding',
    'judge.bands',
    'automation',
  ],
  ['key', 'label', 'points', 'needs_quote', 'auto_fail'],
];

/** A member that is an object is shown at the field that makes it. */
const AS_A_WHOLE: Readonly<Record<string, string>> = {
  within: 'within.from',
  applies_if: 'applies_if.question',
  judge: 'judge.kind',
};

function fieldOf(fields: readonly string[], way: readonly string[]): string {
  const [judge, bands, index, member] = way;
  // Each band has fields of its own.
  if (judge === 'judge' && bands === 'bands' && index !== undefined)
    return `judge.bands.${index}.${member === 'below' ? 'below' : 'answer'}`;
  for (let length = way.length; length > 0; length--) {
    const name = way.slice(0, length).join('.');
    if (fields.includes(name)) return name;
    const whole = AS_A_WHOLE[name];
    if (whole !== undefined && fields.includes(whole)) return whole;
  }
  return '';
}

/** Those whose member is still there as it was refused. A part that was deleted takes its faults along. */
export const openFaults = (form: Form, faults: readonly Fault[]): readonly Fault[] =>
  faults.filter(({ part, path, given }) => {
    const { section, question, answer } = placeOf(form, part);
    const now = part === form[ID] ? form : (answer ?? question ?? section);
    return now !== undefined && (path.length === 0 || Object.is(valueAt(now, path), given));
  });
