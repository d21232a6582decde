// Looks for words that a test has planted, in every column of every table and in every file of the store.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Each table with a row that holds the words. */
export async function tablesOf(db: Pick<pg.Pool, 'query'>, words: string): Promise<string[]> {
  const { rows } = await db.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await db.query(
      `SELECT 1 FROM "${name}" AS t WHERE position(lower($1) IN lower(to_jsonb(t)::text)) > 0
        OR position(encode(convert_to($1, 'UTF8'), 'hex') IN to_jsonb(t)::text) > 0`,
      [words],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

/** Names of files below the folder of the store that hold the words, in their names or in what they contain. */
export async function filesOf(dataDir: string, words: string): Promise<string[]> {
  const folder = join(dataDir, 'objects');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const holds = async (file: string) => file.includes(words) || (await readFile(file)).includes(words);
  const held = await Promise.all(files.map(holds));
  return files.filter((_, place) => held[place]);
}
