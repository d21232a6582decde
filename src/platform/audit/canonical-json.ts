// JSON in the one form of RFC 8785: equal values have equal bytes, in whatever program and language they are written.
import canonicalize from 'canonicalize';

/** @param value holds no lone surrogates, since neither requests nor the database do */
export function canonicalJson(value: object): string {
  const json = canonicalize(value);
  if (json === undefined) throw new Error('A signed value is an object');
  return json;
}
