// Places in a text that is on the page: for marks that need no elements of their own, and for the word below the mouse.

const NAMES = ['quoted', 'found', 'found-now', 'spoken'] as const;
export type MarkName = (typeof NAMES)[number];

/** Styled by `::highlight(name)`. A browser of before 2025 may not know it: what is marked is also scrolled to. */
export function markPlaces(name: MarkName, ranges: readonly Range[]): void {
  if (typeof Highlight !== 'function') return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

export function unmarkAll(): void {
  for (const name of NAMES) markPlaces(name, []);
}

/** The text of the turn in a row. */
export const textIn = (row: Element): Element | null => row.querySelector('.turn-text');

export function rangeOf(text: Element, from: number, until: number): Range | null {
  const start = boundary(text, from);
  const end = boundary(text, until);
  if (start === null || end === null) return null;
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

function boundary(text: Element, place: number): [Text, number] | null {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = place;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (left <= node.length) return [node, left];
    left -= node.length;
  }
  return null;
}

/** @returns the place in the text that lies below a point of the window; null beside it */
export function placeBelow(text: Element, x: number, y: number): number | null {
  const caret = caretBelow(x, y);
  if (!caret || !(caret.node instanceof Text) || !text.contains(caret.node)) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(caret.node, caret.offset);
  return before.toString().length;
}

function caretBelow(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  if (typeof document.caretPositionFromPoint === 'function') {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // Safari's name for it.
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
