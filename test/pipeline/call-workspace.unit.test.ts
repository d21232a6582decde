import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CallWorkspaces, PROBE_PREFIX } from '../../src/pipeline/call-workspace.js';
import { loadConfig } from '../../src/platform/config/config.js';

it('deletes what a probe of a killed worker left, and nothing that is neither a probe nor a claim', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-'));
  const work = join(dataDir, 'work');
  await mkdir(work);
  await writeFile(join(work, `${PROBE_PREFIX}1`), 'left');
  await writeFile(join(work, 'notes'), 'of an operator');
  // With no claim in the folder, it asks no database.
  const workspaces = new CallWorkspaces(loadConfig({ DATA_DIR: dataDir }), {} as never, {} as never);
  await workspaces.sweep();
  expect(await readdir(work)).toEqual(['notes']);
  await rm(dataDir, { recursive: true });
});
