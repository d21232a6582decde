import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { builtFile } from '../support/processes/build.js';

const DAY_SECONDS = 86_400;

describe('call-analysis recordings:sweep', () => {
  let database: FreshDatabase;
  let dataDir: string;
  let recordings: string;
  beforeAll(async () => {
    database = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'recordings-sweep-'));
    recordings = join(dataDir, 'objects', 'recordings');
    await mkdir(recordings, { recursive: true });
    const yesterday = Date.now() / 1000 - DAY_SECONDS;
    for (const id of [randomUUID(), randomUUID()]) {
      await writeFile(join(recordings, id), 'audio');
      await utimes(join(recordings, id), yesterday, yesterday);
    }
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [builtFile('program/call-analysis.js'), 'recordings:sweep', ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'test',
        ...database.settings,
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { output, code, left: (await readdir(recordings)).length };
  };

  it('refuses recordings that the database does not know, until the store is adopted and the deletion confirmed', async () => {
    const refused = await run('--confirm');
    expect(refused).toMatchObject({ code: 1, left: 2 });
    expect(refused.output).toContain('The store has no mark, and this database knows few of its recordings.');
    const shown = await run('--adopt');
    expect(shown).toMatchObject({ code: 0, left: 2 });
    expect(shown.output).toContain('Nothing was deleted. To delete them: npx call-analysis recordings:sweep --confirm');
    const deleted = await run('--confirm');
    expect(deleted).toMatchObject({ code: 0, left: 0 });
    expect(deleted.output).toContain('Deleted 2 of 2.');
  });
});
