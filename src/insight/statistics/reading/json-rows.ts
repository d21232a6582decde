// Rows of a statement as one JSON text, made in Postgres and read in a thread: on the event loop, the driver would make each of
// their values. `json_agg` takes twice as long, since it looks for quotes in every digit.

/** Kinds of columns: JSON, such as a number, is written as it is, and bytes in hexadecimal digits. */
type Kind = 'text' | 'json' | 'bytes';

export type Columns<Row> = Readonly<Record<keyof Row & string, Kind>>;

/** Runs a statement of {@link asJson} in the transaction of the request. @returns its only value */
export type Read = (text: string, values: readonly unknown[]) => Promise<string>;

const WRITTEN: Readonly<Record<Kind, (column: string) => string>> = {
  text: (column) => `coalesce(to_json(${column})::text, 'null')`,
  json: (column) => `coalesce(${column}::text, 'null')`,
  bytes: (column) => `'"' || encode(${column}, 'hex') || '"'`,
};

/** @param values parameters of the query */
export async function readRows<Row>(
  read: Read,
  query: string,
  values: readonly unknown[],
  columns: Columns<Row>,
): Promise<Row[]> {
  const named = Object.entries<Kind>(columns);
  const row = named.map(([name, kind]) => WRITTEN[kind](`found.${name}`)).join(" || ',' || ");
  const text = await read(
    `SELECT '[' || coalesce(string_agg('[' || ${row} || ']', ','), '') || ']' AS rows FROM (${query}) AS found`,
    values,
  );
  const rows: unknown[][] = JSON.parse(text);
  return rows.map((found) => Object.fromEntries(named.map(([name], place) => [name, found[place]])) as Row);
}
