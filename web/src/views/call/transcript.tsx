import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../texts/texts.js';
import type { Player } from './player.js';
import { type Segment, Turn } from './turn.tsx';
import { turnAt } from './turns.js';

/** After the person scrolled, the list stays where it was put for so long. */
const LEFT_ALONE_MS = 4_000;

interface TranscriptProps {
  readonly segments: readonly Segment[];
  readonly language: string | null;
  /** Of segments that findings cite. */
  readonly cited: ReadonlySet<number>;
  readonly player: Player;
}

export function Transcript({ segments, language, cited, player }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  usePlayingTurn(list, segments, player);
  if (segments.length === 0) return <p class="soft">{t('call.noWords')}</p>;
  return (
    <ol class="turns" ref={list} lang={language ?? undefined} aria-label={t('call.transcript')}>
      {segments.map((segment, index) => (
        <Turn
          key={segment.id}
          segment={segment}
          isSameSpeaker={segments[index - 1]?.speaker === segment.speaker}
          isCited={cited.has(segment.id)}
          onPlay={player.playFrom}
        />
      ))}
    </ol>
  );
}

/** Marks the turn that is heard and keeps it in view. By hand: a list of thousands is not drawn anew for it. */
function usePlayingTurn(
  list: { readonly current: HTMLOListElement | null },
  segments: readonly Segment[],
  player: Player,
): void {
  useEffect(() => {
    let marked: Element | null = null;
    let scrolledAt = Number.NEGATIVE_INFINITY;
    const note = () => {
      scrolledAt = performance.now();
    };
    const element = list.current;
    for (const event of ['wheel', 'touchmove', 'keydown'] as const)
      element?.addEventListener(event, note, { passive: true });
    const stop = effect(() => {
      const seconds = player.seconds.value;
      const index = turnAt(segments, seconds);
      const next = index < 0 || (seconds === 0 && !player.isPlaying.value) ? null : element?.children[index];
      if (!next || next === marked) return;
      marked?.removeAttribute('aria-current');
      next.setAttribute('aria-current', 'true');
      marked = next;
      if (element && performance.now() - scrolledAt > LEFT_ALONE_MS) keepInView(next, element);
    });
    return () => {
      stop();
      for (const event of ['wheel', 'touchmove', 'keydown'] as const) element?.removeEventListener(event, note);
    };
  }, [list, segments, player]);
}

/** The list scrolls, the page does not: what the person looks at stays where it is. */
function keepInView(turn: Element, list: HTMLElement): void {
  const place = turn.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  const margin = frame.height / 4;
  if (place.top >= frame.top + margin / 2 && place.bottom <= frame.bottom - margin) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  list.scrollBy({ top: place.top - frame.top - margin, behavior: isCalm ? 'instant' : 'smooth' });
}
