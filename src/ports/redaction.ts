// What is masked in a call, as settings, calls and jobs keep it. Plain types: the names are those that clients see.

export const REDACTION_TYPES = [
  'card_number',
  'card_security_code',
  'card_expiry',
  'bank_account',
  'national_id',
  'health_id',
  'date_of_birth',
  'phone_number',
  'email',
  'password_or_pin',
  'person_name',
  'postal_address',
] as const;
export type RedactionType = (typeof REDACTION_TYPES)[number];

export const REDACTION_COUNTRIES = ['US', 'GB', 'DE'] as const;
export type RedactionCountry = (typeof REDACTION_COUNTRIES)[number];

/** Why a stretch is masked: what it looks like, what was asked before it, a language model, key tones, a client's pattern. */
export const REDACTION_BASES = ['pattern', 'asked_for', 'model', 'keys', 'custom'] as const;
export type RedactionBasis = (typeof REDACTION_BASES)[number];

/** What a client has masked beside the types. */
export interface CustomType {
  /** Stands where the name of a type stands. */
  readonly key: string;
  readonly label: string;
  /** In the pattern language of scorecards. */
  readonly patterns: readonly string[];
}

/** What is to be masked in one call. Plain JSON: it is kept with the call, so that later settings change nothing of it. */
export interface WantedRedaction {
  readonly mode: 'text' | 'text_and_audio';
  readonly types: readonly RedactionType[];
  readonly countries: readonly RedactionCountry[];
  readonly custom: readonly CustomType[];
  /** `label`: `[CARD_NUMBER_1]`; `mask`: `####`. */
  readonly replacement: 'label' | 'mask';
  readonly audio: 'tone' | 'silence';
  readonly original: 'delete' | 'keep';
}

/** A masked stretch of one segment. Plain JSON: it is stored with the call. It never holds what was masked. */
export interface RedactedSpan {
  readonly segmentId: number | null;
  /** Channel of the recording it was heard on; null for mono. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  /** A {@link RedactionType}, or the key of a {@link CustomType}. */
  readonly type: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly basis: RedactionBasis;
}
