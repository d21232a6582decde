// Each table has one room of `src` that writes it, or one part of a wing. Others call a function of that folder, with their own
// transaction.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TRACES } from '../../src/masking/traces.js';

/** Some tables are written by triggers alone; they belong where their trigger's table does. */
const OWNERS = new Map(
  Object.entries(TRACES).flatMap(([folder, tables]) => Object.keys(tables).map((table) => [table, folder] as const)),
);
/** @returns the owner that the path lies in, or the room at the top */
const folderOf = (path: string) =>
  Object.keys(TRACES).find((folder) => path.startsWith(`${folder}/`)) ?? path.split('/')[0];
const WRITE = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?(\w+)/g;
const ENTITY = /@Entity\('(\w+)'\)[^{]*?class (\w+)/g;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('platform/database/migrations/'))
  .map((path) => ({ path, folder: folderOf(path), text: readFileSync(`src/${path}`, 'utf8') }));
const entities = new Map(
  sources.flatMap(({ text }) => [...text.matchAll(ENTITY)].map(([, table = '', name = '']) => [name, table] as const)),
);

function writtenBy(text: string): string[] {
  const byStatement = [...text.matchAll(WRITE)].map(([, table = '']) => table);
  const byEntity = [...text.matchAll(/\.(?:insert|update|upsert|save|delete|remove)\(\s*(\w+)/g)].map(
    ([, name = '']) => entities.get(name) ?? '',
  );
  return [...byStatement, ...byEntity].filter((table) => OWNERS.has(table));
}

it('gives every table of docs/schema.sql one owner', () => {
  const tables = [...readFileSync('docs/schema.sql', 'utf8').matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name);
  expect([...OWNERS.keys()].sort()).toEqual(tables.sort());
});

it('lets no folder of src write a table that another one owns', () => {
  const written = sources.flatMap(({ path, folder, text }) =>
    writtenBy(text).map((table) => ({ path, folder, table, owner: OWNERS.get(table) })),
  );
  expect(new Set(written.map(({ owner }) => owner)), 'owners whose statements the scan finds').toEqual(
    new Set(OWNERS.values()),
  );
  expect(written.filter(({ folder, owner }) => folder !== owner)).toEqual([]);
});
