// Keeps the source narrow: few rooms at the top, folders that can be read as one picture, no two folders that need each other,
// and no file too small to be one. The import table (.dependency-cruiser.cjs) holds the rest.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const MAX_ROOMS = 27;
const MAX_FILES = 20;
/** One file a migration, in the order of time. */
const GROWS = 'src/platform/database/migrations';
const MIN_LINES = 25;
/** Files below it, with one user, that stay apart. */
const SMALL: Readonly<Record<string, string>> = {
  'src/commands/openapi/openapi-document.ts': 'tests import it; its user is an entry, which writes the document',
  'src/platform/operations/metrics/heap-growth.ts': 'its unit test need not load the whole service',
  'src/judging/reviews/corrections/restart-corrections.ts': 'written beside the other statements of the table',
  'src/judging/calibration/words-of-ratings.ts': 'the owner of the tables names their texts',
  'src/judging/disputes/words-of-disputes.ts': 'the owner of the tables names their texts',
  'src/judging/reviews/words-of-reviews.ts': 'the owner of the tables names their texts',
  'src/scorecards/words-of-evaluations.ts': 'the owner of the tables names their texts',
  'src/webhooks/delivery-words.ts': 'the owner of the tables names their texts',
  'src/webhooks/samples/sample-rescore.ts': 'one file a sample',
};
/** Folders with several module files. */
const SEVERAL_MODULES: Readonly<Record<string, string>> = {
  'src/adapters': 'engines.module.ts loads every engine; the other module does not',
  ...Object.fromEntries(
    [
      'src/arrivals/batches',
      'src/insight/exports',
      'src/judging/reviews/corrections',
      'src/masking',
      'src/masking/jobs',
      'src/webhooks',
      'src/work',
    ].map((folder) => [folder, 'kinds of work, each with a queue that its API and its worker share']),
  ),
};
/** Folders that may import all others, and so have no row in the import table. */
const TOPS = ['src/commands', 'src/program'];
const LAZY_IMPORT = /\bimport\s*\(\s*'(\.[^']+)'/g;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

const entries = readdirSync('src', { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));

it('has at most 27 rooms at the top of the source, and no loose file', () => {
  const top = readdirSync('src', { withFileTypes: true });
  expect(top.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
  expect(top.length, 'rooms').toBeLessThanOrEqual(MAX_ROOMS);
});

it('has a row in the import table for each folder beside one that has a row', () => {
  const { forbidden }: { forbidden: readonly { name: string; from: { path?: string } }[] } = createRequire(
    import.meta.url,
  )('../../.dependency-cruiser.cjs');
  const rows = forbidden.flatMap(({ name, from }) => {
    const [, root = '', folder = ''] = /^\^(.+)\/([^/]+)\/$/.exec(from.path ?? '') ?? [];
    return [`${folder}-imports`, `${root.replaceAll('/', '-')}-${folder}`].includes(name) ? [join(root, folder)] : [];
  });
  const roots = [...new Set(rows.map(dirname))];
  expect(roots).toContain('web/src/views');
  const folders = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, name)),
  );
  expect(folders.sort()).toEqual([...rows, ...TOPS].sort());
});

it('has at most 20 files directly in a folder of the source', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([folder, count]) => folder !== GROWS && count > MAX_FILES)).toEqual([]);
});

it('has one module file in a folder of the source', () => {
  const folders = files.filter((file) => file.endsWith('.module.ts')).map(dirname);
  expect(folders.length).toBeGreaterThan(30);
  const several = folders.filter((folder, index) => folders.indexOf(folder) !== index);
  expect(several.filter((folder) => !(folder in SEVERAL_MODULES))).toEqual([]);
});

// The lists of compositions are the only users of most module files, and a file that is loaded late must be one.
it.each(['src'])('%s has no file under 25 lines with one user', (root) => {
  const users = new Map<string, string[]>();
  for (const [from, to] of importsBelow(root)) users.set(to, [...(users.get(to) ?? []), from]);
  const late = new Set(importsBelow(root, LAZY_IMPORT).map(([, to]) => to));
  const small = [...users].filter(([to, from]) => {
    const file = to.replace(/\.js$/, '.ts');
    if (file.startsWith(GROWS) || file.endsWith('.module.ts') || file in SMALL) return false;
    if (new Set(from).size > 1 || late.has(to)) return false;
    return readFileSync(file, 'utf8').split('\n').length <= MIN_LINES;
  });
  expect(small.map(([file, from]) => `${file}: belongs in ${from[0]}`)).toEqual([]);
});

it.each(['src'])('%s has no circle between folders, or between a folder and the files beside it', (root) => {
  const imports = importsBelow(root);
  expect(imports.length).toBeGreaterThan(500);
  const folders = new Set(imports.flatMap(([from]) => ancestors(from)).filter((folder) => folder.startsWith(root)));
  expect([...folders].flatMap((folder) => circlesIn(folder, imports))).toEqual([]);
});

type Import = readonly [from: string, to: string];

function importsBelow(root: string, pattern = IMPORT): Import[] {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  return sources.flatMap((path) => {
    const from = join(root, path);
    const paths = [...readFileSync(from, 'utf8').matchAll(pattern)].map(([, to = '']) => join(dirname(from), to));
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
