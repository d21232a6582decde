// The patterns of the rules: words in a row, with alternatives, groups, gaps and optional parts.
import type { SpokenWord } from './spoken-words.js';

/** Positions in a list of words; `to` is exclusive. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
}

/** Named alternatives, each of one or more words, that patterns insert as `@name`. */
export type WordLists = Readonly<Record<string, readonly string[]>>;

type Element =
  | { readonly kind: 'gap'; readonly maxWords: number }
  | {
      readonly kind: 'word';
      readonly words: ReadonlySet<string>;
      readonly prefixes: readonly string[];
      readonly optional: boolean;
    }
  | { readonly kind: 'digits'; readonly optional: boolean }
  | { readonly kind: 'group'; readonly choices: readonly (readonly Element[])[]; readonly optional: boolean }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

/** What the first word of a match can be, so that an index can find the patterns for a word. */
export interface FirstWords {
  readonly words: Set<string>;
  readonly prefixes: Set<string>;
  /** Any word with a digit. */
  digits: boolean;
}

/**
 * `a|b` is either word, `a?` may be missing, `entschuldig*` is any word with this beginning, `#` is any word with a
 * digit, `~3` is up to three words of any kind, `(a b|c)` is either row of words, `@name` is any entry of a list of the
 * language, `^` and `$` are the beginning and the end of a turn or sentence. A match takes as many words as it can, and
 * does not go beyond the end of the sentence where the transcript has punctuation.
 */
export class PhrasePattern {
  readonly first: FirstWords = { words: new Set(), prefixes: new Set(), digits: false };
  private readonly elements: readonly Element[];

  /** Throws an Error when the pattern is not well formed. */
  constructor(
    readonly source: string,
    lists: WordLists = {},
  ) {
    this.elements = sequenceOf(source, lists);
    if (!collectFirst(this.elements, this.first))
      throw new Error(`Pattern "${source}" must begin with a required word`);
  }

  /** Returns matches that do not overlap, in order. */
  find(words: readonly SpokenWord[]): WordSpan[] {
    const spans: WordSpan[] = [];
    for (let from = 0; from < words.length; from += 1) {
      // Nearly every word fails this test, before anything is allocated.
      if (!mayBegin(this.first, words[from]?.text ?? '')) continue;
      const to = this.matchAt(words, from);
      if (to === null) continue;
      spans.push({ from, to });
      from = to - 1;
    }
    return spans;
  }

  /** Returns the end of the longest match that begins at `from`, or null. */
  matchAt(words: readonly SpokenWord[], from: number): number | null {
    const ends = endsOf(this.elements, words, from, new Set([from]));
    return ends.size === 0 ? null : Math.max(...ends);
  }
}

function mayBegin({ words, prefixes, digits }: FirstWords, word: string): boolean {
  if (words.has(word)) return true;
  for (const prefix of prefixes) if (word.startsWith(prefix)) return true;
  return digits && hasDigit(word);
}

export function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

/**
 * All positions that the elements can reach from the given ones. Sets of positions instead of backtracking, so that gaps
 * and optional words do not multiply the work.
 */
function endsOf(
  elements: readonly Element[],
  words: readonly SpokenWord[],
  from: number,
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  let ends = starts;
  for (const element of elements) {
    const next = new Set<number>();
    for (const at of ends) addEnds(element, words, from, at, next);
    if (next.size === 0) return next;
    ends = next;
  }
  return ends;
}

function addEnds(element: Element, words: readonly SpokenWord[], from: number, at: number, ends: Set<number>): void {
  switch (element.kind) {
    case 'start':
      if (at === 0 || words[at]?.startsSentence) ends.add(at);
      return;
    case 'end':
      if (at >= words.length || words[at]?.startsSentence) ends.add(at);
      return;
    case 'gap':
      ends.add(at);
      for (let end = at; end < at + element.maxWords && sameSentence(words, end, from); end += 1) ends.add(end + 1);
      return;
    case 'group':
      if (element.optional) ends.add(at);
      for (const choice of element.choices) for (const end of endsOf(choice, words, from, new Set([at]))) ends.add(end);
      return;
    default:
      if (element.optional) ends.add(at);
      if (isWordAt(element, words, at, from)) ends.add(at + 1);
  }
}

function isWordAt(
  element: Extract<Element, { kind: 'word' | 'digits' }>,
  words: readonly SpokenWord[],
  at: number,
  from: number,
): boolean {
  const word = words[at]?.text;
  if (word === undefined || !sameSentence(words, at, from)) return false;
  if (element.kind === 'digits') return hasDigit(word);
  return element.words.has(word) || element.prefixes.some((prefix) => word.startsWith(prefix));
}

function sameSentence(words: readonly SpokenWord[], at: number, from: number): boolean {
  const word = words[at];
  return word !== undefined && (at === from || !word.startsSentence);
}

/** Adds what the sequence can begin with. False when it could begin with any word, or match no word at all. */
function collectFirst(elements: readonly Element[], first: FirstWords): boolean {
  for (const element of elements) {
    if (element.kind === 'start') continue;
    if (element.kind === 'gap' || element.kind === 'end') return false;
    if (element.kind === 'digits') first.digits = true;
    else if (element.kind === 'word') {
      for (const word of element.words) first.words.add(word);
      for (const prefix of element.prefixes) first.prefixes.add(prefix);
    } else if (!element.choices.every((choice) => collectFirst(choice, first))) return false;
    if (!element.optional) return true;
  }
  return false;
}

function sequenceOf(source: string, lists: WordLists): Element[] {
  return splitOutside(source, ' ').map((part) => elementOf(part, lists));
}

function elementOf(source: string, lists: WordLists): Element {
  if (source === '^') return { kind: 'start' };
  if (source === '$') return { kind: 'end' };
  const gap = /^~(\d)$/.exec(source);
  if (gap) return { kind: 'gap', maxWords: Number(gap[1]) };
  const optional = source.endsWith('?');
  const required = optional ? source.slice(0, -1) : source;
  if (required === '#') return { kind: 'digits', optional };
  if (required.startsWith('@')) {
    const list = lists[required.slice(1)];
    if (!list) throw new Error(`"${required}" is not a list of this language`);
    // Most lists hold single words, which a set finds faster than a group does.
    if (list.every((entry) => !/[ #@~(?|]/.test(entry)))
      return elementOf(list.join('|') + (optional ? '?' : ''), lists);
    return { kind: 'group', choices: list.map((entry) => sequenceOf(entry, lists)), optional };
  }
  if (required.startsWith('(') && required.endsWith(')')) {
    const choices = splitOutside(required.slice(1, -1), '|').map((choice) => sequenceOf(choice, lists));
    return { kind: 'group', choices, optional };
  }
  const words = required.split('|');
  if (!words.every((word) => /^[\p{Ll}\p{Lo}\p{M}\p{N}]+\*?$/u.test(word))) {
    throw new Error(`"${source}" is not a pattern element`);
  }
  return {
    kind: 'word',
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    optional,
  };
}

/** Splits at a separator that does not stand within brackets. */
function splitOutside(source: string, separator: ' ' | '|'): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of source) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  if (depth !== 0) throw new Error(`"${source}" has a bracket too many or too few`);
  return parts;
}
