// Keeps the source narrow: few rooms at the top, folders that can be read as one picture, and no two folders that need each
// other. The import table (.dependency-cruiser.cjs) holds the rest.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const MAX_ROOMS = 27;
const MAX_FILES = 20;
/** One file a migration, in the order of time. */
const GROWS = 'src/platform/database/migrations';
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

const entries = readdirSync('src', { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));

it('has at most 27 rooms at the top of the source, and no loose file', () => {
  const top = readdirSync('src', { withFileTypes: true });
  expect(top.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
  expect(top.length, 'rooms').toBeLessThanOrEqual(MAX_ROOMS);
});

it('has at most 20 files directly in a folder of the source', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([folder, count]) => folder !== GROWS && count > MAX_FILES)).toEqual([]);
});

it.each(['src'])('%s has no circle between folders, or between a folder and the files beside it', (root) => {
  const imports = importsBelow(root);
  expect(imports.length).toBeGreaterThan(500);
  const folders = new Set(imports.flatMap(([from]) => ancestors(from)).filter((folder) => folder.startsWith(root)));
  expect([...folders].flatMap((folder) => circlesIn(folder, imports))).toEqual([]);
});

type Import = readonly [from: string, to: string];

function importsBelow(root: string): Import[] {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  return sources.flatMap((path) => {
    const from = join(root, path);
    const paths = [...readFileSync(from, 'utf8').matchAll(IMPORT)].map(([, to = '']) => join(dirname(from), to));
    return paths.filter((to) => to.startsWith(`${root}/`)).map((to) => [from, to] as const);
  });
}

function ancestors(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...ancestors(folder)];
}

/** @returns the rooms of one folder that reach themselves through others, each room a subfolder or a file */
function circlesIn(folder: string, imports: readonly Import[]): string[] {
  const roomOf = (path: string) => path.slice(folder.length + 1).split('/')[0] as string;
  const below = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`) || roomOf(from) === roomOf(to)) continue;
    below.set(roomOf(from), (below.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  }
  const reachedFrom = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of below.get(room) ?? []) if (!seen.has(next)) reachedFrom(next, seen.add(next));
    return seen;
  };
  return [...below.keys()].filter((room) => reachedFrom(room).has(room)).map((room) => `${folder}/${room}`);
}
