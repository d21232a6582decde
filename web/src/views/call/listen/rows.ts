// Renders only the visible rows of a long list: a call of ten hours has thousands of turns.
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import type { Segment } from './turn.tsx';

/** Limit up to which lists are rendered as a whole, so that screen readers and the browser's own search have all rows. */
const MAX_WHOLE = 150;
const OVERSCAN = 12;
const LINE_PIXELS = 21;
const SPEAKER_PIXELS = 24;
const LINE_CHARACTERS = 62;

export type Rows = Virtualizer<HTMLElement, HTMLElement>;

interface ListOfRows {
  readonly rows: Rows;
  /** Rows to render, in order; each one is a child of the list. */
  readonly indexes: readonly number[];
}

interface Elements {
  readonly frame: { readonly current: HTMLElement | null };
  readonly list: { readonly current: HTMLElement | null };
}

/** @param afterLayout called when rows were rendered or moved */
export function useRows({ frame, list }: Elements, segments: readonly Segment[], afterLayout: () => void): ListOfRows {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(segments);
  latest.current = segments;
  const options = {
    count: segments.length,
    getScrollElement: () => frame.current,
    estimateSize: (index: number) => estimate(latest.current, index),
    getItemKey: (index: number) => latest.current[index]?.id ?? index,
    rangeExtractor: (range: Range) => drawnIn(range, focusedIn(list.current)),
    overscan: OVERSCAN,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => drawAgain(undefined),
  };
  const rows = useMemo<Rows>(() => new Virtualizer(options), []);
  rows.setOptions({ ...rows.options, ...options });
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  const items = rows.getVirtualItems();
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    element.style.height = `${rows.getTotalSize()}px`;
    const fresh = items.flatMap(({ index, start }, place) => {
      const row = element.children[place];
      return row instanceof HTMLElement && lay(row, { index, start, count: segments.length }) ? [row] : [];
    });
    // Releases the rows that are no longer rendered. Reading comes after all writing, so that the browser lays out once.
    rows.measureElement(null);
    for (const row of fresh) rows.measureElement(row);
    afterLayout();
  });
  return { rows, indexes: items.map(({ index }) => index) };
}

interface Place {
  readonly index: number;
  readonly start: number;
  readonly count: number;
}

/** Positions a row directly: the row itself does not know its position, so it may be any element. @returns true for a new row */
function lay(row: HTMLElement, { index, start, count }: Place): boolean {
  row.style.transform = `translateY(${start}px)`;
  if (row.dataset.index === String(index)) return false;
  row.dataset.index = String(index);
  row.setAttribute('aria-posinset', String(index + 1));
  row.setAttribute('aria-setsize', String(count));
  return true;
}

/** The row with the focus stays rendered, and with it the text typed there. */
function drawnIn(range: Range, focused: number): number[] {
  if (range.count <= MAX_WHOLE) return Array.from({ length: range.count }, (_, index) => index);
  const drawn = defaultRangeExtractor(range);
  if (focused < 0 || focused >= range.count || drawn.includes(focused)) return drawn;
  return [...drawn, focused].sort((one, other) => one - other);
}

function focusedIn(list: HTMLElement | null): number {
  const focused = document.activeElement;
  const row = list?.contains(focused) ? focused?.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset.index ?? -1);
}

function estimate(segments: readonly Segment[], index: number): number {
  const segment = segments[index];
  if (!segment) return LINE_PIXELS;
  const lines = Math.max(1, Math.ceil(segment.text.length / LINE_CHARACTERS));
  const isSameSpeaker = segments[index - 1]?.speaker === segment.speaker;
  return lines * LINE_PIXELS + (isSameSpeaker ? 5 : SPEAKER_PIXELS);
}
