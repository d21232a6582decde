// Searches the end of a prefix that cannot be listed whole: a store lists from a key onwards, never backwards. Each step tries a
// key between what is known to have keys behind it and what is known to have none.

/** Printable ASCII; other characters are taken for the nearest of them. */
const FIRST = 0x20;
const LAST = 0x7e;

/**
 * @param low there are keys behind it; it begins with `prefix`
 * @param high there are none from it on; empty where that is not known
 * @returns a key between them to list from; null where they are too close
 */
export function keyBetween(low: string, high: string, prefix: string): string | null {
  // What is common is settled. The first try behind a character is the next one: most names end soon after the digit or letter.
  for (let at = prefix.length; at <= low.length; at++) {
    const from = codeAt(low, at);
    const to = high.length > at && high.startsWith(low.slice(0, at)) ? codeAt(high, at) : LAST + 1;
    if (to - from < 2) continue;
    const next = high.startsWith(low.slice(0, at)) && high.length > at ? Math.floor((from + to) / 2) : from + 1;
    const candidate = low.slice(0, at) + String.fromCharCode(next);
    if (candidate > low && (high === '' || candidate < high)) return candidate;
  }
  return null;
}

function codeAt(key: string, at: number): number {
  const code = at < key.length ? key.charCodeAt(at) : FIRST - 1;
  return Math.min(LAST, Math.max(FIRST - 1, code));
}
