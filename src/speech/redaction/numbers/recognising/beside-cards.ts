// What is said beside a card number: until when the card is valid, and its security code. Pure.

import type { FoundDate } from '../dates.js';
import type { CalendarDate } from '../number-stretch.js';
import { isExpiry } from '../numeric-answer.js';
import { type Candidate, hasCue } from './candidate.js';
import { type Cues, MAX_WORDS_OF_TOPIC } from './cues.js';
import type { Found } from './found.js';

const BY_CUE = 0.95;
const BESIDE = 0.75;
/** Words from a card to what is said beside it without a name. */
const MAX_WORDS_BESIDE = 8;
/** Of a code that was misheard, or said twice. */
const LIKE_CODE = /^\d{2,8}$/;
const CODE = /^\d{3,4}$/;

/** @param candidates of each speaker in order */
export function besideCards(
  candidates: readonly Candidate[],
  dates: readonly FoundDate[],
  found: readonly Found[],
  cues: Cues,
): Found[] {
  const expiries = expiryDates(dates, cues);
  const taken = new Set([...found, ...expiries].map(({ stream, from }) => `${stream.speaker}:${from}`));
  const cards = new Set(
    found.filter(({ type }) => type === 'card_number').map(({ stream, from }) => `${stream.speaker}:${from}`),
  );
  const beside: Found[] = [];
  let before: Found | Candidate['run'] | null = null;
  for (const candidate of candidates) {
    const { run, readings, from, to } = candidate;
    const key = `${run.stream.speaker}:${from}`;
    if (cards.has(key)) before = run;
    else if (!taken.has(key)) {
      const isBeside = before !== null && before.stream === run.stream && isNextTo(before, candidate, cues);
      const read = readBeside(candidate, isBeside);
      if (read === null) continue;
      const item: Found = { ...read, content: readings[0] ?? '', stream: run.stream, from, to };
      beside.push(item);
      before = item;
    }
  }
  return [...expiries, ...beside];
}

function readBeside(candidate: Candidate, isBeside: boolean): Pick<Found, 'type' | 'confidence'> | null {
  const { readings, run, cues } = candidate;
  if (run.isQuantity) return null;
  const isNamedExpiry = hasCue(candidate, 'card_expiry');
  const isNamedCode = hasCue(candidate, 'card_code');
  const isUnnamed = isBeside && (cues.size === 0 || hasCue(candidate, 'card', 'card_code', 'card_expiry'));
  if ((isNamedExpiry || isUnnamed) && readings.some(isExpiry)) {
    return { type: 'card_expiry', confidence: isNamedExpiry ? BY_CUE : BESIDE };
  }
  if (run.shape !== null) return null;
  if (isNamedCode && readings.some((each) => LIKE_CODE.test(each)))
    return { type: 'card_security_code', confidence: BY_CUE };
  return isUnnamed && readings.some((each) => CODE.test(each))
    ? { type: 'card_security_code', confidence: BESIDE }
    : null;
}

function isNextTo(before: Pick<Found, 'stream' | 'to'>, { run, from }: Candidate, cues: Cues): boolean {
  const [end, start] = [before.stream.tokens[before.to - 1]?.order ?? 0, run.stream.tokens[from]?.order ?? 0];
  return start > end && cues.wordsBetween(end + 1, start) <= MAX_WORDS_BESIDE;
}

/** "September 2027", "oh nine slash twenty seven" after "valid until". */
function expiryDates(dates: readonly FoundDate[], cues: Cues): Found[] {
  return dates.flatMap((date) => {
    const { readings, isBare, stream, from, to } = date;
    const reading = readings.find(isMonthOfYear);
    if (isBare || !reading || !cues.of(date).has('card_expiry')) return [];
    const isOfCard = reading.day === null || cues.isNear(date, ['card', 'card_code'], MAX_WORDS_OF_TOPIC);
    const content = `${reading.month}/${reading.year ?? reading.day ?? ''}`;
    return isOfCard ? [{ type: 'card_expiry' as const, confidence: BY_CUE, content, stream, from, to }] : [];
  });
}

/** "September twenty seven" can be read as a day. */
function isMonthOfYear({ year, day }: CalendarDate): boolean {
  return day === null || year === null || day > 0;
}
