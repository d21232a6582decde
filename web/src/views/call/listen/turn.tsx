import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { Choice } from '../../../parts/field.tsx';
import { clock } from '../../../texts/clock.js';
import { t } from '../../../texts/texts.js';
import type { Deciding } from '../draft/deciding.js';
import {
  type Edit,
  fitting,
  MAX_EDITS,
  MAX_TEXT,
  quoteFault,
  speakerIn,
  withEdit,
  withoutEdit,
} from '../draft/draft.js';
import { useDecidingHere } from '../draft/use-deciding.js';
import { speakerName } from '../speaker-name.js';

export type Segment = NonNullable<CompletedAnalysis['transcript']>['segments'][number];

interface TurnProps {
  readonly segment: Segment;
  readonly isSameSpeaker: boolean;
  readonly isCited: boolean;
  readonly onPlay: (seconds: number) => void;
}

/**
 * One row of the transcript, which can be put right and quoted where a person may do so. It is drawn again where its own part of the
 * draft changes, and no other. It stays one element whatever it offers: the list lays its rows by hand.
 */
export const Turn = memo(({ segment, isSameSpeaker, isCited, onPlay }: TurnProps) => {
  const deciding = useDecidingHere();
  const time = clock(segment.start);
  const edit = useMemo(() => computed(() => deciding?.draft.value.edits[segment.id]), [deciding, segment.id]).value;
  const speaker = useMemo(
    () => computed(() => (deciding ? speakerIn(deciding.draft.value, segment) : segment.speaker)),
    [deciding, segment],
  ).value;
  const isCorrecting = Boolean(deciding?.isCorrecting.value) && !deciding?.isLocked.value;
  const isPicking = Boolean(deciding?.picking.value);
  const isQuiet =
    isSameSpeaker && speaker === segment.speaker && !edit && !segment.edited && !isCorrecting && !isPicking;
  const text = useRef<HTMLSpanElement>(null);
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    if (!isCorrecting) setEditing(false);
  }, [isCorrecting]);
  return (
    <li class={`turn of-${partyOf(speaker)}${isCited ? ' is-cited' : ''}${edit ? ' is-edited' : ''}`}>
      <button
        type="button"
        class="turn-time"
        aria-label={t('call.playFrom', { time })}
        onClick={() => onPlay(segment.start)}
      >
        {time}
      </button>
      <TurnHead
        {...{ segment, deciding, edit, speaker, isQuiet, isCorrecting, isPicking, isEditing, text }}
        onEdit={() => setEditing(true)}
      />
      {isEditing && deciding ? (
        <TextEditor {...{ segment, deciding }} value={edit?.text ?? segment.text} onDone={() => setEditing(false)} />
      ) : (
        <span class="turn-text" dir="auto" ref={text}>
          {maskedText(edit?.text ?? segment.text)}
        </span>
      )}
    </li>
  );
});

interface PartProps {
  readonly segment: Segment;
  readonly deciding: Deciding;
}

interface HeadProps {
  readonly segment: Segment;
  readonly deciding: Deciding | null;
  readonly edit: Edit | undefined;
  readonly speaker: string;
  readonly isQuiet: boolean;
  readonly isCorrecting: boolean;
  readonly isPicking: boolean;
  readonly isEditing: boolean;
  readonly text: { readonly current: HTMLElement | null };
  readonly onEdit: () => void;
}

