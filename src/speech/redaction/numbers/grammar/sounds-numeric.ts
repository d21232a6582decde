// Tells whether a word sounds like a part of a number: what recognisers write for one that they misheard. Pure.
// cspell:ignore fovi soebenunddreissig
import type { NumberBook } from './number-book.js';
import { outlineOf } from './outlines.js';

const MIN_WORD = 4;
const MIN_COMPOUND = 8;
const MAX_COMPOUND = 70;
const MAX_PART = 9;

/** A known mishearing, or a number with other vowels: "fovi", "soebenunddreissig". */
export function soundsNumeric(word: string, { entries, outlines, unitsBeforeTens }: NumberBook): boolean {
  const entry = entries.get(word);
  if (entry !== undefined) {
    const { misheard, times, digit, teen, tens, hundred, thousand } = entry;
    return [misheard, times, digit, teen, tens].some((value) => value !== undefined) || !!(hundred || thousand);
  }
  if (word.length < MIN_WORD || word.length > MAX_COMPOUND) return false;
  const outline = outlineOf(word);
  return outlines.has(outline) || (unitsBeforeTens && word.length >= MIN_COMPOUND && isCompound(outline, outlines));
}

function isCompound(outline: string, outlines: ReadonlySet<string>): boolean {
  const reached = new Set([0]);
  for (let from = 0; from < outline.length; from += 1) {
    if (!reached.has(from)) continue;
    for (let to = from + 2; to <= Math.min(from + MAX_PART, outline.length); to += 1)
      if (outlines.has(outline.slice(from, to))) reached.add(to);
  }
  return reached.has(outline.length);
}
