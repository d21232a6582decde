// Finds wordings in a sequence of words. The time grows linearly with the number of words: only wordings that begin with a word
// are tried at that word, and each takes a bounded number of steps.

/** Positions in the row; `to` is exclusive. */
export interface WordingSpan {
  readonly from: number;
  readonly to: number;
}

export interface FoundWording extends WordingSpan {
  /** Gaps of the wording (words of any kind), in order. Empty ones are left out. */
  readonly gaps: readonly WordingSpan[];
}

interface Part {
  /** The longest gap; 0 for a word. */
  readonly gap: number;
  readonly words: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly optional: boolean;
}

export class Wording {
  private readonly parts: readonly Part[];
  /** Words that must not stand before the wording. */
  private readonly notBehind: ReadonlySet<string>;

  /** @param text in the syntax described in prompt-injection-patterns.ts */
  constructor(text: string) {
    const parts = text.split(' ');
    const forbidden = /^\(\?<!(.*)\)$/.exec(parts[0] ?? '')?.[1];
    this.notBehind = new Set(forbidden?.split('|') ?? []);
    this.parts = (forbidden === undefined ? parts : parts.slice(1)).map(partOf);
  }

  /** First word. */
  get first(): Pick<Part, 'words' | 'prefixes'> {
    return this.parts[0] as Part;
  }

  matchAt(words: readonly string[], from: number): FoundWording | null {
    if (from > 0 && this.notBehind.has(words[from - 1] as string)) return null;
    const gaps: WordingSpan[] = [];
    const to = this.endOf(0, words, from, gaps);
    return to === null ? null : { from, to, gaps: gaps.filter((gap) => gap.to > gap.from) };
  }

  /** End of the rest of the wording, from one of its parts on; null where it does not follow. */
  private endOf(index: number, words: readonly string[], at: number, gaps: WordingSpan[]): number | null {
    const part = this.parts[index];
    if (part === undefined) return at;
    if (part.gap > 0) return this.endBehindGap(part.gap, index, words, at, gaps);
    const word = words[at];
    const end = word !== undefined && isOf(part, word) ? this.endOf(index + 1, words, at + 1, gaps) : null;
    return end === null && part.optional ? this.endOf(index + 1, words, at, gaps) : end;
  }

  private endBehindGap(longest: number, index: number, words: readonly string[], at: number, gaps: WordingSpan[]) {
    for (let to = at; to <= Math.min(at + longest, words.length); to++) {
      gaps.push({ from: at, to });
      const end = this.endOf(index + 1, words, to, gaps);
      if (end !== null) return end;
      gaps.pop();
    }
    return null;
  }
}

export class Wordings {
  private readonly byWord = new Map<string, Wording[]>();
  private readonly byPrefix: (readonly [prefix: string, wording: Wording])[] = [];

  constructor(readonly all: readonly Wording[]) {
    for (const wording of all) {
      const { words, prefixes } = wording.first;
      for (const word of words) this.byWord.set(word, [...(this.byWord.get(word) ?? []), wording]);
      for (const prefix of prefixes) this.byPrefix.push([prefix, wording]);
    }
  }

  /** Wordings in the text, ascending by their first words. Matches of one wording do not overlap. */
  find(words: readonly string[]): FoundWording[] {
    const found: FoundWording[] = [];
    const nextFree = new Map<Wording, number>();
    for (const [from, word] of words.entries()) {
      for (const wording of this.beginningWith(word)) {
        if (from < (nextFree.get(wording) ?? 0)) continue;
        const match = wording.matchAt(words, from);
        if (match === null) continue;
        nextFree.set(wording, match.to);
        found.push(match);
      }
    }
    return found;
  }

  private beginningWith(word: string): readonly Wording[] {
    const exact = this.byWord.get(word) ?? [];
    const longer = this.byPrefix.filter(([prefix]) => word.startsWith(prefix));
    return longer.length === 0 ? exact : [...exact, ...longer.map(([, wording]) => wording)];
  }
}

function isOf({ words, prefixes }: Part, word: string): boolean {
  return words.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
}

function partOf(part: string): Part {
  const gap = /^~(\d)$/.exec(part)?.[1];
  const optional = part.endsWith('?');
  const either = gap === undefined ? (optional ? part.slice(0, -1) : part).split('|') : [];
  return {
    gap: Number(gap ?? 0),
    words: new Set(either.filter((word) => !word.endsWith('*'))),
    prefixes: either.flatMap((word) => (word.endsWith('*') ? [word.slice(0, -1)] : [])),
    optional,
  };
}
