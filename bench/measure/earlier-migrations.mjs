// Migrates a database as an earlier build of the service did: its migrations are taken from the Git history.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { DataSource } from 'typeorm';

const run = promisify(execFile);

/** Builds whose databases this release takes. */
export const FIRST_RELEASE = '235dc6db';
export const LAST_BUILD_OF_FIRST_RELEASE = 'b89dfaf7';

/**
 * @param {string} url of an empty database, or of one that the build has migrated in part
 * @param {string} commit
 * @param {string} [before] name of the first migration that is left out
 */
export async function migrateAs(url, commit, before) {
  const { dataSourceOptions, MIGRATIONS } = await import(pathToFileURL(await bundleOf(commit)).href);
  const end = before === undefined ? MIGRATIONS.length : MIGRATIONS.findIndex(({ name }) => name === before);
  const migrations = MIGRATIONS.slice(0, end);
  const dataSource = await new DataSource({ ...dataSourceOptions(url, 2), migrations }).initialize();
  await dataSource.runMigrations().finally(() => dataSource.destroy());
}

/** @returns path of the list of migrations as one file; kept, because a commit does not change */
async function bundleOf(commit) {
  const file = resolve(`node_modules/.cache/earlier-migrations/${commit}.mjs`);
  if (existsSync(file)) return file;
  const home = await mkdtemp(join(tmpdir(), 'earlier-migrations-'));
  const archive = join(home, 'build.tar');
  await run('git', ['archive', '--output', archive, commit, 'src/platform/database']);
  await run('tar', ['-xf', archive, '-C', home]);
  const input = join(home, 'src/platform/database/data-source.ts');
  const bundle = await rolldown({ input, external: /^[^./]/, platform: 'node' });
  await bundle.write({ file: `${file}.${process.pid}`, format: 'esm' });
  // Others may make the same file at the same time.
  await rename(`${file}.${process.pid}`, file);
  await rm(home, { recursive: true });
  return file;
}
