// JSON in the one form of RFC 8785: equal values have equal bytes, in whatever program and language they are written.

/** `JSON.stringify` writes numbers and strings as the RFC does; members are sorted by UTF-16 code units, as `<` compares. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number');
    return JSON.stringify(value);
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
