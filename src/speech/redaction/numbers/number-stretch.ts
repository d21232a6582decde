// Types for spoken numbers and dates. Plain types.

/** Part of the text of one segment. */
export interface Place {
  readonly segmentId: number;
  /** Characters of the segment's text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Digits and letters that one speaker said in one go, corrections and fillers included. */
export interface NumberStretch {
  readonly speaker: string | null;
  /** Places in the order of the segments, one of each that it touches; never empty. */
  readonly places: readonly Place[];
  /** Symbols that were heard in each place, uncorrected. */
  readonly parts: readonly string[];
  /** Symbols that were heard, corrected: digits, and capital letters where letters were spelled. */
  readonly symbols: string;
  /** Other readings, such as 201 for "twenty one"; bounded. */
  readonly alternatives: readonly string[];
  /** True when nearly all digits are said one by one, or written in groups of four. */
  readonly isInDigits: boolean;
  /** True when all of it is written in digits. */
  readonly isWritten: boolean;
  /** True for money, percent, hours, pieces: the number counts something and identifies no one. */
  readonly isQuantity: boolean;
}

/** A calendar date, spoken or written. */
export interface SpokenDate {
  readonly speaker: string | null;
  readonly places: readonly Place[];
  /** Readings by each order that the countries write: 03/04/1980 has two. Never empty. */
  readonly readings: readonly CalendarDate[];
  /** True for digits alone, "oh five twelve eighty": a date only when one was asked for. */
  readonly isBare: boolean;
}

export interface CalendarDate {
  /** Year of four digits; null when not said. */
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31; null when not said ("March 1980", "03/27"). */
  readonly day: number | null;
}

/** Kind that a number can be by its form alone. `letters`: spelled letters with or without digits. */
export type NumericForm = 'card_number' | 'card_security_code' | 'card_expiry' | 'digits' | 'letters';
