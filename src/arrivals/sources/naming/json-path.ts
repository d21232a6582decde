// Where a value stands in a JSON document: `$.userIds[0]`, `$['started at']`. Names and indexes only: no wildcards, filters,
// slices or descents, so that a path has one value at most and costs its own length.

export type JsonPath = readonly (string | number)[];

export const MAX_PATH_CHARACTERS = 255;
const MAX_STEPS = 20;
const MAX_INDEX = 100_000;
/** Sticky: each step is read where the one before ended. */
const STEP = /\.([A-Za-z_$\u0080-\uffff][\w$\-\u0080-\uffff]*)|\[(\d{1,6})\]|\['([^'\\]+)'\]|\["([^"\\]+)"\]/y;

/** The path, or one sentence about its fault. */
export function readJsonPath(source: string): JsonPath | string {
  if (!source.startsWith('$')) return 'the path must begin with $, as in $.userIds[0]';
  const steps: (string | number)[] = [];
  let at = 1;
  while (at < source.length) {
    STEP.lastIndex = at;
    const [whole, name, index, single, double] = STEP.exec(source) ?? [];
    if (whole === undefined) return "the path must have steps such as .name, [0] and ['a name'] alone";
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    at += whole.length;
  }
  if (steps.length === 0) return 'the path must lead to a member, as in $.userIds[0]';
  if (steps.length > MAX_STEPS) return `a path has at most ${MAX_STEPS} steps`;
  return steps.some((step) => typeof step === 'number' && step > MAX_INDEX) ? 'the index is too large' : steps;
}

/** Undefined where the document has no such member. */
export function valueAt(path: JsonPath, document: unknown): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (typeof step === 'number' ? !Array.isArray(value) : !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
