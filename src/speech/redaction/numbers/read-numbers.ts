// Reads the numbers that each party of a call says or spells. Pure.
import type { SearchedCall } from '../sensitive-span.js';
import { readCall } from './grammar/call-numbers.js';
import { isInDigits } from './grammar/in-digits.js';
import { readingsOf } from './grammar/readings.js';
import type { Run } from './grammar/runs.js';
import { placesOf } from './grammar/talk.js';
import type { NumberStretch } from './number-stretch.js';

/** Numbers in the order of their first segments. In a language that is not known: as each known language reads them. */
export function readNumbers(call: SearchedCall): NumberStretch[] {
  const found = new Map<string, NumberStretch>();
  for (const { streams } of readCall(call)) {
    for (const run of streams.flatMap(({ runs }) => runs)) {
      const stretch = stretchOf(run);
      const key = stretch.places.map(({ segmentId, from, to }) => `${segmentId}:${from}-${to}`).join();
      if (!found.has(key)) found.set(key, stretch);
    }
  }
  const order = new Map(call.segments.map(({ id }, index) => [id, index]));
  const start = ({ places }: NumberStretch) => order.get(places[0]?.segmentId ?? -1) ?? 0;
  return [...found.values()].sort((a, b) => start(a) - start(b) || (a.places[0]?.from ?? 0) - (b.places[0]?.from ?? 0));
}

function stretchOf({ stream, atoms, from, to, isQuantity }: Run): NumberStretch {
  const [symbols = '', ...alternatives] = readingsOf(atoms);
  const places = placesOf(stream, from, to);
  const parts = places.map(({ segmentId }) =>
    atoms
      .filter(({ from: token }) => stream.segments[stream.tokens[token]?.segment ?? -1]?.id === segmentId)
      .map(({ value }) => value)
      .join(''),
  );
  return {
    speaker: stream.speaker,
    places,
    parts,
    symbols,
    alternatives,
    isInDigits: isInDigits(atoms),
    isWritten: atoms.every((atom) => atom.isWritten),
    isQuantity,
  };
}
