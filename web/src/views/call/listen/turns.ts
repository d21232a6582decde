// Times of a call: the current turn, pauses, overlapping speech, and the positions of words. Without the browser.

interface Spoken {
  readonly start: number;
  readonly end: number;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Minimum length of a pause that is skipped, in seconds. */
const MIN_PAUSE_SECONDS = 2;
/** Part of a pause that is played at each end, so that no word is cut. */
const EDGE_SECONDS = 0.3;

/** @returns the number of turns that have begun at a time. @param turns ascending by start */
function begunAt(turns: readonly Spoken[], seconds: number): number {
  let [from, until] = [0, turns.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((turns[middle]?.start ?? 0) <= seconds) from = middle + 1;
    else until = middle;
  }
  return from;
}

/** @returns the index of the last turn that has begun and has not ended; -1 in a pause. @param turns ascending by start */
export function turnAt(turns: readonly Spoken[], seconds: number): number {
  const begun = begunAt(turns, seconds);
  // A turn that began earlier may still continue when both speak at once.
  for (let index = begun - 1; index >= Math.max(0, begun - 3); index -= 1)
    if ((turns[index]?.end ?? 0) > seconds) return index;
  return -1;
}

/** The next place after a time, or the previous one; null when there is none. @param places ascending */
export function nextPlace(places: readonly number[], seconds: number, by: 1 | -1): number | null {
  // A press leaves a flag that plays, and does not find it again.
  const found =
    by === 1 ? places.find((place) => place > seconds + 0.05) : places.findLast((place) => place < seconds - 1.5);
  return found ?? null;
}

/** Pauses of two seconds or more, including those before the first turn and after the last. @param turns ascending by start */
export function pausesOf(turns: readonly Spoken[], duration: number): Stretch[] {
  const pauses: Stretch[] = [];
  let quietFrom = 0;
  for (const { start, end } of [...turns, { start: duration, end: duration }]) {
    if (start - quietFrom >= MIN_PAUSE_SECONDS) pauses.push({ start: quietFrom, end: start });
    quietFrom = Math.max(quietFrom, end);
  }
  return pauses;
}

/** Position at which a player that skips pauses continues; null when it just plays on. @param pauses ascending */
export function afterPause(pauses: readonly Stretch[], seconds: number): number | null {
  const pause = pauses[begunAt(pauses, seconds) - 1];
  if (pause === undefined || seconds < pause.start + EDGE_SECONDS) return null;
  const goesOn = pause.end - EDGE_SECONDS;
  // A very short jump would sound like a fault.
  return seconds < goesOn - EDGE_SECONDS ? goesOn : null;
}

/** Intervals in which two parties speak at once. @param turns ascending by start */
export function overtalkOf(turns: readonly (Spoken & { readonly speaker: string })[]): Stretch[] {
  const until = new Map<string, number>();
  const found: Stretch[] = [];
  for (const { speaker, start, end } of turns) {
    let others = 0;
    for (const [other, lasts] of until) if (other !== speaker) others = Math.max(others, lasts);
    const both = Math.min(end, others);
    const last = found.at(-1);
    if (both > start) {
      if (last && start <= last.end) found[found.length - 1] = { start: last.start, end: Math.max(last.end, both) };
      else found.push({ start, end: both });
    }
    until.set(speaker, Math.max(until.get(speaker) ?? 0, end));
  }
  return found;
}

export interface Hit {
  /** Index of the turn. */
  readonly turn: number;
  /** Position in its text. */
  readonly from: number;
}

/** Every occurrence of a text in the turns, ignoring case, in order. */
export function findIn(turns: readonly { readonly text: string }[], sought: string): Hit[] {
  const wanted = sought.trim().toLowerCase();
  if (wanted === '') return [];
  const hits: Hit[] = [];
  for (const [turn, { text }] of turns.entries()) {
    const folded = foldedOf(text);
    for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length))
      hits.push({ turn, from });
  }
  return hits;
}

/** A few letters change their length with their case, which would shift positions. Such a text is searched unchanged. */
function foldedOf(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text;
}

export interface PlacedWord extends Stretch {
  readonly word: string;
  /** Position in the text of the turn. */
  readonly from: number;
  readonly until: number;
}

/** Positions of words in the text; a word that is not in the text is skipped. */
export function placeWords(
  text: string,
  words: readonly { readonly word: string; readonly start: number; readonly end: number }[],
): PlacedWord[] {
  const folded = foldedOf(text);
  let at = 0;
  return words.flatMap(({ word, start, end }) => {
    const bare = foldedOf(word.trim());
    const from = bare === '' ? -1 : folded.indexOf(bare, at);
    if (from < 0) return [];
    at = from + bare.length;
    return [{ word: text.slice(from, at), start, end, from, until: at }];
  });
}

/** Word at a position of the text, or the one before it when the position is between two words. */
export const wordAtPlace = (words: readonly PlacedWord[], place: number): PlacedWord | undefined =>
  words.findLast(({ from }) => from <= place) ?? words[0];

/** The last word that has begun. */
export const wordAtTime = (words: readonly PlacedWord[], seconds: number): PlacedWord | undefined =>
  words.findLast(({ start }) => start <= seconds);

/**
 * Next or previous word by start time, anywhere in the call.
 * @param turns ascending by start
 * @param wordsOf words of a turn, by its index
 */
export function nextWord(
  turns: readonly Spoken[],
  wordsOf: (turn: number) => readonly PlacedWord[],
  seconds: number,
  by: 1 | -1,
): PlacedWord | null {
  const isBeyond = ({ start }: PlacedWord) => (by === 1 ? start > seconds + 0.01 : start < seconds - 0.01);
  const from = Math.max(0, begunAt(turns, seconds) - 1);
  for (let index = from; index >= 0 && index < turns.length; index += by) {
    const words = wordsOf(index);
    const found = by === 1 ? words.find(isBeyond) : words.findLast(isBeyond);
    if (found) return found;
  }
  return null;
}
