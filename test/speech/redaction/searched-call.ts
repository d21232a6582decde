// Calls to search in, and what spans cover in them.
import type { WantedRedaction } from '../../../src/ports/redaction.js';
import { REDACTION_COUNTRIES, REDACTION_TYPES } from '../../../src/ports/redaction.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from '../../../src/speech/redaction/sensitive-span.js';

export const WANTED: WantedRedaction = {
  mode: 'text_and_audio',
  types: REDACTION_TYPES,
  countries: REDACTION_COUNTRIES,
  custom: [],
  replacement: 'label',
  audio: 'tone',
  original: 'delete',
};

/** Lines such as "A: Your card number?"; a line without a name before it has no speaker. Five seconds each. */
export function callOf(language: string | null, ...lines: readonly string[]): SearchedCall {
  const segments = lines.map((line, id): SearchedSegment => {
    const [, speaker = null, text = ''] = /^(?:([A-Z]): )?(.*)$/s.exec(line) ?? [];
    return { id, speaker, channel: null, startMs: id * 5000, endMs: id * 5000 + 4500, text, words: null };
  });
  return { segments, language };
}

/** The call without the brackets around what is to be found, and with brackets around what was found. */
export const withoutBrackets = (line: string) => line.replaceAll(/[[\]]/g, '');

export function marked({ segments }: SearchedCall, spans: readonly Pick<SensitiveSpan, 'segmentId' | 'from' | 'to'>[]) {
  return segments.map(({ id, speaker, text }) => {
    const covered = Array.from(text, () => false);
    for (const { segmentId, from, to } of spans) if (segmentId === id) covered.fill(true, from, to);
    let line = '';
    for (const [at, isCovered] of covered.entries()) {
      if (isCovered && !covered[at - 1]) line += '[';
      line += text[at];
      if (isCovered && !covered[at + 1]) line += ']';
    }
    return speaker === null ? line : `${speaker}: ${line}`;
  });
}
