// What can be found in a language whose words are not known: digits, e-mail addresses, IBANs. Where something is found, the
// segment is masked whole: what else belongs to it cannot be told. Pure.
import type { RedactionType, WantedRedaction } from '../../ports/redaction.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from './sensitive-span.js';

/**
 * Look of a type in any language; null where it looks like nothing without its words. Of several that fit, the first counts.
 * Digits may stand apart, as they are dictated.
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

/** Spans of whole segments, each once. */
export function unknownLanguageSpans(
  { segments }: SearchedCall,
  { types }: Pick<WantedRedaction, 'types'>,
  known: readonly SensitiveSpan[],
): SensitiveSpan[] {
  const wanted = IN_ORDER.filter((type) => types.includes(type));
  const found = new Map<number, SensitiveSpan>();
  for (const span of known) {
    const other = found.get(span.segmentId);
    if (other === undefined || other.confidence < span.confidence) found.set(span.segmentId, span);
  }
  return segments.flatMap((segment) => {
    const span = found.get(segment.id) ?? firstOf(segment, wanted);
    if (span === null) return [];
    return [{ ...span, from: 0, to: segment.text.length, content: segment.text }];
  });
}

function firstOf({ id: segmentId, text }: SearchedSegment, wanted: readonly RedactionType[]): SensitiveSpan | null {
  for (const type of wanted) {
    if (SHAPES[type]?.test(text))
      return { segmentId, from: 0, to: text.length, type, basis: 'pattern', confidence: 0.5, content: text };
  }
  return null;
}
