// The outline of a word: what is left where vowels are heard as other ones. Pure.
// cspell:ignore aeiou

export function outlineOf(word: string): string {
  return word.replaceAll(/[aeiou]/g, '*');
}
