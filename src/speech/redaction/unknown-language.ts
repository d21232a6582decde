// What is found in a language whose number words are not known. Digits, e-mail addresses and IBANs have a form of their own; a
// number in words has none, so that only segments that are known to hold no number stay readable. Pure.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { KNOWN_LANGUAGES } from '../../phrases/known-languages.js';
import { type RedactionType, TYPE_ROWS, type WantedRedaction } from '../../ports/redaction.js';
import { cueBookOf } from './cues/cue-book.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from './sensitive-span.js';

/** Greetings, closings and function words that name no number, by language. */
const HARMLESS = z
  .record(
    z.string(),
    z.string().transform((words) => new Set(words.split(' '))),
  )
  .parse(JSON.parse(readFileSync(new URL('./unknown-language.json', import.meta.url), 'utf8')));

/**
 * Form of a type in any language; null where it has none without its words. Of several that fit, the first counts. Digits may
 * stand apart, as they are dictated.
 */
const SHAPES: Readonly<Record<RedactionType, RegExp | null>> = {
  email: /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/u,
  bank_account: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){3,8}\b/,
  card_number: /(?<!\p{N})\p{N}(?:[ .,-]{0,2}\p{N}){12,}/u,
  phone_number: /(?<!\p{N})\p{N}(?:[ .,/()-]{0,2}\p{N}){6,}/u,
  card_security_code: /(?<!\p{N})\p{N}(?:[ -]?\p{N}){2,}/u,
  card_expiry: null,
  national_id: null,
  health_id: null,
  date_of_birth: null,
  password_or_pin: null,
  person_name: null,
  postal_address: null,
};
const IN_ORDER = Object.keys(SHAPES) as readonly RedactionType[];

/** Confidence that a segment holds something of a type, where nothing tells that it does not. */
const UNREAD = 0.3;
/** Share of English or German function words above which a segment of an unknown language is read as one of both. */
const MIN_KNOWN_SHARE = 0.3;
const KNOWN_WORDS = KNOWN_LANGUAGES.map((language) => cueBookOf(language).words.stopWords);

/** Spans of whole segments, each once. */
export function unknownLanguageSpans(
  { segments, language }: SearchedCall,
  { types }: Pick<WantedRedaction, 'types'>,
  known: readonly SensitiveSpan[],
): SensitiveSpan[] {
  const wanted = IN_ORDER.filter((type) => types.includes(type));
  const found = new Map<number, SensitiveSpan>();
  for (const span of known) {
    const other = found.get(span.segmentId);
    if (other === undefined || other.confidence < span.confidence) found.set(span.segmentId, span);
  }
  const ofNumbers = wanted.find((type) => TYPE_ROWS[type].minSymbols !== null || TYPE_ROWS[type].answer === 'secret');
  return segments.flatMap((segment) => {
    const span =
      found.get(segment.id) ??
      firstOf(segment, wanted) ??
      (ofNumbers === undefined || holdsNoNumber(segment.text, language) ? null : spanOf(segment, ofNumbers, UNREAD));
    return span === null ? [] : [{ ...span, from: 0, to: segment.text.length, content: segment.text }];
  });
}

function firstOf(segment: SearchedSegment, wanted: readonly RedactionType[]): SensitiveSpan | null {
  const type = wanted.find((each) => SHAPES[each]?.test(segment.text));
  return type === undefined ? null : spanOf(segment, type, 0.5);
}

function spanOf({ id: segmentId, text }: SearchedSegment, type: RedactionType, confidence: number): SensitiveSpan {
  return { segmentId, from: 0, to: text.length, type, basis: 'pattern', confidence, content: text };
}

/**
 * True where every word of a segment is known to name no number. Where the language itself is not known, a segment with enough
 * English or German words is read by the grammars of both.
 */
function holdsNoNumber(text: string, language: string | null): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
  const base = language?.toLowerCase().split(/[-_]/)[0];
  const lists = base === undefined ? Object.values(HARMLESS) : [HARMLESS[base] ?? new Set<string>()];
  if (lists.some((list) => words.every((word) => isIn(list, word)))) return true;
  if (base !== undefined) return false;
  return KNOWN_WORDS.some(
    (list) => words.filter((word) => list.has(word)).length >= Math.max(1, words.length * MIN_KNOWN_SHARE),
  );
}

/** True for "c'est" too, whose parts are words of the list. */
function isIn(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || word.split(/['’-]/).every((part) => list.has(part));
}
