// Bounds on what one analyst's answer can make the service store, and text that the database accepts.

/** Violations, observations and sentences of a list beyond this number are left out. */
export const MAX_ITEMS = 50;
export const MAX_SENTENCE_CHARS = 500;
export const MAX_SUMMARY_CHARS = 4000;

/**
 * The text on one line, at most `maxChars` code points long, a cut marked by `…`. Control characters become spaces and
 * unpaired surrogates become U+FFFD: Postgres accepts neither NUL nor unpaired surrogates.
 */
export function cleanText(text: string, maxChars: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  const chars = [...line];
  return chars.length > maxChars ? `${chars.slice(0, maxChars - 1).join('')}…` : line;
}

/** The first {@link MAX_ITEMS} texts, cleaned, without those that are then empty. */
export function cleanSentences(texts: readonly string[]): string[] {
  return texts
    .slice(0, MAX_ITEMS)
    .map((text) => cleanText(text, MAX_SENTENCE_CHARS))
    .filter((text) => text !== '');
}