/** Who speaks, and what can be done with the turn. */
function TurnHead({
  segment,
  deciding,
  edit,
  speaker,
  isQuiet,
  isCorrecting,
  isPicking,
  isEditing,
  text,
  onEdit,
}: HeadProps) {
  return (
    <div class={isQuiet ? 'turn-speaker unseen' : 'turn-speaker'}>
      {isCorrecting && deciding ? <Speaker {...{ segment, deciding, speaker }} /> : speakerName(speaker)}
      {edit ? (
        <span class="tag unsure">{t('decide.unsaved')}</span>
      ) : (
        segment.edited && <span class="tag">{t('decide.edited')}</span>
      )}
      {edit && deciding && (
        <button type="button" class="link" onClick={() => deciding.correct((draft) => withoutEdit(draft, segment.id))}>
          {t('decide.undo')}
        </button>
      )}
      {isCorrecting && !isEditing && (
        <button
          type="button"
          class="link"
          aria-label={t('decide.editAt', { time: clock(segment.start) })}
          onClick={onEdit}
        >
          {t('decide.edit')}
        </button>
      )}
      {isPicking && deciding && edit?.text === undefined && <QuoteButton {...{ segment, deciding, text }} />}
    </div>
  );
}

function Speaker({ segment, deciding, speaker }: PartProps & { readonly speaker: string }) {
  const others = ['agent', 'customer', segment.speaker, speaker];
  return (
    <Choice
      label={t('decide.speakerAt', { time: clock(segment.start) })}
      value={speaker}
      choices={[...new Set(others)].map((one) => [one, speakerName(one)])}
      onValue={(next) => correctTurn(deciding, segment, { speaker: next })}
    />
  );
}

interface EditorProps extends PartProps {
  readonly value: string;
  readonly onDone: () => void;
}

function TextEditor({ segment, deciding, value, onDone }: EditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div class="turn-text turn-editor">
      <label class="unseen" for={id}>
        {t('decide.textAt', { time: clock(segment.start) })}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        dir="auto"
        maxLength={MAX_TEXT}
        value={value}
        // The service keeps a turn on one line.
        onInput={(event) =>
          correctTurn(deciding, segment, { text: event.currentTarget.value.replace(/[\r\n]+/g, ' ') })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation();
          onDone();
        }}
      />
      <button type="button" class="second" onClick={onDone}>
        {t('decide.edit.done')}
      </button>
    </div>
  );
}

function correctTurn(deciding: Deciding, segment: Segment, change: { speaker?: string; text?: string }): void {
  deciding.correct((draft) => {
    const isOneMore = !(segment.id in draft.edits) && Object.keys(draft.edits).length >= MAX_EDITS;
    return isOneMore ? draft : withEdit(draft, segment, change);
  });
}

interface QuoteButtonProps extends PartProps {
  readonly text: { readonly current: HTMLElement | null };
}

/** Quotes what is selected in the turn, else the whole turn. */
function QuoteButton({ segment, deciding, text }: QuoteButtonProps) {
  const quote = () => {
    const target = deciding.picking.value;
    const verdict = target && deciding.draft.peek().verdicts[target.key];
    if (!target || !verdict) return;
    const picked = { segment_id: segment.id, quote: fitting(selectedIn(text.current) ?? segment.text) };
    const fault = quoteFault(verdict, picked);
    deciding.picking.value = { ...target, fault };
    if (fault === null) deciding.decide(target.key, { quotes: [...verdict.quotes, picked] });
  };
  return (
    <button
      type="button"
      class="link"
      aria-label={t('decide.quoteAt', { time: clock(segment.start) })}
      // A press would take the selection away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={quote}
    >
      {t('decide.quote')}
    </button>
  );
}

function selectedIn(element: HTMLElement | null): string | null {
  const selection = getSelection();
  if (!element || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { startContainer, endContainer } = selection.getRangeAt(0);
  return element.contains(startContainer) && element.contains(endContainer) ? selection.toString() : null;
}

export const partyOf = (speaker: string): 'agent' | 'customer' | 'other' =>
  speaker === 'agent' || speaker === 'customer' ? speaker : 'other';

/** Placeholder of masked words: `[CARD_NUMBER_1]`, or `####`. */
const MASKED = /(\[[A-Z][A-Z0-9_]*_\d+\]|####)/;

/** The text as it is, with what is masked set apart. Marked or copied, it reads as before. */
function maskedText(text: string): ComponentChildren {
  const parts = text.split(MASKED);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <span class="masked" key={at}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
