// Tells numbers that are read out digit by digit from those that count something. Pure.
import type { Atom } from './atoms.js';

const MIN_SHARE_OF_SINGLES = 0.75;
/** Written digits that are a group of a card. */
const MIN_GROUP = 4;

/** True for digits one by one, doubles among them, or written in groups as on a card; false for prices in a row. */
export const isInDigits = (atoms: readonly Atom[]) => shareInDigits(atoms) >= MIN_SHARE_OF_SINGLES;

/** Share of the parts of a number that are said digit by digit, or written in groups. */
export function shareInDigits(atoms: readonly Atom[]): number {
  const singles = atoms.filter(({ value, isWritten }) => {
    return value.length === 1 || /^(\d)\1+$/.test(value) || (isWritten && value.length >= MIN_GROUP);
  });
  return singles.length / atoms.length;
}
