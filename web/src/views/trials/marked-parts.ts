// A text cut where words differ. Without the browser.

export interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param spans in any order; those that touch or overlap are one */
export function markedParts(text: string, spans: readonly Span[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  const add = (until: number, isMarked: boolean) => {
    if (until > at) parts.push({ text: text.slice(at, until), isMarked });
    at = Math.max(at, until);
  };
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    add(Math.min(from, text.length), false);
    add(Math.min(to, text.length), true);
  }
  add(text.length, false);
  return parts;
}
