// Parses a phrase pattern. Each character is read a fixed number of times, however deep brackets are nested.

/** Named alternatives, each of one or more words, that patterns insert as `@name`. */
export type WordLists = Readonly<Record<string, readonly string[]>>;

export type Element =
  | { readonly kind: 'gap'; readonly maxWords: number }
  | WordElement
  | { readonly kind: 'digits'; readonly optional: boolean }
  | { readonly kind: 'group'; readonly choices: readonly (readonly Element[])[]; readonly optional: boolean }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

interface WordElement {
  readonly kind: 'word';
  readonly words: readonly string[];
  readonly prefixes: readonly string[];
  readonly optional: boolean;
  /** Set of `words`, made at the first lookup: most patterns are only validated. */
  lookUp: ReadonlySet<string> | null;
}

/** @throws Error when the pattern is not well formed */
export function parsePattern(source: string, lists: WordLists): Element[] {
  return sequenceIn({ source, closes: bracketsOf(source), lists }, 0, source.length);
}

interface Parsed {
  readonly source: string;
  /** Index of the closing bracket, by index of the opening bracket. */
  readonly closes: ReadonlyMap<number, number>;
  readonly lists: WordLists;
}

function bracketsOf(source: string): Map<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] === '(') open.push(at);
    if (source[at] !== ')') continue;
    const opened = open.pop();
    if (opened === undefined) throw unbalanced(source);
    closes.set(opened, at);
  }
  if (open.length > 0) throw unbalanced(source);
  return closes;
}

const unbalanced = (source: string) => new Error(`"${source}" has a bracket too many or too few`);

function sequenceIn(parsed: Parsed, from: number, to: number): Element[] {
  return rangesIn(parsed, ' ', from, to).map(([start, end]) => elementIn(parsed, start, end));
}

/** Splits at a separator that is not within brackets. */
function rangesIn({ source, closes }: Parsed, separator: ' ' | '|', from: number, to: number): [number, number][] {
  const ranges: [number, number][] = [];
  let start = from;
  for (let at = from; at < to; at = (closes.get(at) ?? at) + 1) {
    if (source[at] !== separator) continue;
    ranges.push([start, at]);
    start = at + 1;
  }
  ranges.push([start, to]);
  return ranges;
}

function elementIn(parsed: Parsed, from: number, to: number): Element {
  const { source, closes } = parsed;
  const optional = source[to - 1] === '?' && to > from;
  const end = optional ? to - 1 : to;
  if (source[from] === '(' && closes.get(from) === end - 1) {
    const choices = rangesIn(parsed, '|', from + 1, end - 1).map(([start, until]) => sequenceIn(parsed, start, until));
    return { kind: 'group', choices, optional };
  }
  return simpleElement(source.slice(from, to), source.slice(from, end), optional, parsed.lists);
}

/** Words with an optional `*` for a variable ending, separated by bars. */
const WORDS = /^[\p{Ll}\p{Lo}\p{M}\p{N}]+\*?(?:\|[\p{Ll}\p{Lo}\p{M}\p{N}]+\*?)*$/u;

/** @param required the element without its question mark */
function simpleElement(source: string, required: string, optional: boolean, lists: WordLists): Element {
  if (source === '^') return { kind: 'start' };
  if (source === '$') return { kind: 'end' };
  const gap = /^~(\d)$/.exec(source);
  if (gap) return { kind: 'gap', maxWords: Number(gap[1]) };
  if (required === '#') return { kind: 'digits', optional };
  if (required.startsWith('@')) return listElement(required, optional, lists);
  if (!WORDS.test(required)) throw new Error(`"${source}" is not a pattern element`);
  const words = required.split('|');
  return {
    kind: 'word',
    words: words.filter((word) => !word.endsWith('*')),
    prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    optional,
    lookUp: null,
  };
}

function listElement(name: string, optional: boolean, lists: WordLists): Element {
  const list = Object.hasOwn(lists, name.slice(1)) ? lists[name.slice(1)] : undefined;
  if (!list) throw new Error(`"${name}" is not a list of this language`);
  // Most lists have only single words: a set finds these faster than a group.
  if (list.every((entry) => !/[ #@~(?|]/.test(entry))) {
    const words = list.join('|');
    return simpleElement(words, words, optional, lists);
  }
  return { kind: 'group', choices: list.map((entry) => parsePattern(entry, lists)), optional };
}
