// Splits a run that contains more than a card number: card number, expiry date, security code. Pure.
import { isLuhn } from '../check-digits.js';
import type { RunAtom } from './atoms.js';

/** Month and year: 0927, 927, 092027. */
export function isExpiry(digits: string): boolean {
  return /^(?:0?[1-9]|1[0-2])(?:20)?[2-4]\d$/.test(digits);
}

export function isCode(digits: string): boolean {
  return /^\d{3,4}$/.test(digits);
}

const MAX_ATOMS = 40;
const MIN_CARD = 13;
const MAX_CARD = 19;

/**
 * Splits a run into the card number and what follows it; returns it unchanged if it is no such run. Never splits within a group.
 */
export function splitCard(atoms: readonly RunAtom[]): readonly (readonly RunAtom[])[] {
  if (atoms.length > MAX_ATOMS || atoms.some(({ fix, isLetter }) => fix !== null || isLetter)) return [atoms];
  for (const at of boundaries(atoms)) {
    const card = digitsOf(atoms.slice(0, at));
    const isCard = card.length === 16 || card.length === 15 || isLuhn(card);
    if (!isCard || card.length < MIN_CARD || card.length > MAX_CARD) continue;
    const rest = atoms.slice(at);
    const beside = splitBeside(rest);
    if (beside) return [atoms.slice(0, at), ...beside];
    if (isExpiry(digitsOf(rest)) || isCode(digitsOf(rest))) return [atoms.slice(0, at), rest];
  }
  return [atoms];
}

/** Expiry date and security code, in this order. */
export function splitBeside(atoms: readonly RunAtom[]): readonly [readonly RunAtom[], readonly RunAtom[]] | null {
  if (atoms.length > MAX_ATOMS) return null;
  for (const at of boundaries(atoms)) {
    const [expiry, code] = [atoms.slice(0, at), atoms.slice(at)];
    if (isExpiry(digitsOf(expiry)) && isCode(digitsOf(code))) return [expiry, code];
  }
  return null;
}

/** Places at which a comma, a full stop or a word parts two atoms. */
function boundaries(atoms: readonly RunAtom[]): number[] {
  return [...atoms.keys()].filter((at) => at > 0 && atoms[at]?.isApart);
}

function digitsOf(atoms: readonly RunAtom[]): string {
  return atoms.map(({ value }) => value).join('');
}
