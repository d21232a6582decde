import { useEffect } from 'preact/hooks';

/** Reads again and again, not while the tab is hidden. @param ms null: what is shown does not move */
export function usePolling(ms: number | null, reload: () => void): void {
  useEffect(() => {
    if (ms === null) return;
    const timer = setInterval(() => document.hidden || reload(), ms);
    return () => clearInterval(timer);
  }, [ms, reload]);
}
