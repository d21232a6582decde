// Joins numbers that one speaker says without a break: across fillers, corrections and the other party's interjections. Pure.
import type { Atom, RunAtom } from './atoms.js';
import type { Item, Shape } from './items.js';
import { splitCard } from './split-run.js';
import type { Stream } from './talk.js';

export interface Run {
  readonly stream: Stream;
  readonly atoms: readonly RunAtom[];
  /** Tokens of the stream; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** First and last item of the run, among the items of the stream. */
  readonly fromItem: number;
  readonly toItem: number;
  readonly isQuantity: boolean;
  readonly hasPlus: boolean;
  readonly shape: Shape | null;
  /** True when it was split from a card that it may be the end of. */
  readonly mayEndCard: boolean;
}

/** Digits beyond which a card has none of them left. */
const MAX_CARD = 19;

/** Maximum number of meaningless tokens between two parts of a number. */
const MAX_FILLERS = 10;
/** Minimum number of letters without a digit that spell something. */
const MIN_LETTERS = 3;
/** The same, where the speaker says that a number was wrong. */
const MAX_CORRECTING = 14;

interface Open {
  atoms: RunAtom[];
  fromItem: number;
  toItem: number;
  isQuantity: boolean;
  hasPlus: boolean;
}

export function runsOf(stream: Stream, items: readonly Item[]): Run[] {
  const builder = new RunBuilder(stream, items);
  for (const at of items.keys()) builder.take(at);
  return builder.finish();
}

class RunBuilder {
  private readonly runs: Run[] = [];
  private open: Open | null = null;
  private fillers = 0;
  private fix: RunAtom['fix'] = null;
  private isApart = false;
  private isAfterMark = false;
  private hasPlus = false;
  /** True after a currency sign, an estimate or half past. */
  private counts = false;

  constructor(
    private readonly stream: Stream,
    private readonly items: readonly Item[],
  ) {}

  finish(): Run[] {
    this.close();
    return this.runs;
  }

  take(at: number): void {
    const item = this.items[at];
    if (!item) return;
    if (item.role === 'atom') this.add(item.atom, at);
    else if (item.role === 'shape') this.addShape(at);
    else if (item.role === 'word') {
      const atom = this.misheard(at);
      if (atom) this.add(atom, at);
      else this.breakOff();
    } else this.takeBetween(item);
  }

  /** Takes what stands between numbers. */
  private takeBetween({ role, from, to }: Item): void {
    if (role === 'mark' || role === 'filler') {
      if (!this.isApart) this.isAfterMark = role === 'mark';
      this.isApart = true;
      this.skip(to - from, MAX_FILLERS);
    } else if (role === 'plus') {
      // Within a number it adds another one.
      this.hasPlus = this.open === null;
      if (this.open) this.breakOff();
      else this.skip(1, MAX_FILLERS);
    } else if (role === 'correction' || role === 'restart') {
      if (this.fix !== 'restart') this.fix = role === 'restart' ? 'restart' : 'replace';
      this.skip(to - from, MAX_CORRECTING);
    } else {
      const isCounted = role === 'unit' || role === 'money' || role === 'currency';
      if (this.open && this.fillers === 0 && isCounted) this.open.isQuantity = true;
      this.breakOff();
      // "Nine pounds ninety", "$99", "half past nine".
      this.counts = role === 'money' || role === 'currency' || role === 'hour';
    }
  }

  /** "For" between two digits is "four". */
  private misheard(at: number): Atom | null {
    const item = this.items[at];
    const next = this.items[at + 1];
    if (item?.role !== 'word' || item.misheard === null || !this.open || this.fillers > 0) return null;
    if (!isSingle(this.open.atoms.at(-1)) || next?.role !== 'atom' || !isSingle(next.atom)) return null;
    const { from, to } = item;
    return { value: String(item.misheard), other: '', isWeak: true, isLetter: false, isWritten: false, from, to };
  }

