// Text that a Postgres text column can hold: no NUL character, and no half of a surrogate pair.

const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** One sentence for the client; null when the text can be stored. */
export function storageFault(text: string): string | null {
  if (!NOT_STORABLE.test(text)) return null;
  return text.includes('\0') ? 'text must not contain a NUL character' : 'text must be valid Unicode';
}
