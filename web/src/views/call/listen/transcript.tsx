import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Citation } from '../../../../../clients/typescript/src/browser.js';
import { useKeys } from '../../../parts/keys.js';
import { t } from '../../../texts/texts.js';
import { segmentsOf } from '../judged.js';
import { FindBar } from './find-bar.tsx';
import type { Player } from './player.js';
import { usePlayingTurn } from './playing-turn.js';
import { type Rows, useRows } from './rows.js';
import { markPlaces, placeBelow, rangeOf, textIn, unmarkAll } from './text-places.js';
import { type Segment, Turn } from './turn.tsx';
import { findIn, type Hit, nextWord, wordAtPlace } from './turns.js';
import { useWords, type Words } from './words.js';

interface TranscriptProps {
  /** Id of the analysis. */
  readonly id: string;
  /** Version of the transcript. */
  readonly version: number;
  readonly segments: readonly Segment[];
  readonly language: string | null;
  /** Quotations of findings: their words are marked. */
  readonly evidence: readonly Citation[];
  readonly player: Player;
}

interface Found {
  readonly sought: string;
  readonly at: number;
}

export function Transcript(props: TranscriptProps) {
  if (props.segments.length === 0) return <p class="soft">{t('call.noWords')}</p>;
  return <Turns {...props} />;
}

function Turns({ id, version, segments, language, evidence, player }: TranscriptProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const drawn = useRef<Rows | null>(null);
  const [{ sought, at }, setFound] = useState<Found>({ sought: '', at: 0 });
  const cited = useMemo(() => segmentsOf(evidence), [evidence]);
  const hits = useMemo(() => findIn(segments, sought), [segments, sought]);
  const words = useWords(id, version);
  const playing = usePlayingTurn({ frame, list, rows: drawn, segments, player, words });
  const markFound = () => {
    markHits(list.current, hits, at, sought.trim().length);
    markQuotes(list.current, segments, evidence);
  };
  const { rows, indexes } = useRows({ frame, list }, segments, () => {
    playing.mark();
    markFound();
  });
  drawn.current = rows;
  useEffect(() => unmarkAll, []);
  const show = (hit: Hit | undefined) => {
    if (!hit) return;
    playing.leaveAlone();
    rows.scrollToIndex(hit.turn, { align: 'center' });
  };
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return;
    const next = (at + by + hits.length) % hits.length;
    setFound({ sought, at: next });
    show(hits[next]);
  };
  const seek = (next: string) => {
    setFound({ sought: next, at: 0 });
    show(findIn(segments, next)[0]);
  };
  useKeys({ f: () => field.current?.focus() });
  useClicksThatPlay(frame, { segments, player, words });
  return (
    <>
      <FindBar field={field} sought={sought} onSought={seek} count={hits.length} at={at} onStep={step} />
      <WordKeys segments={segments} player={player} words={words} />
      <div class="turns" ref={frame}>
        <ol class="turns-list" ref={list} lang={language ?? undefined} aria-label={t('call.transcript')}>
          {indexes.map((index) => {
            const segment = segments[index];
            return (
              segment && (
                <Turn
                  key={segment.id}
                  segment={segment}
                  isSameSpeaker={segments[index - 1]?.speaker === segment.speaker}
                  isCited={cited.has(segment.id)}
                  onPlay={player.playFrom}
                />
              )
            );
          })}
        </ol>
      </div>
    </>
  );
}

/** Marks the quoted words of the rendered rows, as the transcript spells them. A quotation that was corrected since is not found. */
function markQuotes(list: HTMLElement | null, segments: readonly Segment[], evidence: readonly Citation[]): void {
  const ranges = [...(list?.children ?? [])].flatMap((row) => {
    const segment = segments[Number((row as HTMLElement).dataset.index)];
    const text = textIn(row);
    if (!segment || !text) return [];
    return evidence
      .filter(({ segment_id }) => segment_id === segment.id)
      .flatMap(({ quote }) => {
        const from = (text.textContent ?? '').indexOf(quote);
        const range = from < 0 ? null : rangeOf(text, from, from + quote.length);
        return range ? [range] : [];
      });
  });
  markPlaces('quoted', ranges);
}

/** Marks the hits. Only hits in rendered rows have a position on the page. */
function markHits(list: HTMLElement | null, hits: readonly Hit[], at: number, length: number): void {
  const rows = new Map(
    [...(list?.children ?? [])].map((row) => [Number((row as HTMLElement).dataset.index), row] as const),
  );
  const ranges = hits.flatMap((hit, index) => {
    const row = rows.get(hit.turn);
    const text = row && textIn(row);
    const range = text ? rangeOf(text, hit.from, hit.from + length) : null;
    return range ? [{ range, isNow: index === at }] : [];
  });
  const rangesOf = (isNow: boolean) => ranges.filter((each) => each.isNow === isNow).map(({ range }) => range);
  markPlaces('found', rangesOf(false));
  markPlaces('found-now', rangesOf(true));
  const now = hits[at]?.turn;
  for (const [index, row] of rows) row.classList.toggle('is-found', index === now);
}

interface Playing {
  readonly segments: readonly Segment[];
  readonly player: Player;
  readonly words: Words;
}

const ACTS_ITSELF = 'button, a, input, textarea, select, label, [contenteditable]';

/**
 * A click on a word plays from this word, a click elsewhere in a turn from its beginning. Keyboard users have the turn's button
 * and the word keys.
 */
function useClicksThatPlay(frame: { readonly current: HTMLElement | null }, playing: Playing): void {
  const latest = useRef(playing);
  latest.current = playing;
  useEffect(() => {
    const element = frame.current;
    const click = async ({ target, clientX, clientY }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest(ACTS_ITSELF)) return;
      // Selecting text is not a click.
      if (getSelection()?.isCollapsed === false) return;
      const { segments, player, words } = latest.current;
      const row = target.closest<HTMLElement>('[data-index]');
      const segment = segments[Number(row?.dataset.index)];
      const text = row && textIn(row);
      if (!segment || !text) return;
      const place = text.contains(target) ? placeBelow(text, clientX, clientY) : null;
      if (place === null) return player.playFrom(segment.start);
      await words.load();
      player.playFrom(wordAtPlace(words.of(segment), place)?.start ?? segment.start);
    };
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [frame]);
}

/** Moves from word to word by keyboard. Screen readers read the word. */
function WordKeys({ segments, player, words }: Playing) {
  const [said, setSaid] = useState('');
  const step = async (by: 1 | -1) => {
    await words.load();
    const word = nextWord(segments, (turn) => words.of(segments[turn]), player.seconds.value, by);
    if (!word) return;
    player.seek(word.start);
    setSaid(word.word);
  };
  useKeys({ '.': () => step(1), ',': () => step(-1) });
  return (
    <span class="unseen" role="status" dir="auto">
      {said}
    </span>
  );
}
