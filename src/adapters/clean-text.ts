// Models and programs sometimes write NUL characters and lone surrogates, which Postgres and some JSON readers refuse.

/** Replaces each NUL character and each lone surrogate by U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
