/** The words of a text for comparison: lower case, letters and apostrophes only. */
export function comparableWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

/** The smallest number of substitutions, deletions and insertions that turn `reference` into `heard`. */
export function wordErrors(reference: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [at, word] of reference.entries()) {
    const next = [at + 1];
    for (const [index, other] of heard.entries()) {
      const substituted = (row[index] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[heard.length] ?? 0;
}

/** Errors per reference word; over 1 when more was heard than said. */
export function wordErrorRate(reference: readonly string[], heard: readonly string[]): number {
  return wordErrors(reference, heard) / reference.length;
}
