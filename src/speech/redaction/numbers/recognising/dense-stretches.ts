// Finds where most of what one speaker says is digits, whatever words stand between them. Pure.
import type { ReadStream } from '../grammar/call-numbers.js';
import type { Item } from '../grammar/items.js';

export interface DenseStretch {
  /** Tokens of the stream; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly digits: string;
  readonly atoms: number;
  readonly longestGroup: number;
  /** Words that are no digits, fillers apart; and those that sound like digits. */
  readonly words: number;
  readonly misheard: number;
  /** It has a run that is a whole card by itself. */
  readonly isWhole: boolean;
}

/** What an item adds to the score of a stretch: the stretches of the highest score are dense (as BLAST finds them). */
const DIGIT = 1;
const MAX_FOR_GROUP = 4;
const LETTER = -0.5;
/** "Oh" begins nothing. */
const WEAK = 0.5;
const WORD = -1.5;
const MISHEARD = -0.25;
const COUNTED = -3;
const OTHER = -6;
const FILLER = -0.1;
/** A stretch ends where the score is so much below its best: after three words. */
const MAX_DROP = 5;
/** A digit that so few words part from a stretch belongs to it. */
const MAX_WORDS_TO_EDGE = 2;
const MAX_EDGE_ITEMS = 8;

function scoreOf(item: Item): number {
  switch (item.role) {
    case 'atom':
      if (item.atom.isLetter) return LETTER;
      return item.atom.isWeak ? WEAK : Math.min(item.atom.value.length * DIGIT, MAX_FOR_GROUP);
    case 'word':
      return item.misheard === null ? WORD : MISHEARD;
    case 'mark':
    case 'filler':
    case 'plus':
    case 'correction':
    case 'restart':
      return FILLER;
    case 'hour':
      return WORD;
    case 'unit':
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
  const words = said.filter(({ role }) => ['word', 'unit', 'hour'].includes(role)).length;
  const misheard = said.filter((item) => item.role === 'word' && item.misheard !== null).length;
  const digits = atoms.map(({ value }) => value).join('');
  return {
    from,
    to,
    digits,
    atoms: atoms.length,
    longestGroup: atoms.reduce((longest, { value }) => Math.max(longest, value.length), 0),
    words: words - misheard,
    misheard,
    isWhole: hasCard(runs, first, last),
  };
}

/** Whether one of the runs between two items has the digits of a card. */
function hasCard(runs: ReadStream['runs'], first: number, last: number): boolean {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle]?.fromItem ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < runs.length && (runs[at]?.toItem ?? 0) <= last; at += 1) {
    const digits = runs[at]?.atoms.reduce((sum, { value, isLetter }) => sum + (isLetter ? 0 : value.length), 0) ?? 0;
    if (digits === 15 || digits === 16) return true;
  }
  return false;
}

/** The item of the furthest digit that few words part from the end of a stretch. */
function edge(items: readonly Item[], from: number, step: 1 | -1): number {
  let furthest = from;
  let words = 0;
  for (let at = from + step; Math.abs(at - furthest) <= MAX_EDGE_ITEMS; at += step) {
    const item = items[at];
    if (!item || scoreOf(item) <= COUNTED) break;
    if (item.role === 'word' || item.role === 'hour') words += 1;
    if (words > MAX_WORDS_TO_EDGE) break;
    if (item.role === 'atom' && !item.atom.isLetter && !item.atom.isWeak) [furthest, words] = [at, 0];
  }
  return furthest;
}
