// Calls as the finder reads them, and what of them is masked.
import { REDACTION_COUNTRIES, REDACTION_TYPES, type WantedRedaction } from '../../../../src/ports/redaction.js';
import { numberSpans } from '../../../../src/speech/redaction/numbers/number-spans.js';
import type { SearchedCall, SensitiveSpan } from '../../../../src/speech/redaction/sensitive-span.js';

/** Two seconds for each turn. */
export function callOf(
  language: string | null,
  turns: readonly (readonly [speaker: string | null, text: string])[],
): SearchedCall {
  const segments = turns.map(([speaker, text], id) => ({
    id,
    channel: null,
    startMs: id * 2_000,
    endMs: id * 2_000 + 1_900,
    text,
    words: null,
    speaker,
  }));
  return { language, segments };
}

export const ALL: WantedRedaction = {
  mode: 'text',
  types: REDACTION_TYPES,
  countries: REDACTION_COUNTRIES,
  custom: [],
  replacement: 'label',
  audio: 'tone',
  original: 'keep',
};

/** The masked words of each type: `card_number: four one one`. */
export function masked(call: SearchedCall, wanted: Partial<WantedRedaction> = {}): string[] {
  return numberSpans(call, { ...ALL, ...wanted }).map((span) => `${span.type}: ${textOf(call, span)}`);
}

export function textOf(
  { segments }: SearchedCall,
  { segmentId, from, to }: Pick<SensitiveSpan, 'segmentId' | 'from' | 'to'>,
): string {
  return segments.find(({ id }) => id === segmentId)?.text.slice(from, to) ?? '';
}

/** The turns with every masked letter and digit as █: what is left to read. */
export function blackened(call: SearchedCall, wanted: Partial<WantedRedaction> = {}): string[] {
  const spans = numberSpans(call, { ...ALL, ...wanted });
  return call.segments.map(({ id, text }) =>
    [...text.split('').keys()]
      .map((at) =>
        spans.some(({ segmentId, from, to }) => segmentId === id && from <= at && at < to) ? '█' : text[at],
      )
      .join(''),
  );
}
