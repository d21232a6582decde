// Texts of providers on their way into Postgres.

/** Postgres text cannot hold NUL or lone surrogates. A provider may send one, and a paid result must not be lost to it. */
export function storable(json: string): string {
  return json.replaceAll('\u0000', '').replaceAll('\\u0000', '\\ufffd').toWellFormed();
}
