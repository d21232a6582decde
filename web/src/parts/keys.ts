// Keys that act anywhere in a view. They are silent while a person types, and while a dialog is open.
import { useEffect, useRef } from 'preact/hooks';

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** @param keys by `KeyboardEvent.key` */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const act = latest.current[event.key];
      if (!act || (event.key === ' ' && takesSpace(event.target))) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=range], [type=checkbox]), textarea, select');

/** Space presses it. */
const takesSpace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('button, summary, input[type=checkbox]');

/** Puts the focus on the link of the next row of a table, so that Enter opens it. */
export function moveRow(table: HTMLElement | null, by: number): void {
  const links = [...(table?.querySelectorAll<HTMLAnchorElement>('a.row-link') ?? [])].filter(
    // What is folded takes no focus.
    (link) => link.offsetParent !== null,
  );
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
