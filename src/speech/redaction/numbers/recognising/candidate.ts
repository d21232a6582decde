// A number with all data that recognisers need. Pure.
import type { RedactionCountry, RedactionType } from '../../../../ports/redaction.js';
import type { RunAtom } from '../grammar/atoms.js';
import type { Cue } from '../grammar/number-book.js';
import { readingsOf } from '../grammar/readings.js';
import type { Run } from '../grammar/runs.js';
import type { Cues, NearCues } from './cues.js';

export interface Candidate {
  readonly run: Run;
  /** Atoms of the candidate. A part without letters has fewer than the run. */
  readonly atoms: readonly RunAtom[];
  /** Tokens of the run's stream. */
  readonly from: number;
  readonly to: number;
  readonly readings: readonly string[];
  /** Digits of each group: 3, 2, 4. */
  readonly groups: readonly number[];
  readonly cues: ReadonlySet<Cue>;
  /** Number of words to the nearest of them. */
  readonly words: number;
  /** Number of digits that are said between the nearest cue and it. */
  readonly digitsSince: number;
  /** True when a card or an account is named in the call: only then may a shorter number be one of which a word was lost. */
  readonly isCardNamed: boolean;
}

/** Finding of a recogniser about a candidate. */
export interface Recognised {
  readonly type: RedactionType;
  /** 0 to 1. */
  readonly confidence: number;
  readonly content: string;
}

export type Recogniser = (candidate: Candidate, countries: ReadonlySet<RedactionCountry>) => Recognised | null;

/** The run itself, and its parts without letters if it has letters. */
export function candidatesOf(run: Run, cues: Cues): { whole: Candidate; digits: readonly Candidate[] } {
  const near = { ...cues.near(run), isCardNamed: cues.nameCard };
  const whole = candidate(run, run.atoms, near);
  if (!run.atoms.some(({ isLetter }) => isLetter)) return { whole, digits: [whole] };
  const parts: RunAtom[][] = [];
  let open = false;
  for (const atom of run.atoms) {
    if (!atom.isLetter && open) parts.at(-1)?.push(atom);
    else if (!atom.isLetter) parts.push([atom]);
    open = !atom.isLetter;
  }
  return { whole, digits: parts.map((atoms) => candidate(run, atoms, near)) };
}

function candidate(
  run: Run,
  atoms: readonly RunAtom[],
  { kinds, words, digits: digitsSince, isCardNamed }: NearCues & Pick<Candidate, 'isCardNamed'>,
): Candidate {
  const groups: number[] = [];
  for (const { value, startsGroup } of atoms) {
    if (startsGroup || groups.length === 0) groups.push(value.length);
    else groups[groups.length - 1] = (groups.at(-1) ?? 0) + value.length;
  }
  const [from, to] = [atoms[0]?.from ?? run.from, atoms.at(-1)?.to ?? run.to];
  return { run, atoms, from, to, readings: readingsOf(atoms), groups, cues: kinds, words, digitsSince, isCardNamed };
}

export function hasCue({ cues }: Candidate, ...wanted: readonly Cue[]): boolean {
  return wanted.some((cue) => cues.has(cue));
}

/** True when something else was named, or when the number counts something. */
export function isOther({ cues, run }: Candidate): boolean {
  return cues.has('neutral') || run.isQuantity || (run.shape !== null && run.shape !== 'month_year');
}

export function firstOf(readings: readonly string[], fits: (reading: string) => boolean): string | null {
  return readings.find(fits) ?? null;
}
