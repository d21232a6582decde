// What a run prints: the figures of both halves, and failures of the seen half. Who writes rules by the sentences of the
// held-out half has nothing left to measure them by.
import { namedCalls, neutralCalls, type PlantedCall } from './calls.js';
import {
  callsOf,
  EVERYTHING,
  type Figures,
  type Find,
  falseMasksIn,
  misheardCalls,
  missedIn,
  ofHalf,
  type Share,
} from './measure.js';
import type { Half } from './sentences.js';

const UNLOCK = 'I_WRITE_NO_RULES';
const MAX_MISHEARD_SHOWN = 20;

export function figuresText(half: Half, figures: Figures): string {
  const { byType, byWay, all, numbersAndCodes, pci, otherType, elsewhere, misheard, names, neutral } = figures;
  return [
    `${half}: all ${percent(all)}, card numbers and codes ${percent(numbersAndCodes)}, with the preset pci ${percent(pci)}`,
    `  misheard: ${percent(misheard)} gone; names and addresses, by cues: ${percent(names)}`,
    `  neutral: ${neutral.masks} masks in ${neutral.minutes.toFixed(1)} minutes`,
    `  named as another type: ${percent(otherType)}; masked in other turns: ${percent(elsewhere)} of the words`,
    `  ${[...byType].map(([type, share]) => `${type} ${share.gone}/${share.of}`).join(', ')}`,
    `  ${[...byWay].map(([way, share]) => `${way} ${share.gone}/${share.of}`).join(', ')}`,
  ].join('\n');
}

function percent({ gone, of }: Share): string {
  return `${((100 * gone) / of).toFixed(2)} % (${gone} of ${of})`;
}

/** @throws for the held-out half, unless the variable says that the reader writes no rules */
export function failuresText(half: Half, find: Find, environment: NodeJS.ProcessEnv): string {
  if (half !== 'seen' && environment[UNLOCK] !== '1') {
    throw new Error(`The sentences of the held-out half are not shown. Who writes no rules sets ${UNLOCK}=1.`);
  }
  const failures = [...callsOf(half), ...ofHalf(namedCalls(), half)].flatMap((call) => shown(call, find));
  const wrong = misheardCalls(half).flatMap((call) => shown(call, find));
  const masks = ofHalf(neutralCalls(), half).flatMap((call) =>
    falseMasksIn(call, find).map(({ segmentId, type, basis }) => {
      const text = call.call.segments[segmentId ?? -1]?.text;
      return `${call.id}: ${type} (${basis}) in: ${text}`;
    }),
  );
  return [
    `FAILED (${failures.length})`,
    ...failures,
    `MISHEARD (${wrong.length}, the first ${MAX_MISHEARD_SHOWN})`,
    ...wrong.slice(0, MAX_MISHEARD_SHOWN),
    `FALSE MASKS (${masks.length})`,
    ...masks,
  ].join('\n');
}

/** What is left stands in braces, what is masked in brackets, in the turns around it. */
function shown(call: PlantedCall, find: Find): string[] {
  const { missed, spans } = missedIn(call, find, EVERYTHING);
  if (missed.length === 0) return [];
  const first = Math.min(...call.planted.map(({ segmentId }) => segmentId)) - 1;
  const last = Math.max(...call.planted.map(({ segmentId }) => segmentId));
  const turns = call.call.segments.slice(first, last + 1).map(({ id, speaker, text }) => {
    const marked = [...text].map((sign, at) => {
      const isLeft = missed.some(({ segmentId, from, to }) => segmentId === id && from <= at && to > at);
      if (isLeft) return { sign, kind: '{}' };
      const isMasked = spans.some(({ segmentId, from, to }) => segmentId === id && from <= at && to > at);
      return { sign, kind: isMasked ? '[]' : '' };
    });
    return `    ${speaker}: ${grouped(marked)}`;
  });
  return [[`${call.id}:`, ...turns].join('\n')];
}

function grouped(marked: readonly { readonly sign: string; readonly kind: string }[]): string {
  let text = '';
  let open = '';
  for (const { sign, kind } of marked) {
    if (kind !== open) text += (open[1] ?? '') + (kind[0] ?? '');
    text += sign;
    open = kind;
  }
  return text + (open[1] ?? '');
}
