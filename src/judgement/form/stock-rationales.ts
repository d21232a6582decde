// The service's own rationales for answers, in the available languages.
import type { JudgeKind } from '../../scorecards/form/form.js';
import { isGerman } from '../stock-sentences.js';

interface SentencesByKind {
  readonly model: null;
  readonly phrases: { readonly heard: string; readonly notHeard: string };
  readonly metric: (metric: string, value: number) => string;
  readonly finding: { readonly holds: (finding: string) => string; readonly fails: (finding: string) => string };
  readonly human: null;
}

/** Sentences by kind of judge; null where the judge gives the reason in its own words. */
export type StockRationales = { readonly [Kind in JudgeKind]: SentencesByKind[Kind] } & {
  /** @param label label of the rejected answer */
  readonly noQuotation: (label: string) => string;
};

const ENGLISH: StockRationales = {
  model: null,
  phrases: { heard: 'A phrase of the form was heard.', notHeard: 'No phrase of the form was heard.' },
  metric: (metric, value) => `${metric} is ${value}.`,
  finding: { holds: (finding) => `${finding} was found.`, fails: (finding) => `${finding} was not found.` },
  human: null,
  noQuotation: (label) => `No quotation that was checked proves the answer "${label}".`,
};

// cspell:disable
const GERMAN: StockRationales = {
  model: null,
  phrases: { heard: 'Eine Wendung des Bogens war zu hören.', notHeard: 'Keine Wendung des Bogens war zu hören.' },
  metric: (metric, value) => `${metric} ist ${String(value).replace('.', ',')}.`,
  finding: {
    holds: (finding) => `${finding} wurde festgestellt.`,
    fails: (finding) => `${finding} wurde nicht festgestellt.`,
  },
  human: null,
  noQuotation: (label) => `Kein geprüftes Zitat belegt die Antwort „${label}“.`,
};
// cspell:enable

/** @param language ISO 639-1, with or without a region; English for null and for every language without sentences */
export function stockRationales(language: string | null): StockRationales {
  return isGerman(language) ? GERMAN : ENGLISH;
}
