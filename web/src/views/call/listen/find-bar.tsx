import type { RefObject } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { number, t } from '../../../texts/texts.js';

interface FindBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly sought: string;
  readonly onSought: (sought: string) => void;
  readonly count: number;
  /** Which of the hits is shown, from 0. */
  readonly at: number;
  readonly onStep: (by: 1 | -1) => void;
}

/** The browser's own search sees only the turns that are drawn. */
export function FindBar({ field, sought, onSought, count, at, onStep }: FindBarProps) {
  return (
    <search class="find">
      <input
        ref={field}
        type="search"
        value={sought}
        maxlength={200}
        placeholder={t('call.find.hint')}
        aria-label={t('call.find')}
        aria-keyshortcuts="f"
        onInput={(event) => onSought(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') {
            onSought('');
            event.currentTarget.blur();
          } else return;
          event.preventDefault();
        }}
      />
      <span class="find-count soft small" role="status">
        {sought.trim() !== '' &&
          (count === 0 ? t('call.find.none') : t('call.find.at', { at: number(at + 1), count: number(count) }))}
      </span>
      {count > 0 && (
        <>
          <button type="button" class="bare" aria-label={t('call.find.previous')} onClick={() => onStep(-1)}>
            <Icon name="back" />
          </button>
          <button type="button" class="bare" aria-label={t('call.find.next')} onClick={() => onStep(1)}>
            <Icon name="ahead" />
          </button>
        </>
      )}
    </search>
  );
}
