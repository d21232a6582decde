import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { DiskCheck } from '../../../src/platform/operations/disk-check.js';
import { DiskSpace } from '../../../src/platform/operations/disk-space.js';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import { ReadinessChecks } from '../../../src/platform/operations/readiness-checks.js';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'disk-space-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const diskOf = (folder: string) => new DiskSpace(loadConfig({ DATA_DIR: folder, JWT_SECRET: 'x'.repeat(32) }));

/** A disk, and what operators are told of it. */
function watched() {
  const disk = diskOf(dataDir);
  const readiness = new ReadinessChecks();
  const metrics = new Metrics();
  new DiskCheck(disk, readiness, metrics).onModuleInit();
  return { disk, readiness, metrics };
}

const GIB = 1024 ** 3;

it.each([
  ['a small disk that is half empty', 20, 10, 'ok'],
  ['a small disk with 9 % left', 20, 1.8, 'low'],
  ['a small disk with 1 % left', 20, 0.2, 'nearly-full'],
  ['a large disk with 3 % left', 1000, 30, 'ok'],
  ['a large disk with 4 GiB left', 1000, 4, 'low'],
  ['a large disk with 0.9 GiB left', 1000, 0.9, 'nearly-full'],
])('%s', async (_, size, free, level) => {
  const { disk, readiness } = watched();
  vi.spyOn(disk, 'read').mockResolvedValue({ sizeBytes: size * GIB, freeBytes: free * GIB });
  expect(await disk.level()).toBe(level);
  const { ready, checks } = await readiness.run();
  expect(checks.disk).toBeInStatus(level === 'ok' ? 'ok' : 'degraded');
  expect(ready, 'the process is ready').toEqual(true);
});

it('tells the size and the free room of the disk of DATA_DIR', async () => {
  const { disk, metrics } = watched();
  const { freeBytes, sizeBytes } = await disk.read();
  expect(freeBytes).toBeGreaterThan(0);
  expect(sizeBytes).toBeGreaterThan(freeBytes);
  const text = await metrics.registry.metrics();
  expect(text).toContain(`\ndata_dir_size_bytes ${sizeBytes}\n`);
  expect(text).toMatch(/\ndata_dir_free_bytes \d+\n/);
});

it('tells nothing of a disk that cannot be read', async () => {
  const { disk, readiness, metrics } = watched();
  vi.spyOn(disk, 'read').mockRejectedValue(new Error('ESTALE'));
  expect((await readiness.run()).checks.disk).toBeInStatus('degraded');
  expect(await metrics.registry.metrics()).not.toMatch(/^data_dir_/m);
});
