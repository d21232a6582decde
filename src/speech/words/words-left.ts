// Tracks the remaining words of a text while ranges are removed, and gives the words around each gap. The cost of a removal does
// not depend on the length of the text or on the number of removed words.

/** Positions in a list of words, both inclusive. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** Words that follow one another once the removed ones are gone. */
export interface WordLine {
  /** Positions in the whole list, ascending. */
  readonly words: readonly number[];
  /** True when the line does not begin with the first remaining word. */
  readonly isCut: boolean;
}

export class WordsLeft {
  /** Flags by word: 1 where a removed range begins or ends. What lies between says nothing. */
  private readonly isEnd: Uint8Array;
  /** Other end of a removed range: at its last word the first one, and at its first word the last one. */
  private readonly otherEnd: Int32Array;

  constructor(private readonly count: number) {
    this.isEnd = new Uint8Array(count);
    this.otherEnd = new Int32Array(count);
  }

  /**
   * Removes ranges. A range also removes the words between it and another removed range if there are few.
   * @param ranges in any order; each begins and ends with a word that is left
   * @returns the removed ranges that are new or have grown, ascending
   */
  removeAll(ranges: readonly WordRange[], maxWordsBetween: number): WordRange[] {
    const grown: WordRange[] = [];
    for (const range of joined(ranges, maxWordsBetween)) {
      const removed = this.grow(range, maxWordsBetween + 1);
      this.remove(removed);
      while (grown.length > 0 && grown.at(-1)!.from >= removed.from) grown.pop();
      grown.push(removed);
    }
    return grown;
  }

  /** Ascending. */
  removedRanges(): WordRange[] {
    const ranges: WordRange[] = [];
    for (let from = 0; from < this.count; from++) {
      if (!this.isEnd[from]) continue;
      const to = this.otherEnd[from]!;
      ranges.push({ from, to });
      from = to;
    }
    return ranges;
  }

  /** @param range neither overlaps nor touches another removed range, except for ranges within it */
  remove({ from, to }: WordRange): void {
    this.isEnd[from] = 1;
    this.isEnd[to] = 1;
    this.otherEnd[from] = to;
    this.otherEnd[to] = from;
  }

  /** The words on both sides of a removed range, at most `reach` on each side. */
  around({ from, to }: WordRange, reach: number): WordLine {
    const before: number[] = [];
    let at = from - 1;
    for (; at >= 0 && before.length < reach; at--) {
      if (this.isEnd[at]) at = this.otherEnd[at] ?? 0;
      else before.push(at);
    }
    const after: number[] = [];
    for (let next = to + 1; next < this.count && after.length < reach; next++) {
      if (this.isEnd[next]) next = this.otherEnd[next] ?? this.count;
      else after.push(next);
    }
    return { words: [...before.reverse(), ...after], isCut: at >= 0 };
  }

  /** Range joined with the removed ranges that begin or end at most `distance` words from it. */
  private grow(range: WordRange, distance: number): WordRange {
    let { from, to } = range;
    for (let at = from - 1; at >= Math.max(0, from - distance); at--) {
      if (this.isEnd[at]) at = from = this.otherEnd[at]!;
    }
    for (let at = to + 1; at <= Math.min(this.count - 1, to + distance); at++) {
      if (this.isEnd[at]) at = to = this.otherEnd[at]!;
    }
    return { from, to };
  }
}

/** Joins ranges with at most `maxWordsBetween` words between them; ascending. */
function joined(ranges: readonly WordRange[], maxWordsBetween: number): WordRange[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from - last.to <= maxWordsBetween + 1) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
