import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import { CallWorkspaces } from '../../../src/pipeline/steps/call-workspace.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { PROBE_PREFIX } from '../../../src/work/worker-health.js';

let dataDir: string;
let work: string;
let level: 'ok' | 'low';
/** What Postgres says of the calls whose folders are there. */
let held: { id: string; fence: number }[];
let workspaces: CallWorkspaces;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'workspace-'));
  work = join(dataDir, 'work');
  await mkdir(work);
  level = 'ok';
  held = [];
  const parts = [
    loadConfig({ DATA_DIR: dataDir, WORKER_CONCURRENCY: '2' }),
    {},
    { query: async () => held },
    { level: async () => level },
  ] as unknown as ConstructorParameters<typeof CallWorkspaces>;
  workspaces = new CallWorkspaces(...parts);
});
afterEach(() => rm(dataDir, { recursive: true }));

const claimOf = (n: number, fence: number) =>
  ({ id: `00000000-0000-4000-8000-00000000000${n}`, fence }) as unknown as ClaimedCall;
const nameOf = ({ id, fence }: ClaimedCall) => `${id}_${fence}`;

/** A call that was decoded and gave way. */
async function gaveWay(call: ClaimedCall): Promise<void> {
  const workspace = await workspaces.open(call);
  await mkdir(workspace.dir);
  await writeFile(join(workspace.dir, 'track.pcm'), `of ${call.id}`);
  workspaces.notePcm(workspace);
  await workspaces.keep(call);
}

it('deletes what a probe of a killed worker left, and nothing that is neither a probe nor a claim', async () => {
  await writeFile(join(work, `${PROBE_PREFIX}1`), 'left');
  await writeFile(join(work, 'notes'), 'of an operator');
  await workspaces.sweep();
  expect(await readdir(work)).toEqual(['notes']);
});

describe('the files of a call that gave way', () => {
  it('are there in its next turn in this process, under the name of the new claim', async () => {
    const call = claimOf(1, 1);
    await gaveWay(call);
    const next = await workspaces.open(claimOf(1, 2));
    expect(workspaces.holdsPcm(next), 'the recording is decoded').toBe(true);
    expect(await readFile(join(next.dir, 'track.pcm'), 'utf8')).toBe(`of ${call.id}`);
    expect(await readdir(work)).toEqual([nameOf(claimOf(1, 2))]);
    await workspaces.close(claimOf(1, 2));
    expect(await readdir(work)).toEqual([]);
    expect(workspaces.holdsPcm(next), 'the recording is decoded after the end').toBe(false);
  });

  it('stay while the call waits, and go once another process has had it for two sweeps', async () => {
    const call = claimOf(1, 1);
    await gaveWay(call);
    held = [call];
    await workspaces.sweep();
    await workspaces.sweep();
    expect(await readdir(work)).toEqual([nameOf(call)]);
    held = [claimOf(1, 2)];
    await workspaces.sweep();
    expect(await readdir(work), 'files that may be about to get their new name').toEqual([nameOf(call)]);
    await workspaces.sweep();
    expect(await readdir(work)).toEqual([]);
    const later = await workspaces.open(claimOf(1, 3));
    expect(workspaces.holdsPcm(later), 'files that are gone').toBe(false);
  });

  it('are no more than calls may be at work: the oldest go', async () => {
    for (const n of [1, 2, 3]) await gaveWay(claimOf(n, 1));
    expect(await readdir(work)).toEqual([nameOf(claimOf(2, 1)), nameOf(claimOf(3, 1))]);
  });

  it('go where the disk is filling up, at the end of the turn or at a sweep', async () => {
    await gaveWay(claimOf(1, 1));
    level = 'low';
    await gaveWay(claimOf(2, 1));
    expect(await readdir(work)).toEqual([nameOf(claimOf(1, 1))]);
    held = [claimOf(1, 1)];
    await workspaces.sweep();
    expect(await readdir(work)).toEqual([]);
  });

  it('are not kept where nothing was decoded, and go with the process', async () => {
    await workspaces.open(claimOf(1, 1));
    await workspaces.keep(claimOf(1, 1));
    expect(await readdir(work)).toEqual([]);
    await gaveWay(claimOf(2, 1));
    await workspaces.onApplicationShutdown();
    expect(await readdir(work)).toEqual([]);
  });
});
