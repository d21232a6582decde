// Redaction settings, as stored with settings, calls and jobs. Plain types: the names are those that clients see.

interface TypeRow {
  /** True when the preset `pci` includes it; `pii` includes all types. */
  readonly isPci: boolean;
  /** Reading of the answer to a question for it. */
  readonly answer: 'number' | 'month' | 'date' | 'email' | 'secret' | 'name' | 'address';
  /**
   * Number of digits and letters below which a number or date was not heard completely; null for types that are said in words.
   */
  readonly minSymbols: number | null;
}

/**
 * Types that are masked. The questions for each type are in `speech/redaction/asks`, the words before it in
 * `speech/redaction/cues`, by language; a test names missing ones.
 */
const TYPE_TABLE = {
  card_number: { isPci: true, answer: 'number', minSymbols: 13 },
  card_security_code: { isPci: true, answer: 'number', minSymbols: 3 },
  card_expiry: { isPci: true, answer: 'month', minSymbols: 3 },
  bank_account: { isPci: false, answer: 'number', minSymbols: 5 },
  national_id: { isPci: false, answer: 'number', minSymbols: 6 },
  health_id: { isPci: false, answer: 'number', minSymbols: 6 },
  date_of_birth: { isPci: false, answer: 'date', minSymbols: 6 },
  phone_number: { isPci: false, answer: 'number', minSymbols: 6 },
  email: { isPci: false, answer: 'email', minSymbols: null },
  password_or_pin: { isPci: true, answer: 'secret', minSymbols: null },
  person_name: { isPci: false, answer: 'name', minSymbols: null },
  postal_address: { isPci: false, answer: 'address', minSymbols: null },
} as const satisfies Readonly<Record<string, TypeRow>>;

export type RedactionType = keyof typeof TYPE_TABLE;
type AnswerReading = TypeRow['answer'];
/** Types whose answers are read in one of these ways. */
export type TypesRead<Reading extends AnswerReading> = {
  [Type in RedactionType]: (typeof TYPE_TABLE)[Type]['answer'] extends Reading ? Type : never;
}[RedactionType];

export const TYPE_ROWS: Readonly<Record<RedactionType, TypeRow>> = TYPE_TABLE;
export const REDACTION_TYPES = Object.keys(TYPE_TABLE) as readonly RedactionType[];

export const typesRead = <Reading extends AnswerReading>(...readings: readonly Reading[]) =>
  REDACTION_TYPES.filter((type): type is TypesRead<Reading> =>
    readings.some((reading) => reading === TYPE_ROWS[type].answer),
  );

export const REDACTION_COUNTRIES = ['US', 'GB', 'DE'] as const;
export type RedactionCountry = (typeof REDACTION_COUNTRIES)[number];

/** Reason why a span is masked: its form, the question before it, a language model, key tones, a client's pattern. */
export const REDACTION_BASES = ['pattern', 'asked_for', 'model', 'keys', 'custom'] as const;
export type RedactionBasis = (typeof REDACTION_BASES)[number];

/** A type that a client has masked beside those of the service. */
export interface CustomType {
  /** Used in place of the name of a type. */
  readonly key: string;
  readonly label: string;
  /** Patterns in the pattern language of scorecards. */
  readonly patterns: readonly string[];
}

/** Redaction of one call. Plain JSON: it is kept with the call, so that later settings change nothing of it. */
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

/** Masked span of one segment. Plain JSON: it is stored with the call. It never contains the masked words. */
export interface RedactedSpan {
  readonly segmentId: number | null;
  /** Channel of the recording in which it was heard; null for mono. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  /** A {@link RedactionType}, or the key of a {@link CustomType}. */
  readonly type: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly basis: RedactionBasis;
}
