// Finds parts of a speaker's words that are mostly digits, whatever words are between them. Pure.

import type { Atom } from '../grammar/atoms.js';
import type { ReadStream } from '../grammar/call-numbers.js';
import { isInDigits } from '../grammar/in-digits.js';
import type { Item } from '../grammar/items.js';

export interface DenseStretch {
  /** Tokens of the stream; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly digits: string;
  readonly atoms: number;
  /** True when all digits are said one by one or in pairs, or written in groups of four, as cards are read out. */
  readonly isLikeCard: boolean;
  /** True when it has as many parts as a card, said one by one or written in groups, and little else between them. */
  readonly isPure: boolean;
  /** Number of words that are no digits, without fillers; number of those that sound like digits. */
  readonly words: number;
  readonly misheard: number;
  /** Words among them that count something: units, months, hours, names of other numbers. */
  readonly counted: number;
  /** True when it contains a run that is a whole card by itself. */
  readonly isWhole: boolean;
}

/** Score that an item adds to a stretch: the stretches of the highest score are dense (as BLAST finds them). */
const DIGIT = 1;
const MAX_FOR_GROUP = 4;
const LETTER = -0.5;
/** Parts of a card that is said digit by digit, of which some are lost. */
const MIN_CARD_PARTS = 12;
/** "Oh" begins nothing. */
const WEAK = 0.5;
const WORD = -1.5;
const MISHEARD = -0.25;
/** Score of words that part numbers where they were not misheard: units, months. */
const COUNTED = -2;
/** Score of words that part them in any case: money, dates, what the next number is. */
const OTHER = -6;
const FILLER = -0.1;
/** A stretch ends when its score falls by this much below its best: after three words. */
const MAX_DROP = 5;
/** Maximum number of words between a stretch and a digit that belongs to it. */
const MAX_WORDS_TO_EDGE = 2;
const MAX_EDGE_ITEMS = 8;

const BETWEEN = new Set<Item['role']>(['word', 'unit', 'month', 'hour', 'cue']);

function scoreOf(item: Item): number {
  switch (item.role) {
    case 'atom':
      if (item.atom.isLetter) return LETTER;
      return item.atom.isWeak ? WEAK : Math.min(item.atom.value.length * DIGIT, MAX_FOR_GROUP);
    case 'word':
      return item.isNumeric ? MISHEARD : WORD;
    case 'mark':
    case 'filler':
    case 'plus':
    case 'correction':
    case 'restart':
      return FILLER;
    case 'hour':
      return WORD;
    case 'unit':
    case 'month':
      return COUNTED;
    default:
      return OTHER;
  }
}

/** Linear. */
export function denseStretches(read: ReadStream): DenseStretch[] {
  const { items } = read;
  const found: DenseStretch[] = [];
  let [start, end, sum, best] = [-1, -1, 0, 0];
  const close = () => {
    if (start >= 0 && end > start) found.push(stretchOf(read, start, end));
    [start, end, sum, best] = [-1, -1, 0, 0];
  };
  for (const [at, item] of items.entries()) {
    const score = scoreOf(item);
    if (start < 0 && score <= WEAK) continue;
    if (start < 0) start = at;
    sum += score;
    if (sum > best) [best, end] = [sum, at];
    if (sum <= 0 || best - sum >= MAX_DROP || item.role === 'end') close();
  }
  close();
  return found;
}

function stretchOf({ items, runs }: ReadStream, start: number, end: number): DenseStretch {
  const [first, last] = [edge(items, start, -1), edge(items, end, 1)];
  const said = items.slice(first, last + 1);
  const atoms = said.flatMap((item) => (item.role === 'atom' && !item.atom.isLetter ? [item.atom] : []));
  const [from, to] = [items[first]?.from ?? 0, items[last]?.to ?? 0];
  const words = said.filter(({ role }) => BETWEEN.has(role)).length;
  const misheard = said.filter((item) => item.role === 'word' && item.isNumeric).length;
  const digits = atoms.map(({ value }) => value).join('');
  return {
    from,
    to,
    digits,
    atoms: atoms.length,
    isLikeCard: isLikeCard(atoms, words - misheard),
    isPure: isPure(atoms, words),
    words: words - misheard,
    misheard,
    counted: said.filter(({ role }) => role !== 'word' && BETWEEN.has(role)).length,
    isWhole: hasCard(runs, first, last),
  };
}

const MAX_WORDS_IN_PURE = 3;

function isPure(atoms: readonly Atom[], words: number): boolean {
  if (words > MAX_WORDS_IN_PURE || !isInDigits(atoms)) return false;
  const isWrittenInGroups = atoms.every(({ isWritten, value }) => isWritten && value.length >= MAX_FOR_GROUP);
  return isWrittenInGroups || atoms.filter(({ value }) => value.length === 1).length >= MIN_CARD_PARTS;
}

const MIN_SHARE_OF_SINGLES = 0.75;
/** Share of digits in pairs: prices and years are said in pairs, too. */
const MIN_SHARE_OF_PAIRS = 0.5;
const MAX_WORDS_PER_PAIR = 0.35;

/** True for digits that are grouped like a card. Years are no groups of a card. */
function isLikeCard(atoms: readonly Atom[], words: number): boolean {
  if (atoms.every(({ isWritten, value }) => isWritten && /^(?!19|20)\d{4}$/.test(value))) return true;
  if (atoms.some(({ value }) => value.length > 2 && !/^(\d)\1+$/.test(value))) return false;
  const singles = atoms.filter(({ value }) => value.length !== 2 || /^(\d)\1$/.test(value)).length / atoms.length;
  if (singles >= MIN_SHARE_OF_SINGLES) return true;
  return 1 - singles >= MIN_SHARE_OF_PAIRS && words <= atoms.length * MAX_WORDS_PER_PAIR;
}

/** True when one of the runs between two items has the digits of a card. */
function hasCard(runs: ReadStream['runs'], first: number, last: number): boolean {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle]?.fromItem ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < runs.length && (runs[at]?.toItem ?? 0) <= last; at += 1) {
    const said = runs[at]?.atoms ?? [];
    const digits = said.reduce((sum, { value }) => sum + value.length, 0);
    if ((digits === 15 || digits === 16) && !said.some(({ isLetter }) => isLetter)) return true;
  }
  return false;
}

const isPart = (item: Item) =>
  (item.role === 'atom' && !item.atom.isLetter) || (item.role === 'word' && item.isNumeric);

/** Index of the furthest digit, heard or misheard, with few words between it and the end of a stretch. */
function edge(items: readonly Item[], from: number, step: 1 | -1): number {
  let furthest = from;
  let words = 0;
  for (let at = from + step; Math.abs(at - furthest) <= MAX_EDGE_ITEMS; at += step) {
    const item = items[at];
    if (!item || scoreOf(item) <= OTHER) break;
    if (BETWEEN.has(item.role)) words += 1;
    if (words > MAX_WORDS_TO_EDGE) break;
    if (isPart(item)) [furthest, words] = [at, 0];
  }
  return furthest;
}
