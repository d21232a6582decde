// Masks what a person types beside a call: notes and rationales. Pure.

import { KNOWN_LANGUAGES } from '../../phrases/known-languages.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { findSensitive } from '../../speech/redaction/find-sensitive.js';
import { maskSegments } from '../../speech/redaction/mask-segments.js';

export interface TypedTask {
  readonly texts: readonly string[];
  readonly wanted: WantedRedaction;
}

/** Each text by itself, read by the grammars of all known languages: a reviewer writes in a language other than the call's. */
export function maskTyped({ texts, wanted }: TypedTask): string[] {
  return texts.map((text) => {
    const segment = { id: 0, speaker: null, channel: null, startMs: 0, endMs: 0, text, words: null };
    const spans = KNOWN_LANGUAGES.flatMap((language) => findSensitive({ segments: [segment], language }, wanted).spans);
    return maskSegments([segment], spans, wanted.replacement).segments[0]?.text ?? text;
  });
}
