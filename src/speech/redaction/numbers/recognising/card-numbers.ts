// Card numbers: any 13 digits and more, and what is left of them where words were misheard. Pure.

import { isLuhn } from '../check-digits.js';
import type { ReadStream } from '../grammar/call-numbers.js';
import type { Candidate } from './candidate.js';
import { hasCue } from './candidate.js';
import { type Cues, MAX_WORDS_OF_TOPIC } from './cues.js';
import { type DenseStretch, denseStretches } from './dense-stretches.js';
import type { Found } from './found.js';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** As many in one go without a name are a card of which a word was lost. */
const MIN_UNNAMED = 12;
/** With words between them that can be misheard digits. */
const MIN_DENSE = 10;
/** The same after "card number": with words that can be misheard digits, and without. */
const MIN_DENSE_NAMED = 7;
const MIN_PURE_NAMED = 11;
/** Digits of a group as cards are read out; longer ones are other numbers. */
const MAX_GROUP = 5;
const BY_LUHN = 0.98;
const BY_LENGTH = 0.85;
const BY_DENSITY = 0.7;

/** In one go. */
export function cardNumber(candidate: Candidate): { confidence: number; content: string } | null {
  const { readings, run } = candidate;
  const isNamed = hasCue(candidate, 'card');
  if (run.shape !== null) return null;
  const luhn = readings.find((each) => isCardLength(each) && isLuhn(each));
  if (luhn !== undefined && (isNamed || luhn === readings[0])) return { confidence: BY_LUHN, content: luhn };
  if (isRepeated(candidate)) return null;
  const long = digitsSaid(candidate) >= MIN_DIGITS || (isNamed && readings.some(isCardLength));
  if (long) return { confidence: BY_LENGTH, content: readings.find(isCardLength) ?? readings[0] ?? '' };
  const isUnnamed = candidate.cues.size === 0 || isNamed;
  const isShort = isUnnamed && !run.isQuantity && digitsSaid(candidate) >= MIN_UNNAMED;
  return isShort ? { confidence: BY_DENSITY, content: readings[0] ?? '' } : null;
}

function isCardLength(digits: string): boolean {
  return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;
}

/** With what was corrected: a repeated part of a card does not make it shorter. */
function digitsSaid({ atoms }: Candidate): number {
  return atoms.reduce((digits, { value, isLetter }) => digits + (isLetter ? 0 : value.length), 0);
}

/** An order or telephone number, said twice. */
function isRepeated(candidate: Candidate): boolean {
  const [said = ''] = candidate.readings;
  const half = said.slice(0, said.length / 2);
  return hasCue(candidate, 'neutral', 'phone') && half.length < MIN_DIGITS && half + half === said;
}

/** With words between its digits. */
export function misheardCards(read: ReadStream, cues: Cues): Found[] {
  return denseStretches(read).flatMap((dense) => {
    if (!isMisheardCard(dense, read, cues)) return [];
    const { from, to, digits: content } = dense;
    return [{ type: 'card_number' as const, confidence: BY_DENSITY, content, stream: read.stream, from, to }];
  });
}

function isMisheardCard(dense: DenseStretch, { stream }: ReadStream, cues: Cues): boolean {
  const { digits, atoms, words, misheard, isWhole } = dense;
  const near = cues.of({ stream, ...dense });
  if (isWhole || near.has('neutral') || words > atoms * 0.6) return false;
  const isNamed = near.has('card') || near.has('card_code') || near.has('card_expiry');
  const isTopic = isNamed || cues.isNear({ stream, ...dense }, ['card'], MAX_WORDS_OF_TOPIC);
  if (!isNamed && near.size > 0) return false;
  if (!isTopic && dense.longestGroup > MAX_GROUP) return false;
  if (words + misheard === 0) return isNamed && digits.length >= MIN_PURE_NAMED;
  const expected = digits.length + misheard + words * Math.max(Math.round(digits.length / atoms), 1);
  if (expected < (isTopic ? MIN_UNNAMED : MIN_DIGITS)) return false;
  return digits.length >= (isNamed ? MIN_DENSE_NAMED : MIN_DENSE);
}
