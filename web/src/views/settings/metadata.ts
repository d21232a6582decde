// Own keys and values as rows of text, and back. A number stays a number while its text is as it was.

export interface MetadataRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
  /** The value as it was read; null for a new row. */
  readonly given: { readonly value: unknown } | null;
}

type Metadata = Record<string, string | number | boolean | null>;

export function rowsOf(metadata: Readonly<Record<string, unknown>>): readonly MetadataRow[] {
  return Object.entries(metadata).map(([key, value], id) => ({ id, key, text: textOf(value), given: { value } }));
}

/** Rows without a key are left out. */
export function metadataOf(rows: readonly MetadataRow[]): Metadata {
  return Object.fromEntries(
    rows
      .filter(({ key }) => key.trim() !== '')
      .map(({ key, text, given }) => [
        key.trim(),
        given !== null && textOf(given.value) === text ? (given.value as Metadata[string]) : text,
      ]),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
