import { useEffect, useRef } from 'preact/hooks';

const OFTEN_MS = 30_000;

/**
 * Asks at once, every half minute, and when the person comes back to the tab. Not while the tab is hidden.
 * @param ask an error is left to the next time @param key a change of it asks at once
 */
export function useOften(ask: (signal: AbortSignal) => Promise<void>, key: string): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const ending = new AbortController();
    const again = () => {
      if (!document.hidden) latest.current(ending.signal).catch(() => undefined);
    };
    again();
    const timer = setInterval(again, OFTEN_MS);
    addEventListener('focus', again);
    return () => {
      ending.abort();
      clearInterval(timer);
      removeEventListener('focus', again);
    };
  }, [key]);
}
