// Pattern language of the rule books and of scorecards: sequences of words, with alternatives, groups, gaps and optional parts.
import { type Element, parsePattern, type WordLists } from './parse-pattern.js';
import type { MatchedWord } from './spoken-words.js';
import { NO_LIMIT, type StepBudget } from './step-budget.js';

/** Positions in a list of words; `to` is exclusive. */
export interface WordSpan {
  readonly from: number;
  readonly to: number;
}

/** Maximum length of a match: its positions are the bits of a number. */
export const MAX_MATCH_WORDS = 29;

/** Words of which every match has one, so that an index can find the patterns for a word. */
export interface NeededWords {
  readonly words: Set<string>;
  readonly prefixes: Set<string>;
  /** True when any word with a digit fits. */
  digits: boolean;
}

/**
 * `a|b` is either word, `a?` may be missing, `entschuldig*` is any word with this beginning, `#` is any word with a
 * digit, `~3` is up to three words of any kind, `(a b|c)` is either row of words, `@name` is any entry of a list of the
 * language, `^` and `$` are the beginning and the end of a turn or sentence. A match takes as many words as it can, and
 * does not go beyond the end of the sentence where the transcript has punctuation.
 */
export class PhrasePattern {
  private readonly elements: readonly Element[];
  private known: { readonly first: NeededWords; readonly anchor: NeededWords } | null = null;

  /** Linear in the length of the source. Throws an Error when the pattern is not well formed. */
  constructor(
    readonly source: string,
    lists: WordLists = {},
  ) {
    this.elements = parsePattern(source, lists);
    if (!beginsWithWord(this.elements)) throw new Error(`Pattern "${source}" must begin with a required word`);
  }

  /** Possible first words of a match. */
  get first(): NeededWords {
    return this.needed().first;
  }

  /** Rarest part of a match: unless one of its words occurs, the pattern need not be tried. */
  get anchor(): NeededWords {
    return this.needed().anchor;
  }

  private needed() {
    if (this.known === null) {
      const first = neededWords(firstsOf(this.elements));
      const anchor = anchorOf(this.elements);
      this.known = { first, anchor: anchor === null ? first : neededWords(anchor.leaves) };
    }
    return this.known;
  }

  /** Returns matches that do not overlap, in order. */
  find(words: readonly MatchedWord[]): WordSpan[] {
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
   * @throws TooManySteps
   */
  matchAt(words: readonly MatchedWord[], from: number, length: number, budget: StepBudget = NO_LIMIT): number | null {
    const ends = endsOf(this.elements, { words, from, length, budget }, 1);
    return ends === 0 ? null : from + 31 - Math.clz32(ends);
  }
}

/** Words from a position to the end of its sentence, at most {@link MAX_MATCH_WORDS}. */
export function sentenceLength(words: readonly MatchedWord[], from: number): number {
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

/** Position at which a match is tried. */
interface Place {
  readonly words: readonly MatchedWord[];
  readonly from: number;
  readonly length: number;
  readonly budget: StepBudget;
}

/** Characters scanned for a digit in the time of a step. A step is about as much work as looking up a word. */
const CHARACTERS_A_STEP = 16;

/** Steps of scanning a word for a digit: a word in a provider's answer may have any length. */
export const digitSteps = (word: string) => 1 + Math.ceil(word.length / CHARACTERS_A_STEP);

/**
 * All positions that the elements can reach, from the given ones. Bit n of a set stands for the position n words after
 * the beginning. Sets instead of backtracking, so that gaps and optional parts do not multiply the work.
 */
function endsOf(elements: readonly Element[], place: Place, starts: number): number {
  let ends = starts;
  for (const element of elements) {
    place.budget.take(1);
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
      // At most to the end of the sentence.
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
        const word = place.words[place.from + at]?.text ?? '';
        place.budget.take(element.kind === 'digits' ? digitSteps(word) : 1 + element.prefixes.length);
        if (isWord(element, word)) ends |= 2 << at;
      }
      return ends;
    }
  }
}

function isWord(element: Extract<Element, { kind: 'word' | 'digits' }>, word: string): boolean {
  if (element.kind === 'digits') return hasDigit(word);
  element.lookUp ??= new Set(element.words);
  if (element.lookUp.has(word)) return true;
  for (const prefix of element.prefixes) if (word.startsWith(prefix)) return true;
  return false;
}

type Leaf = Extract<Element, { kind: 'word' | 'digits' }>;

/** False when the sequence could begin with any word, or match no word at all. */
function beginsWithWord(elements: readonly Element[]): boolean {
  for (const element of elements) {
    if (element.kind === 'start') continue;
    if (element.kind === 'gap' || element.kind === 'end') return false;
    if (element.kind === 'group' && !element.choices.every(beginsWithWord)) return false;
    if (!element.optional) return true;
  }
  return false;
}

/** Possible first parts of a sequence for which {@link beginsWithWord} is true. */
function firstsOf(elements: readonly Element[], into: Leaf[] = []): Leaf[] {
  for (const element of elements) {
    if (element.kind === 'start') continue;
    if (element.kind === 'gap' || element.kind === 'end') break;
    if (element.kind === 'group') for (const choice of element.choices) firstsOf(choice, into);
    else into.push(element);
    if (!element.optional) break;
  }
  return into;
}

function neededWords(leaves: readonly Leaf[]): NeededWords {
  const needed: NeededWords = { words: new Set(), prefixes: new Set(), digits: false };
  for (const leaf of leaves) {
    if (leaf.kind === 'digits') needed.digits = true;
    else {
      for (const word of leaf.words) needed.words.add(word);
      for (const prefix of leaf.prefixes) needed.prefixes.add(prefix);
    }
  }
  return needed;
}

/** Parts of which a match has one, and an estimate of how often one of their words occurs. */
interface Anchor {
  readonly leaves: readonly Leaf[];
  readonly frequency: number;
}

/** The needed parts that are likely the rarest. Null where nothing is needed. */
function anchorOf(elements: readonly Element[]): Anchor | null {
  let best: Anchor | null = null;
  for (const element of elements) {
    const anchor = anchorIn(element);
    if (anchor && (!best || anchor.frequency < best.frequency)) best = anchor;
  }
  return best;
}

function anchorIn(element: Element): Anchor | null {
  if (element.kind === 'gap' || element.kind === 'start' || element.kind === 'end' || element.optional) return null;
  if (element.kind !== 'group') return { leaves: [element], frequency: frequencyOf(element) };
  const anchors = element.choices.map(anchorOf);
  const needed = anchors.flatMap((anchor) => anchor ?? []);
  if (needed.length < anchors.length) return null;
  const [only] = needed;
  if (only && needed.length === 1) return only;
  return {
    leaves: needed.flatMap(({ leaves }) => leaves),
    frequency: needed.reduce((sum, { frequency }) => sum + frequency, 0),
  };
}

/** Short words are frequent. */
function frequencyOf(leaf: Leaf): number {
  if (leaf.kind === 'digits') return 1;
  const ofWord = (word: string) => 1 / word.length ** 2;
  return [...leaf.words, ...leaf.prefixes].reduce((sum, word) => sum + ofWord(word), 0);
}
