// What the atoms of a run can mean, one after the other. Pure.
import type { RunAtom } from './atoms.js';

/** A bound, since each doubtful part doubles them. */
const MAX_READINGS = 12;
const MAX_DOUBTFUL = 2;
/** Longer runs have no other readings: they are masked whole, and what they mean matters no more. */
const MAX_READ = 200;
/** Shorter ones are no repetitions. */
const MIN_REPEATED = 5;

type Correcting = 'replace' | 'restart' | 'keep';

/** The likeliest first, each once; never empty. */
export function readingsOf(atoms: readonly RunAtom[]): string[] {
  const values = atoms.map(({ value }) => value);
  if (atoms.length > MAX_READ) return [values.join('')];
  const readings = new Set<string>();
  const doubtful = [...atoms.keys()].filter((at) => atoms[at]?.other !== null);
  for (const chosen of choices(doubtful)) {
    const said = atoms.map(({ value, other }, at) => (chosen.has(at) ? (other ?? value) : value));
    for (const how of ['replace', 'restart', 'keep'] as const) readings.add(corrected(atoms, said, how));
    if (atoms[0]?.isWeak) readings.add(said.slice(1).join(''));
  }
  readings.delete('');
  for (const reading of [...readings]) {
    const half = reading.slice(0, reading.length / 2);
    if (half.length >= MIN_REPEATED && half + half === reading) readings.add(half);
  }
  return readings.size === 0 ? [values.join('')] : [...readings].slice(0, MAX_READINGS);
}

/** None of the doubtful ones read otherwise, each alone, all. */
function choices(doubtful: readonly number[]): Set<number>[] {
  const each = doubtful.length > 1 ? doubtful.slice(0, MAX_DOUBTFUL).map((at) => new Set([at])) : [];
  return [new Set<number>(), ...(doubtful.length > 0 ? [new Set(doubtful)] : []), ...each];
}

function corrected(atoms: readonly RunAtom[], said: readonly string[], how: Correcting): string {
  let kept: string[] = [];
  for (const [at, { fix }] of atoms.entries()) {
    if (fix === 'restart' || (fix === 'replace' && how === 'restart')) kept = how === 'keep' ? kept : [];
    else if (fix === 'replace' && how === 'replace') kept.pop();
    kept.push(said[at] ?? '');
  }
  return kept.join('');
}
