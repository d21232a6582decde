// The words of a text of which some ranges are removed bit by bit, and the words that then stand around each gap. Each removal
// costs as much as what it removes, however long the text is.

/** Positions in a list of words, both inclusive. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** Words that follow one another once the removed ones are gone. */
export interface WordLine {
  /** Positions in the whole list, ascending. */
  readonly words: readonly number[];
  /** The line does not begin with the first word that is left. */
  readonly isCut: boolean;
}

export class WordsLeft {
  private readonly removed: Uint8Array;
  /** Of a removed range, at its last word the first one, and at its first word the last one. */
  private readonly otherEnd: Int32Array;

  constructor(private readonly count: number) {
    this.removed = new Uint8Array(count);
    this.otherEnd = new Int32Array(count);
  }

  /** @param range neither overlaps nor touches another removed range, except for ranges within it */
  remove({ from, to }: WordRange): void {
    this.removed.fill(1, from, to + 1);
    this.otherEnd[from] = to;
    this.otherEnd[to] = from;
  }

  /** The words on both sides of a removed range, at most `reach` on each side. */
  around({ from, to }: WordRange, reach: number): WordLine {
    const before: number[] = [];
    let at = from - 1;
    for (; at >= 0 && before.length < reach; at--) {
      if (this.removed[at]) at = this.otherEnd[at] ?? 0;
      else before.push(at);
    }
    const after: number[] = [];
    for (let next = to + 1; next < this.count && after.length < reach; next++) {
      if (this.removed[next]) next = this.otherEnd[next] ?? this.count;
      else after.push(next);
    }
    return { words: [...before.reverse(), ...after], isCut: at >= 0 };
  }
}
