// The sentences of a summary that the service writes itself, in the languages it has them in.

export interface StockSentences {
  /** Added to the summary of a call whose agent could not be judged. */
  readonly unclearAgent: string;
  /** The summary of a call without speech. */
  readonly noSpeech: string;
}

const ENGLISH: StockSentences = {
  unclearAgent:
    "The agent could not be told apart or heard well enough to be judged; findings that rest on it are marked 'not assessable'.",
  noSpeech: 'No speech was found in this recording, so there was nothing to judge.',
};

// cspell:disable
const GERMAN: StockSentences = {
  unclearAgent:
    'Der Agent war nicht sicher zu erkennen oder nicht gut genug zu verstehen, um beurteilt zu werden; Befunde, die darauf beruhen, sind als „nicht beurteilbar“ gekennzeichnet.',
  noSpeech: 'In dieser Aufnahme wurde keine Sprache gefunden; es gab nichts zu beurteilen.',
};
// cspell:enable

/** @param language ISO 639-1, with or without a region; English for null and for every language without sentences */
export function stockSentences(language: string | null): StockSentences {
  return isGerman(language) ? GERMAN : ENGLISH;
}

/** @param language ISO 639-1, with or without a region */
export function isGerman(language: string | null): boolean {
  return language?.toLowerCase().split('-')[0] === 'de';
}
