// Which turn is heard at a time. Without the browser.

interface Spoken {
  readonly start: number;
  readonly end: number;
}

/** @returns the index of the last turn that has begun, while it lasts; -1 in a pause. @param turns ascending by start */
export function turnAt(turns: readonly Spoken[], seconds: number): number {
  let [from, until] = [0, turns.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((turns[middle]?.start ?? 0) <= seconds) from = middle + 1;
    else until = middle;
  }
  // Where both speak at once, one that began earlier may be the one that still lasts.
  for (let index = from - 1; index >= Math.max(0, from - 3); index -= 1)
    if ((turns[index]?.end ?? 0) > seconds) return index;
  return -1;
}

/** The next place after a time, or the one before it; null where there is none. @param places ascending */
export function nextPlace(places: readonly number[], seconds: number, by: 1 | -1): number | null {
  // A flag that plays is left behind by a press, not found again.
  const found =
    by === 1 ? places.find((place) => place > seconds + 0.05) : places.findLast((place) => place < seconds - 1.5);
  return found ?? null;
}
