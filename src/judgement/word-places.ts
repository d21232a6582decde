// Finds sequences of words in many lists of words. Each search starts at the places of its rarest word.
import type { TextWord } from '../speech/words/words.js';

export class WordPlaces<W extends TextWord> {
  /** The words of all lists, one list after the other. */
  readonly words: readonly W[];
  /** Start of each list; one more than there are lists. */
  private readonly starts: readonly number[];
  private readonly listOf: Int32Array;
  /** Ascending. Built by the first search. */
  private placesOf: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(lists: readonly (readonly W[])[]) {
    this.words = lists.flat();
    this.listOf = Int32Array.from(lists.flatMap((list, index) => list.map(() => index)));
    let start = 0;
    this.starts = [
      0,
      ...lists.map(({ length }) => {
        start += length;
        return start;
      }),
    ];
  }

  /**
   * Every position where the words are in sequence in one list, ascending. Linear time, whatever repeats.
   *
   * @param only index of a list; null for all
   */
  *find(wanted: readonly TextWord[], only: number | null): Generator<{ readonly list: number; readonly at: number }> {
    const from = only === null ? 0 : (this.starts[only] ?? 0);
    const to = only === null ? this.words.length : (this.starts[only + 1] ?? 0);
    for (const at of this.positionsOf(wanted, from, to)) {
      const list = this.listOf[at];
      if (list !== undefined && list === this.listOf[at + wanted.length - 1]) yield { list, at };
    }
  }

  private *positionsOf(wanted: readonly TextWord[], from: number, to: number): Generator<number> {
    const rarest = this.rarestOf(wanted);
    if (!rarest) return;
    if (rarest.places.length * wanted.length > this.words.length) {
      // Comparing each place would take the product of both lengths where the same words repeat all the time.
      for (const at of findWordSequence(this.words.slice(from, to), wanted)) yield from + at;
      return;
    }
    for (const place of rarest.places) {
      const at = place - rarest.offset;
      if (at < from || at + wanted.length > to) continue;
      if (wanted.every(({ key }, offset) => this.words[at + offset]?.key === key)) yield at;
    }
  }

  /** Wanted word with the fewest places. Null where one has no place. */
  private rarestOf(
    wanted: readonly TextWord[],
  ): { readonly offset: number; readonly places: readonly number[] } | null {
    this.placesOf ??= placesByKey(this.words);
    let rarest: { offset: number; places: readonly number[] } | null = null;
    for (const [offset, { key }] of wanted.entries()) {
      const places = this.placesOf.get(key);
      if (!places) return null;
      if (!rarest || places.length < rarest.places.length) rarest = { offset, places };
    }
    return rarest;
  }
}

function placesByKey(words: readonly TextWord[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { key }] of words.entries()) {
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  return places;
}

/** Yields every position of `wanted` in `words`. Knuth–Morris–Pratt: linear time, whatever repeats. */
export function* findWordSequence(words: readonly TextWord[], wanted: readonly TextWord[]): Generator<number> {
  if (wanted.length === 0 || wanted.length > words.length) return;
  const fallback: number[] = [0];
  for (let at = 1, length = 0; at < wanted.length; at += 1) {
    while (length > 0 && wanted[at]?.key !== wanted[length]?.key) length = fallback[length - 1] ?? 0;
    if (wanted[at]?.key === wanted[length]?.key) length += 1;
    fallback.push(length);
  }
  for (let at = 0, length = 0; at < words.length; at += 1) {
    while (length > 0 && words[at]?.key !== wanted[length]?.key) length = fallback[length - 1] ?? 0;
    if (words[at]?.key === wanted[length]?.key) length += 1;
    if (length === wanted.length) {
      yield at - length + 1;
      length = fallback[length - 1] ?? 0;
    }
  }
}
