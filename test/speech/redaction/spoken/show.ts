// Figures as lines, and the calls in which something is left.

import {
  type CallSet,
  EVERYTHING,
  type Figures,
  type Find,
  falseMasksIn,
  misheardCalls,
  missedIn,
  type Share,
} from './measure.js';
import type { PlantedCall } from './planted-call.js';

const MAX_MISHEARD_SHOWN = 20;

export function figuresText(name: string, figures: Figures): string {
  const { byType, byWay, byLanguage, all, numbersAndCodes, pci, otherType, elsewhere, misheard, names, neutral } =
    figures;
  return [
    `${name}: all ${percent(all)}, card numbers and codes ${percent(numbersAndCodes)}, with the preset pci ${percent(pci)}`,
    `  misheard: ${percent(misheard)} gone${names.of === 0 ? '' : `; names and addresses, by cues: ${percent(names)}`}`,
    ...(neutral.minutes === 0 ? [] : [`  neutral: ${neutral.masks} masks in ${neutral.minutes.toFixed(1)} minutes`]),
    `  named as another type: ${percent(otherType)}; masked in other turns: ${percent(elsewhere)} of the words`,
    ...[byType, byWay, byLanguage].map(
      (shares) => `  ${[...shares].map(([key, share]) => `${key} ${share.gone}/${share.of}`).join(', ')}`,
    ),
  ].join('\n');
}

function percent({ gone, of }: Share): string {
  return `${((100 * gone) / of).toFixed(2)} % (${gone} of ${of})`;
}

export function failuresText(set: CallSet, find: Find): string {
  const failures = [...set.planted, ...set.named].flatMap((call) => shown(call, find));
  const wrong = misheardCalls(set).flatMap((call) => shown(call, find));
  const masks = set.neutral.flatMap((call) =>
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
