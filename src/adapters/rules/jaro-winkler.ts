/** Similarity of two strings, 0 to 1 (Winkler 1990: prefix of up to 4 characters, factor 0.1). */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Array<boolean>(b.length).fill(false);
  const matchedInA: string[] = [];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j += 1) {
      if (taken[j] || a[i] !== b[j]) continue;
      taken[j] = true;
      matchedInA.push(a.charAt(i));
      break;
    }
  }
  const matches = matchedInA.length;
  if (matches === 0) return 0;
  const matchedInB = b.split('').filter((_, j) => taken[j]);
  const swapped = matchedInA.filter((char, index) => char !== matchedInB[index]).length / 2;
  const jaro = (matches / a.length + matches / b.length + (matches - swapped) / matches) / 3;
  let prefix = 0;
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
