/** Runs when the browser has nothing better to do, after the page is painted. @returns what calls it off */
export function whenIdle(run: () => void): () => void {
  // Safari knows no idle time.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
