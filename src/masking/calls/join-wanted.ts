// What is to be masked in a call of which something is masked already. Pure.
import type { CustomType, WantedRedaction } from '../../ports/redaction.js';

/**
 * Joins two redactions: masked words stay masked, and no promise is taken back. The types of both, the recording too if either
 * says so, and no original if either deletes it. Labels and sound stay as they are in the call.
 */
export function joinWanted(before: WantedRedaction | null, asked: WantedRedaction): WantedRedaction {
  if (before === null) return asked;
  const keys = new Set([...before.custom, ...asked.custom].map(({ key }) => key));
  const custom = [...keys].map((key) =>
    joinCustom([...before.custom, ...asked.custom].filter((one) => one.key === key)),
  );
  return {
    mode: before.mode === 'text_and_audio' ? before.mode : asked.mode,
    types: [...new Set([...before.types, ...asked.types])],
    countries: [...new Set([...before.countries, ...asked.countries])],
    custom,
    replacement: before.replacement,
    audio: before.audio,
    original: before.original === 'delete' ? 'delete' : asked.original,
  };
}

function joinCustom(same: readonly CustomType[]): CustomType {
  const [first] = same;
  if (!first) throw new Error('Each key is that of a type');
  return { ...first, patterns: [...new Set(same.flatMap(({ patterns }) => patterns))] };
}

/** Whether what is asked for is part of what is wanted already. */
export function covers(before: WantedRedaction | null, asked: WantedRedaction): boolean {
  if (before === null) return false;
  const joined = joinWanted(before, asked);
  return (
    joined.mode === before.mode &&
    joined.original === before.original &&
    joined.types.length === before.types.length &&
    joined.countries.length === before.countries.length &&
    asked.custom.every((one) => before.custom.some((known) => holds(known, one)))
  );
}

/** Whether the type has all patterns of the other one. */
const holds = (one: CustomType, other: CustomType) =>
  one.key === other.key && other.patterns.every((pattern) => one.patterns.includes(pattern));
