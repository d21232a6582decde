// A button that opens a menu of actions, by the WAI-ARIA pattern of a menu button:
// https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface MenuItem {
  readonly name: string;
  readonly act: () => void;
  readonly isGrave?: boolean;
}

interface MenuProps {
  /** Content of the button. */
  readonly children: ComponentChildren;
  /** Name of a button without text. */
  readonly label?: string | undefined;
  readonly items: readonly MenuItem[];
  readonly isBusy?: boolean;
}

export function Menu({ children, label, items, isBusy = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // Runs before the next key press.
  useLayoutEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector('button')?.focus();
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="menu" ref={place}>
      <button
        ref={button}
        type="button"
        class="second"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        disabled={isBusy}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          ref={list}
          role="menu"
          tabIndex={-1}
          class="menu-list"
          onKeyDown={(event) => pressIn(event, list.current, close)}
        >
          {items.map(({ name, act, isGrave }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={isGrave ? 'bare bad' : 'bare'}
              onClick={() => {
                close();
                act();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function pressIn(event: KeyboardEvent, list: HTMLElement | null, close: () => void): void {
  const items = [...(list?.querySelectorAll('button') ?? [])];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const to: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = to[event.key];
  if (next !== undefined) items[next]?.focus();
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
