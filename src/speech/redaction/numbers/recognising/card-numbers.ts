// Finds card numbers: any 13 digits and more, and what is left of them when words were misheard. Pure.

import { isLuhn } from '../check-digits.js';
import type { RunAtom } from '../grammar/atoms.js';
import type { ReadStream } from '../grammar/call-numbers.js';
import { isInDigits, shareInDigits } from '../grammar/in-digits.js';
import { type Candidate, hasCue } from './candidate.js';
import type { Cues } from './cues.js';
import { type DenseStretch, denseStretches } from './dense-stretches.js';
import type { Found } from './found.js';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Digits in one go without a name that are a card of which a word was lost. */
const MIN_UNNAMED = 12;
/** Digits that are a card where words between them can be misheard digits. */
const MIN_DENSE = 8;
/** The same after "card number", with such words and without. */
const MIN_DENSE_NAMED = 7;
const MIN_PURE_NAMED = 8;
/** Minimum number of digits including the possibly misheard ones, without and with its name. */
const MIN_EXPECTED = 12;
const MIN_EXPECTED_NAMED = 9;
/** Digits one by one that are a card, whatever was named before. */
const MIN_UNLIKELY = 11;
/** Digits that are a card with units or months among the words, which count something where they were not misheard. */
const MIN_DENSE_COUNTED = 9;
const MAX_WORDS_PER_NUMBER = 0.6;
const BY_LUHN = 0.98;
const BY_LENGTH = 0.85;
const BY_DENSITY = 0.7;
/** Confidence of a number at the end of a card. Below that of a security code and of an expiry date, which are more likely. */
export const AT_END = 0.5;

/** Card number that is said in one go. */
export function cardNumber(candidate: Candidate): { confidence: number; content: string } | null {
  const { readings, run } = candidate;
  const isNamed = hasCue(candidate, 'card');
  if (run.shape !== null) return null;
  if (run.mayEndCard) return { confidence: AT_END, content: readings[0] ?? '' };
  const luhn = readings.find((each) => isCardLength(each) && isLuhn(each));
  const isTold = candidate.isCardNamed || isInDigits(candidate.atoms);
  if (!isTold && !(isInOneGo(candidate) && isReadOut(candidate))) return null;
  if (luhn !== undefined && (isNamed || luhn === readings[0])) return { confidence: BY_LUHN, content: luhn };
  if (isRepeated(candidate) || candidate.atoms.every(isYear)) return null;
  // "One twenty one" is 121 or 1201: where most is said digit by digit, the longer one counts.
  const isLongest = isNamed || isReadOut(candidate);
  const long = digitsSaid(candidate) >= MIN_DIGITS || (isLongest && readings.some(isCardLength));
  if (long) return { confidence: BY_LENGTH, content: readings.find(isCardLength) ?? readings[0] ?? '' };
  const isUnnamed = candidate.cues.size === 0 || isNamed;
  const isShort = isUnnamed && isTold && !run.isQuantity && digitsSaid(candidate) >= MIN_UNNAMED;
  return isShort ? { confidence: BY_DENSITY, content: readings[0] ?? '' } : null;
}

/** Share of single digits that prices in a row do not have. */
const MIN_SINGLES = 0.5;

/** True for a number without a name that is said as cards are: digit by digit for the most part, or in pairs to its end. */
function isReadOut({ atoms }: Candidate): boolean {
  return shareInDigits(atoms) >= MIN_SINGLES || atoms.every(isGroup);
}

/** True for a number within one segment: prices go on from turn to turn. */
function isInOneGo({ run: { stream }, from, to }: Candidate): boolean {
  return stream.tokens[from]?.segment === stream.tokens[to - 1]?.segment;
}

/** True for parts of which a card consists where it is not said digit by digit: pairs, groups of four. */
const isGroup = ({ value, isWritten, isLetter }: RunAtom) =>
  !isLetter && (value.length <= 2 || value.length === 4 || isRepeatedDigit(value) || isWritten);
const isRepeatedDigit = (value: string) => /^(\d)\1+$/.test(value);

function isCardLength(digits: string): boolean {
  return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;
}

/** Digits with what was corrected: a repeated part of a card does not make it shorter. */
function digitsSaid({ atoms }: Candidate): number {
  return atoms.reduce((digits, { value, isLetter }) => digits + (isLetter ? 0 : value.length), 0);
}

/** True for an order or telephone number that is said twice. */
function isRepeated(candidate: Candidate): boolean {
  const [said = ''] = candidate.readings;
  const half = said.slice(0, said.length / 2);
  return hasCue(candidate, 'neutral', 'phone') && half.length < MIN_DIGITS && half + half === said;
}

/** True for a year, as in "In 2019, 2020, 2021 and 2022": no card begins with 19 or 20. */
function isYear({ value, isWritten }: RunAtom): boolean {
  return isWritten && /^(?:19|20)\d\d$/.test(value);
}

/** Card numbers with words between their digits. Where no card is talked about they need as many digits as a card. */
export function misheardCards(read: ReadStream, cues: Cues): Found[] {
  return denseStretches(read).flatMap((dense) => {
    const isTold =
      cues.isOfCard({ stream: read.stream, ...dense }) || (dense.isPure && dense.digits.length >= MIN_UNNAMED);
    if (!isTold || !isMisheardCard(dense, read, cues)) return [];
    const { from, to, digits: content } = dense;
    return [{ type: 'card_number' as const, confidence: BY_DENSITY, content, stream: read.stream, from, to }];
  });
}

function isMisheardCard(dense: DenseStretch, { stream }: ReadStream, cues: Cues): boolean {
  const { digits, atoms, words, misheard, counted, isWhole } = dense;
  const near = cues.of({ stream, ...dense });
  const isNamed = near.has('card') || near.has('card_code') || near.has('card_expiry');
  const expected = digits.length + misheard + words * Math.max(Math.round(digits.length / atoms), 1);
  const isLong = dense.isLikeCard && digits.length >= MIN_UNLIKELY && expected >= MIN_DIGITS;
  if (isWhole || (!isLong && (near.has('neutral') || (near.size > 0 && !isNamed)))) return false;
  if (words > atoms * MAX_WORDS_PER_NUMBER || (counted > 0 && digits.length < MIN_DENSE_COUNTED)) return false;
  if (words + misheard === 0) return near.has('card') && digits.length >= MIN_PURE_NAMED;
  if (near.has('card')) return digits.length >= MIN_DENSE_NAMED && expected >= MIN_EXPECTED_NAMED;
  return dense.isLikeCard && digits.length >= MIN_DENSE && expected >= MIN_EXPECTED;
}
