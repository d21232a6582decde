// What was found in a call, looked for in other texts about it: in notes, and in versions of its transcript. Pure.
import { typesRead } from '../../ports/redaction.js';
import type { SensitiveSpan } from '../../speech/redaction/sensitive-span.js';

/** Shorter phrases, such as a misheard "yes" in answer to a question, stand everywhere. */
const MIN_LETTERS = 12;
const MIN_DIGITS = 4;
const MIN_NAME = 3;
/** Types of which a few letters tell. */
const NAMES: readonly string[] = typesRead('name', 'address', 'email');
/** A call of ten hours holds fewer that differ. */
const MAX_SAID = 2_000;

export interface Said {
  readonly text: string;
  readonly span: SensitiveSpan;
}

/** @param textOf the text of a segment */
export function saidIn(spans: readonly SensitiveSpan[], textOf: (segmentId: number) => string): Said[] {
  const byText = new Map<string, Said>();
  for (const span of spans) {
    const text = textOf(span.segmentId).slice(span.from, span.to).trim();
    if (byText.size < MAX_SAID && isTelling(text, span)) byText.set(text.toLowerCase(), { text, span });
  }
  return [...byText.values()].sort((a, b) => b.text.length - a.text.length);
}

function isTelling(text: string, { type }: SensitiveSpan): boolean {
  if ((text.match(/\d/g)?.length ?? 0) >= MIN_DIGITS || text.length >= MIN_LETTERS) return true;
  return NAMES.includes(type) && text.length >= MIN_NAME;
}

/** Whole words, in capitals or not. Overlaps are for who masks. */
export function findSaid(segmentId: number, text: string, said: readonly Said[]): SensitiveSpan[] {
  const lower = text.toLowerCase();
  // A letter that grows in lower case would move all places behind it.
  if (lower.length !== text.length) return said.flatMap((one) => placesOf(segmentId, text, one.text, one.span));
  return said.flatMap((one) => placesOf(segmentId, lower, one.text.toLowerCase(), one.span));
}

function placesOf(segmentId: number, text: string, said: string, span: SensitiveSpan): SensitiveSpan[] {
  const places: SensitiveSpan[] = [];
  for (let from = text.indexOf(said); from >= 0; from = text.indexOf(said, from + said.length)) {
    const to = from + said.length;
    if (isLetter(text[from - 1]) || isLetter(text[to])) continue;
    places.push({ ...span, segmentId, from, to });
  }
  return places;
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
