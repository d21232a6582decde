import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FoundCall } from '../../../../clients/typescript/src/browser.js';
import { to } from '../../routing/router.js';
import { clock } from '../../texts/clock.js';
import { moment, t, wholeMoment } from '../../texts/texts.js';
import { speakerName } from '../call/speaker-name.js';
import { piecesOf } from './marks.js';

interface FoundCallsProps {
  readonly calls: readonly FoundCall[];
  readonly words: string;
  /** The hit that the person comes back from. */
  readonly opened: string | null;
  readonly onOpen: (hit: string) => void;
}

/** The service gives no more hits of a call. */
const MAX_HITS = 3;

export function FoundCalls({ calls, words, opened, onOpen }: FoundCallsProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (opened === null) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-hit="${CSS.escape(opened)}"]`);
    link?.focus();
    link?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <ul class="found-calls" ref={list}>
      {calls.map((call) => (
        <li key={call.analysis_id} class="card found-call">
          <h2 class="found-head">
            <a href={to(`/calls/${call.analysis_id}`)} dir="auto">
              {call.agent_id ?? t('search.noAgent')}
            </a>
            <time class="soft" dateTime={new Date(call.created * 1000).toISOString()} title={wholeMoment(call.created)}>
              {moment(call.created)}
            </time>
          </h2>
          <ol class="found-hits">
            {call.hits.map((hit) => (
              <Hit key={hit.segment_id} id={call.analysis_id} hit={hit} words={words} onOpen={onOpen} />
            ))}
          </ol>
          {call.hits.length >= MAX_HITS && <p class="soft small">{t('search.perhapsMore')}</p>}
        </li>
      ))}
    </ul>
  );
}

interface HitProps {
  readonly id: string;
  readonly hit: FoundCall['hits'][number];
  readonly words: string;
  readonly onOpen: (hit: string) => void;
}

function Hit({ id, hit: { segment_id, speaker, start, snippet }, words, onOpen }: HitProps) {
  const name = `${id} ${segment_id}`;
  return (
    <li class="found-hit">
      <a
        class="row-link"
        href={to(`/calls/${id}`, { at: String(Math.round(start * 100) / 100) })}
        data-hit={name}
        onClick={() => onOpen(name)}
      >
        <span class="found-at">{clock(start)}</span>
        <span class={`found-speaker is-${speaker === 'agent' || speaker === 'customer' ? speaker : 'other'}`}>
          {speakerName(speaker)}
        </span>
        <span class="found-text" dir="auto">
          {piecesOf(snippet, words).map(({ text, isFound }, index) =>
            isFound ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </span>
      </a>
    </li>
  );
}
