// Finds the expiry date and the security code beside a card number. Pure.

import type { FoundDate } from '../dates.js';
import { isCode, isExpiry, splitBeside } from '../grammar/split-run.js';
import { type Candidate, hasCue } from './candidate.js';
import { AT_END } from './card-numbers.js';
import { type Cues, MAX_WORDS_OF_TOPIC } from './cues.js';
import type { Found } from './found.js';

const BY_CUE = 0.95;
const BESIDE = 0.75;
/** Maximum number of words from a card to an expiry date or code without a name. */
const MAX_WORDS_BESIDE = 8;
/** Words after its name within which a code stands that was misheard, or said twice. */
const MAX_WORDS_TO_LIKE = 5;
/** Digits between the name of a code and a number that is another one. */
const MAX_DIGITS_TO_CODE = 9;
const LIKE_CODE = /^\d{3,8}$/;

/** @param candidates of each speaker in order */
export function besideCards(
  candidates: readonly Candidate[],
  dates: readonly FoundDate[],
  found: readonly Found[],
  cues: Cues,
): Found[] {
  const keyOf = ({ stream, from }: Pick<Found, 'stream' | 'from'>) => `${stream.speaker}:${from}`;
  const cards = new Set(
    found.filter(({ type, confidence }) => type === 'card_number' && confidence > AT_END).map(keyOf),
  );
  const expiries = expiryDates(dates, found, cues);
  const dated = new Map(expiries.map((each) => [keyOf(each), each]));
  const beside: Found[] = [];
  let before: Found | Candidate['run'] | null = null;
  for (const candidate of candidates) {
    const { run, from } = candidate;
    const key = keyOf({ stream: run.stream, from });
    if (cards.has(key)) before = run;
    else if (dated.has(key)) before = dated.get(key) ?? before;
    else {
      const last = before !== null && 'type' in before ? before.type : null;
      const isBeside =
        before !== null &&
        !(last === 'card_security_code' && isCounting(candidate)) &&
        before.stream === run.stream &&
        isNextTo(before, candidate, cues);
      const isAfterExpiry = last === 'card_expiry';
      const read = readBeside(candidate, isBeside, isAfterExpiry);
      beside.push(...read);
      before = read.at(-1) ?? before;
    }
  }
  return [...expiries, ...beside];
}

function readBeside(candidate: Candidate, isBeside: boolean, isAfterExpiry: boolean): Found[] {
  const { readings, run, cues, words, from, to } = candidate;
  const isNamedExpiry = hasCue(candidate, 'card_expiry');
  // A code that was said already is not said of the next number.
  const isNamedCode = hasCue(candidate, 'card_code') && candidate.digitsSince < MAX_DIGITS_TO_CODE;
  const isUnnamed = isBeside && (cues.size === 0 || hasCue(candidate, 'card', 'card_code', 'card_expiry'));
  if (run.isQuantity || !(isNamedExpiry || isNamedCode || isUnnamed)) return [];
  const found = (
    type: Found['type'],
    isNamed: boolean,
    content = readings[0] ?? '',
    [start, end]: readonly [number, number] = [from, to],
  ): Found[] => [{ type, confidence: isNamed ? BY_CUE : BESIDE, content, stream: run.stream, from: start, to: end }];
  const both = splitBeside(run.atoms);
  if (both) {
    const [expiry, code] = both.map((atoms) => ({
      content: atoms.map(({ value }) => value).join(''),
      place: [atoms[0]?.from ?? from, atoms.at(-1)?.to ?? to] as const,
    }));
    return [
      ...found('card_expiry', isNamedExpiry, expiry?.content, expiry?.place),
      ...found('card_security_code', isNamedCode, code?.content, code?.place),
    ];
  }
  const isExpiryUnnamed = isUnnamed && !(isAfterExpiry && readings.some(isCode));
  if ((isNamedExpiry || isExpiryUnnamed) && readings.some(isExpiry)) return found('card_expiry', isNamedExpiry);
  if (run.shape !== null) return [];
  const isLikeCode = words <= MAX_WORDS_TO_LIKE && readings.some((each) => LIKE_CODE.test(each));
  if (isNamedCode && (isLikeCode || readings.some(isCode))) return found('card_security_code', true);
  return isUnnamed && readings.some(isCode) ? found('card_security_code', false) : [];
}

/** True for "fifteen ninety nine", "eight and twelve": after a code, a price or hours, and not the code once more. */
function isCounting({ run: { stream }, atoms, from, to }: Candidate): boolean {
  return (
    atoms.every(({ value }) => value.length > 1) ||
    stream.tokens.slice(from, to).some((token) => token?.text === 'and' || token?.text === 'und')
  );
}

function isNextTo(before: Pick<Found, 'stream' | 'to'>, { run, from }: Candidate, cues: Cues): boolean {
  const [end, start] = [before.stream.tokens[before.to - 1]?.order ?? 0, run.stream.tokens[from]?.order ?? 0];
  return start > end && cues.wordsBetween(end + 1, start) <= MAX_WORDS_BESIDE;
}

/** "September 2027", "oh nine slash twenty seven" after "valid until". */
function expiryDates(dates: readonly FoundDate[], found: readonly Found[], cues: Cues): Found[] {
  const ends = cardEnds(found);
  return dates.flatMap((date) => {
    const { readings, isBare, stream, from, to } = date;
    const [reading] = readings;
    if (isBare || !reading) return [];
    const isNamed = cues.of(date).has('card_expiry');
    const isOfCard = reading.day === null || cues.isNear(date, ['card', 'card_code'], MAX_WORDS_OF_TOPIC);
    const start = stream.tokens[from]?.order ?? 0;
    const end = lastBefore(ends.get(stream.speaker) ?? [], start);
    const isBeside = reading.day === null && end !== undefined && cues.wordsBetween(end + 1, start) <= MAX_WORDS_BESIDE;
    if (!(isNamed && isOfCard) && !isBeside) return [];
    const content = `${reading.month}/${reading.year ?? reading.day ?? ''}`;
    return [{ type: 'card_expiry' as const, confidence: isNamed ? BY_CUE : BESIDE, content, stream, from, to }];
  });
}

/** The last tokens of each speaker's cards, in order. */
function cardEnds(found: readonly Found[]): Map<string | null, number[]> {
  const ends = new Map<string | null, number[]>();
  for (const { type, stream, to } of found) {
    if (type !== 'card_number') continue;
    const own = ends.get(stream.speaker) ?? [];
    ends.set(stream.speaker, own);
    own.push(stream.tokens[to - 1]?.order ?? 0);
  }
  for (const own of ends.values()) own.sort((a, b) => a - b);
  return ends;
}

function lastBefore(ends: readonly number[], start: number): number | undefined {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return ends[low - 1];
}
