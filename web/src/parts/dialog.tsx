import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts/texts.js';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Null: it stays until its question is answered. */
  readonly onClose: (() => void) | null;
}

/** Over the page, which waits: the browser keeps the focus in it, and gives it back. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // The browser gives the focus back of a dialog that is closed, and not of one that is taken away.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // A press beside it closes it, in browsers that know the attribute.
      {...{ closedby: onClose ? 'any' : 'none' }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {onClose && (
            <button type="button" class="bare" onClick={onClose} aria-label={t('close')}>
              <Icon name="cross" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
