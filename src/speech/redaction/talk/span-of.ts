// Makes spans of what was found. Pure.
import type { Place } from '../numbers/number-stretch.js';
import type { SensitiveSpan } from '../sensitive-span.js';
import { contentOf, placesOf, type SaidWord } from './talk.js';

export type SpanKind = Pick<SensitiveSpan, 'type' | 'basis' | 'confidence'>;

export function spansAt(places: readonly Place[], kind: SpanKind, content: string): SensitiveSpan[] {
  return places.map((place) => ({ ...place, ...kind, content }));
}

export function spansOfWords(words: readonly SaidWord[], kind: SpanKind): SensitiveSpan[] {
  return spansAt(placesOf(words), kind, contentOf(words));
}
