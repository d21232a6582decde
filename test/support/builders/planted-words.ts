// Looks for a text in every column of every table.
import type pg from 'pg';

interface Column {
  readonly table: string;
  readonly column: string;
}

/** Of all types that hold text or bytes. */
export async function textColumns(db: pg.Pool): Promise<string[]> {
  return (await columnsOf(db)).map(({ table, column }) => `${table}.${column}`);
}

/** @returns `table.column` of each that holds the text in some row */
export async function columnsWith(db: pg.Pool, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await columnsOf(db)) {
    const held = `strpos(encode(convert_to("${column}"::text, 'UTF8'), 'escape'), $1) > 0`;
    const { rows } = await db.query(`SELECT EXISTS (SELECT 1 FROM "${table}" WHERE ${held}) AS held`, [text]);
    if (rows[0].held) found.push(`${table}.${column}`);
  }
  return found.sort();
}

async function columnsOf(db: pg.Pool): Promise<Column[]> {
  const { rows } = await db.query<Column>(
    `SELECT c.table_name AS table, c.column_name AS column
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND (c.data_type IN ('text', 'jsonb', 'json', 'bytea', 'character varying', 'tsvector') OR c.udt_name IN ('_text', '_varchar'))
       -- A partition has the columns and the rows of its table.
       AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
     ORDER BY 1, 2`,
  );
  return rows;
}
