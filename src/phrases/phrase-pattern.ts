// The pattern language of the rule books and of scorecards: words in a row, with alternatives, groups, gaps and optional
// parts.
import type { SpokenWord } from './spoken-words.js';

/** Positions in a list of words; `to` is exclusive. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
}

/** A match is no longer: its positions are the bits of a number. */
const MAX_MATCH_WORDS = 29;

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

/** Words of which every match has one, so that an index can find the patterns for a word. */
export interface NeededWords {
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
  /** What a match begins with. */
  readonly first: NeededWords = { words: new Set(), prefixes: new Set(), digits: false };
  /** The rarest part of a match: where no word of it is heard, the pattern need not be tried. */
  readonly anchor: NeededWords;
  private readonly elements: readonly Element[];

  /** Throws an Error when the pattern is not well formed. */
  constructor(
    readonly source: string,
    lists: WordLists = {},
  ) {
    this.elements = sequenceOf(source, lists);
    if (!collectFirst(this.elements, this.first))
      throw new Error(`Pattern "${source}" must begin with a required word`);
    this.anchor = anchorOf(this.elements) ?? this.first;
  }

  /** Returns matches that do not overlap, in order. */
  find(words: readonly SpokenWord[]): WordSpan[] {
    const spans: WordSpan[] = [];
    for (let from = 0; from < words.length; from += 1) {
      // Nearly every word fails this test.
      if (!mayBegin(this.first, words[from]?.text ?? '')) continue;
      const to = this.matchAt(words, from, sentenceLength(words, from));
      if (to === null) continue;
      spans.push({ from, to });
      from = to - 1;
    }
    return spans;
  }

  /**
   * Returns the end of the longest match that begins at `from`, or null.
   *
   * @param length words from there to the end of the sentence: see {@link sentenceLength}
   */
  matchAt(words: readonly SpokenWord[], from: number, length: number): number | null {
    const ends = endsOf(this.elements, { words, from, length }, 1);
    return ends === 0 ? null : from + 31 - Math.clz32(ends);
  }
}

/** Words from a position to the end of its sentence, at most {@link MAX_MATCH_WORDS}. */
export function sentenceLength(words: readonly SpokenWord[], from: number): number {
  let length = 1;
  while (length < MAX_MATCH_WORDS && from + length < words.length && !words[from + length]?.startsSentence) length += 1;
  return length;
}

function mayBegin({ words, prefixes, digits }: NeededWords, word: string): boolean {
  if (words.has(word)) return true;
  for (const prefix of prefixes) if (word.startsWith(prefix)) return true;
  return digits && hasDigit(word);
}

export function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

/** Where a match is sought. */
interface Place {
  readonly words: readonly SpokenWord[];
  readonly from: number;
  readonly length: number;
}

/**
 * All positions that the elements can reach, from the given ones. Bit n of a set stands for the position n words after
 * the beginning. Sets instead of backtracking, so that gaps and optional parts do not multiply the work.
 */
function endsOf(elements: readonly Element[], place: Place, starts: number): number {
  let ends = starts;
  for (const element of elements) {
    ends = endsOfElement(element, place, ends);
    if (ends === 0) return 0;
  }
  return ends;
}

function endsOfElement(element: Element, place: Place, starts: number): number {
  switch (element.kind) {
    case 'start':
      return place.from === 0 || place.words[place.from]?.startsSentence ? starts & 1 : 0;
    case 'end':
      return place.length < MAX_MATCH_WORDS ? starts & (1 << place.length) : 0;
    case 'gap': {
      let ends = starts;
      for (let words = 0; words < element.maxWords; words += 1) ends |= ends << 1;
      // No further than the end of the sentence.
      return ends & ((2 << place.length) - 1);
    }
    case 'group': {
      let ends = element.optional ? starts : 0;
      for (const choice of element.choices) ends |= endsOf(choice, place, starts);
      return ends;
    }
    default: {
      let ends = element.optional ? starts : 0;
      for (let rest = starts & ((1 << place.length) - 1); rest !== 0; rest &= rest - 1) {
        const at = 31 - Math.clz32(rest & -rest);
        if (isWord(element, place.words[place.from + at]?.text ?? '')) ends |= 2 << at;
      }
      return ends;
    }
  }
}

function isWord(element: Extract<Element, { kind: 'word' | 'digits' }>, word: string): boolean {
  if (element.kind === 'digits') return hasDigit(word);
  if (element.words.has(word)) return true;
  for (const prefix of element.prefixes) if (word.startsWith(prefix)) return true;
  return false;
}

/** Adds what the sequence can begin with. False when it could begin with any word, or match no word at all. */
function collectFirst(elements: readonly Element[], first: NeededWords): boolean {
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

/** The needed words that are likely the rarest. Null where nothing is needed. */
function anchorOf(elements: readonly Element[]): NeededWords | null {
  let best: NeededWords | null = null;
  for (const element of elements) {
    const needed = neededIn(element);
    if (needed && (!best || frequencyOf(needed) < frequencyOf(best))) best = needed;
  }
  return best;
}

function neededIn(element: Element): NeededWords | null {
  if (element.kind === 'gap' || element.kind === 'start' || element.kind === 'end' || element.optional) return null;
  if (element.kind === 'digits') return { words: new Set(), prefixes: new Set(), digits: true };
  if (element.kind === 'word')
    return { words: new Set(element.words), prefixes: new Set(element.prefixes), digits: false };
  const anchors = element.choices.map(anchorOf);
  const needed = anchors.flatMap((anchor) => anchor ?? []);
  if (needed.length < anchors.length) return null;
  return {
    words: new Set(needed.flatMap(({ words }) => [...words])),
    prefixes: new Set(needed.flatMap(({ prefixes }) => [...prefixes])),
    digits: needed.some(({ digits }) => digits),
  };
}

/** A guess at how often one of the words is heard: short words are frequent. */
function frequencyOf({ words, prefixes, digits }: NeededWords): number {
  const ofWord = (word: string) => 1 / word.length ** 2;
  return [...words, ...prefixes].reduce((sum, word) => sum + ofWord(word), digits ? 1 : 0);
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
