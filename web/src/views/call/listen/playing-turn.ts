// Marks the turn and the word that are heard, and keeps the turn in view. By hand: nothing is drawn again for it.
import { effect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Player } from './player.js';
import type { Rows } from './rows.js';
import { markPlaces, rangeOf, textIn } from './text-places.js';
import type { Segment } from './turn.tsx';
import { turnAt, wordAtTime } from './turns.js';
import type { Words } from './words.js';

/** After the person scrolled, the list stays where it was put for so long. */
const LEFT_ALONE_MS = 4_000;

interface Heard {
  readonly frame: { readonly current: HTMLElement | null };
  readonly list: { readonly current: HTMLElement | null };
  readonly rows: { readonly current: Rows | null };
  readonly segments: readonly Segment[];
  readonly player: Player;
  readonly words: Words;
}

export interface PlayingTurn {
  /** Once more, after rows were drawn. */
  mark(): void;
  /** The person looks at another place now. */
  leaveAlone(): void;
}

export function usePlayingTurn(heard: Heard): PlayingTurn {
  const { frame, segments, player, words } = heard;
  const playing = useMemo(() => openPlayingTurn(heard), [segments, player, words]);
  useEffect(() => effect(playing.follow), [playing]);
  useEffect(
    () => effect(() => void (player.isPlaying.value && words.load().then(playing.mark))),
    [playing, player, words],
  );
  useEffect(() => {
    const element = frame.current;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') playing.leaveAlone();
    };
    for (const event of ['wheel', 'touchmove'] as const)
      element?.addEventListener(event, playing.leaveAlone, { passive: true });
    element?.addEventListener('keydown', press);
    return () => {
      for (const event of ['wheel', 'touchmove'] as const) element?.removeEventListener(event, playing.leaveAlone);
      element?.removeEventListener('keydown', press);
    };
  }, [frame, playing]);
  return playing;
}

function openPlayingTurn({ frame, list, rows, segments, player, words }: Heard): PlayingTurn & { follow(): void } {
  let turn = -1;
  let wordFrom: number | null = null;
  let leftAloneAt = Number.NEGATIVE_INFINITY;
  let jumps = player.jumps.peek();
  const rowOf = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
  const markTurn = () => {
    for (const row of list.current?.querySelectorAll('[aria-current]') ?? []) row.removeAttribute('aria-current');
    rowOf(turn)?.setAttribute('aria-current', 'true');
  };
  const markWord = (seconds: number, isForced: boolean) => {
    const word = turn < 0 ? undefined : wordAtTime(words.of(segments[turn]), seconds);
    if (!isForced && (word?.from ?? null) === wordFrom) return;
    wordFrom = word?.from ?? null;
    const text = word && textIn(rowOf(turn) ?? document.createElement('i'));
    const range = word && text ? rangeOf(text, word.from, word.until) : null;
    markPlaces('spoken', range ? [range] : []);
  };
  const keepInView = () => {
    const row = rowOf(turn);
    const element = frame.current;
    if (row && element) scrollIntoFrame(row, element);
    else rows.current?.scrollToIndex(turn, { align: 'center' });
  };
  return {
    follow: () => {
      const seconds = player.seconds.value;
      const isUntouched = seconds === 0 && !player.isPlaying.value;
      const next = isUntouched ? -1 : turnAt(segments, seconds);
      const isAnother = next !== turn && next >= 0;
      // Who goes to another place wants to see it.
      const isJump = player.jumps.peek() !== jumps;
      jumps = player.jumps.peek();
      if (isJump) leftAloneAt = Number.NEGATIVE_INFINITY;
      // In a pause the last turn stays marked.
      if (isAnother) {
        turn = next;
        markTurn();
      }
      if (turn >= 0 && (isAnother || isJump) && performance.now() - leftAloneAt > LEFT_ALONE_MS) keepInView();
      markWord(seconds, isAnother);
    },
    mark: () => {
      markTurn();
      markWord(player.seconds.peek(), true);
    },
    leaveAlone: () => {
      leftAloneAt = performance.now();
    },
  };
}

/** The list scrolls, the page does not: what the person looks at stays where it is. */
function scrollIntoFrame(row: Element, frame: HTMLElement): void {
  const place = row.getBoundingClientRect();
  const around = frame.getBoundingClientRect();
  const margin = around.height / 4;
  if (place.top >= around.top + margin / 2 && place.bottom <= around.bottom - margin) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  frame.scrollBy({ top: place.top - around.top - margin, behavior: isCalm ? 'instant' : 'smooth' });
}