  private add(atom: Atom, at: number): void {
    const startsGroup = this.isApart || (atom.isWritten && !this.stream.tokens[atom.from]?.isGlued);
    const { value, other, isWeak, isLetter, isWritten, from, to } = atom;
    // Spread, the atoms of a long call would take twice the time.
    const added: RunAtom = {
      value,
      other,
      isWeak,
      isLetter,
      isWritten,
      from,
      to,
      fix: this.open ? this.fix : null,
      startsGroup,
      isApart: this.isApart,
      isAfterMark: this.isAfterMark,
    };
    if (this.open === null) {
      this.open = { atoms: [added], fromItem: at, toItem: at, isQuantity: this.counts, hasPlus: this.hasPlus };
    } else {
      this.open.atoms.push(added);
      this.open.toItem = at;
    }
    this.rest();
  }

  private addShape(at: number): void {
    const item = this.items[at];
    if (item?.role !== 'shape') return;
    this.breakOff();
    const { digits: value, shape, from, to } = item;
    const atom = { value, other: null, isWeak: false, isLetter: false, isWritten: true, from, to };
    const atoms = [{ ...atom, fix: null, startsGroup: true, isApart: true, isAfterMark: true }];
    const place = { stream: this.stream, from, to, fromItem: at, toItem: at };
    this.runs.push({ ...place, atoms, shape, isQuantity: shape !== 'month_year', hasPlus: false, mayEndCard: false });
    this.rest();
  }

  private skip(tokens: number, max: number): void {
    this.fillers += tokens;
    if (this.fillers > max) this.breakOff();
  }

  private rest(): void {
    this.fillers = 0;
    this.fix = null;
    this.isApart = false;
    this.isAfterMark = false;
    this.hasPlus = false;
    this.counts = false;
  }

  private breakOff(): void {
    this.close();
    this.rest();
  }

  private close(): void {
    const open = this.open;
    this.open = null;
    if (open === null) return;
    const { fromItem, toItem, isQuantity, hasPlus } = open;
    const said = trimmed(open.atoms);
    const parts = splitCard(said);
    const isOneCard = parts.length > 1 && said.reduce((sum, { value }) => sum + value.length, 0) <= MAX_CARD;
    for (const [part, atoms] of parts.entries()) {
      const [first, last] = [atoms[0], atoms.at(-1)];
      if (!first || !last) continue;
      const place = { stream: this.stream, from: first.from, to: last.to, fromItem, toItem };
      this.runs.push({
        ...place,
        atoms,
        isQuantity: isQuantity && parts.length === 1,
        hasPlus,
        shape: null,
        mayEndCard: isOneCard && part > 0,
      });
    }
  }
}

function isSingle(atom: Atom | undefined): boolean {
  return atom !== undefined && !atom.isLetter && atom.value.length === 1;
}

/** Removes words at the ends that are numbers only within numbers. Empty when one letter is left. */
function trimmed(atoms: readonly RunAtom[]): readonly RunAtom[] {
  let [from, to] = [0, atoms.length];
  while (from < to && isWeakStart(atoms, from)) from += 1;
  const hasLetters = atoms.some(({ isLetter, isWeak }) => isLetter && !isWeak);
  while (to > from && isWeakEnd(atoms, to - 1, hasLetters)) to -= 1;
  const rest = atoms.slice(from, to);
  return rest.every(({ isLetter }) => isLetter) && rest.length < MIN_LETTERS ? [] : rest;
}

/**
 * True for "Oh" in "Oh, four one" if it is a digit: commas are between all of them, or it continues without one ("oh erm four
 * one").
 */
function isWeakStart(atoms: readonly RunAtom[], at: number): boolean {
  const [atom, next, third] = [atoms[at], atoms[at + 1], atoms[at + 2]];
  if (!atom?.isWeak) return false;
  if (next === undefined) return true;
  if (atom.isLetter) return next.isApart || (atom.value.length === 1 && !next.isLetter);
  return next.isAfterMark && !third?.isApart;
}

function isWeakEnd(atoms: readonly RunAtom[], at: number, hasLetters: boolean): boolean {
  const [atom, before] = [atoms[at], atoms[at - 1]];
  return atom?.isWeak === true && (before === undefined || (atom.isLetter && !hasLetters));
}
