/**
 * Text that Postgres and every JSON reader take: NUL characters and lone surrogates become U+FFFD.
 * Models are known to give both.
 */
export function cleanText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
