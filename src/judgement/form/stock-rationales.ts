// The sentences with which the service itself gives the reason of an answer, in the languages it has them in.
import { isGerman } from '../stock-sentences.js';

export interface StockRationales {
  readonly phraseHeard: string;
  readonly noPhraseHeard: string;
  readonly measured: (metric: string, value: number) => string;
  readonly findingHolds: (finding: string) => string;
  readonly findingDoesNotHold: (finding: string) => string;
  /** @param label of the answer that did not stand */
  readonly noQuotation: (label: string) => string;
}

const ENGLISH: StockRationales = {
  phraseHeard: 'A phrase of the form was heard.',
  noPhraseHeard: 'No phrase of the form was heard.',
  measured: (metric, value) => `${metric} is ${value}.`,
  findingHolds: (finding) => `${finding} was found.`,
  findingDoesNotHold: (finding) => `${finding} was not found.`,
  noQuotation: (label) => `No quotation that was checked proves the answer "${label}".`,
};

// cspell:disable
const GERMAN: StockRationales = {
  phraseHeard: 'Eine Wendung des Bogens war zu hören.',
  noPhraseHeard: 'Keine Wendung des Bogens war zu hören.',
  measured: (metric, value) => `${metric} ist ${String(value).replace('.', ',')}.`,
  findingHolds: (finding) => `${finding} wurde festgestellt.`,
  findingDoesNotHold: (finding) => `${finding} wurde nicht festgestellt.`,
  noQuotation: (label) => `Kein geprüftes Zitat belegt die Antwort „${label}“.`,
};
// cspell:enable

/** @param language ISO 639-1, with or without a region; English for null and for every language without sentences */
export function stockRationales(language: string | null): StockRationales {
  return isGerman(language) ? GERMAN : ENGLISH;
}
