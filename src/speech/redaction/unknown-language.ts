// What can be found in a language whose words are not known: digits, e-mail addresses, IBANs. Where something is found, the
// segment is masked whole: what else belongs to it cannot be told. Pure.
import type { RedactionType, WantedRedaction } from '../../ports/redaction.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from './sensitive-span.js';

interface Universal {
  readonly type: RedactionType;
  readonly pattern: RegExp;
}

/** By what they look like in any language. Digits may stand apart, as they are dictated. */
const UNIVERSAL: readonly Universal[] = [
  { type: 'email', pattern: /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/u },
  { type: 'bank_account', pattern: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){3,8}\b/ },
  { type: 'card_number', pattern: /(?<!\p{N})\p{N}(?:[ .,-]{0,2}\p{N}){12,}/u },
  { type: 'phone_number', pattern: /(?<!\p{N})\p{N}(?:[ .,/()-]{0,2}\p{N}){6,}/u },
  { type: 'card_security_code', pattern: /(?<!\p{N})\p{N}(?:[ -]?\p{N}){2,}/u },
];

/** Spans of whole segments, each once. */
export function unknownLanguageSpans(
  { segments }: SearchedCall,
  { types }: Pick<WantedRedaction, 'types'>,
  known: readonly SensitiveSpan[],
): SensitiveSpan[] {
  const wanted = UNIVERSAL.filter(({ type }) => types.includes(type));
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

function firstOf({ id: segmentId, text }: SearchedSegment, wanted: readonly Universal[]): SensitiveSpan | null {
  for (const { type, pattern } of wanted) {
    if (pattern.test(text))
      return { segmentId, from: 0, to: text.length, type, basis: 'pattern', confidence: 0.5, content: text };
  }
  return null;
}
