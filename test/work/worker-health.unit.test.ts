import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import type { DiskLevel } from '../../src/platform/operations/disk-space.js';
import { Metrics } from '../../src/platform/operations/metrics/metrics.js';
import { ReadinessChecks } from '../../src/platform/operations/readiness-checks.js';
import type { WorkerFault } from '../../src/ports/provider-error.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { WorkerHealth } from '../../src/work/worker-health.js';
import { eventually } from '../support/processes/eventually.js';

let dataDir: string;
let health: WorkerHealth;
let readiness: ReadinessChecks;
let level: DiskLevel;
/** What a probe of each part says. */
let broken: Set<string>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'health-'));
  broken = new Set();
  level = 'ok';
  readiness = new ReadinessChecks();
  const probe = (part: string) => async () => {
    if (broken.has(part)) throw new Error(`${part} is broken`);
  };
  health = new WorkerHealth(
    loadConfig({ JWT_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, PROCESS: 'worker' }),
    { check: probe('storage') } as never,
    { describe: probe('decoder') } as never,
    { check: probe('speech_engine') } as never,
    readiness,
    new Metrics(),
    { level: async () => level } as never,
  );
  health.onModuleInit();
});
afterEach(async () => {
  vi.useRealTimers();
  health.onApplicationShutdown();
  await rm(dataDir, { recursive: true, force: true });
});

const systemError = (code: string) => Object.assign(new Error(code), { code });
const faulty = (workerFault: WorkerFault) => new ProviderError('No', { retryable: true, workerFault });
const lanes = async () => [await health.isFitFor('all'), await health.isFitFor('storage')];

describe('the health of a worker', () => {
  it('is good at first, and the probe leaves nothing', async () => {
    expect(await lanes()).toEqual([true, true]);
    expect(await readdir(join(dataDir, 'work'))).toEqual([]);
    expect((await readiness.run()).ready, 'the worker is ready').toBe(true);
  });

  it('has no file in the work folder during its probe, so that a worker killed in the middle leaves none', async () => {
    const anyFile = await open(join(dataDir, 'any'), 'w');
    const everyFile: FileHandle = Object.getPrototypeOf(anyFile);
    const sync = vi.spyOn(everyFile, 'sync');
    await anyFile.close();
    const during: string[] = [];
    sync.mockImplementation(async () => {
      during.push(...(await readdir(join(dataDir, 'work'))));
    });
    expect(await health.isFitFor('all'), 'the probe succeeds').toBe(true);
    expect(sync).toHaveBeenCalledOnce();
    expect(during).toEqual([]);
    sync.mockRestore();
  });

  it.each(['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EMFILE'])('ends with %s from the system [fault 27]', async (code) => {
    expect(await health.faultBehind(new Error('Wrapped', { cause: systemError(code) }))).toBe('work_folder');
    expect(await lanes()).toEqual([false, true]);
    expect(await readiness.run()).toMatchObject({ ready: false, checks: { worker: { status: 'failing' } } });
  });

  it('ends where the work folder cannot be written, whatever the run failed with', async () => {
    await writeFile(join(dataDir, 'work'), 'no folder');
    expect(await health.faultBehind(new ProviderError('No audio', { retryable: false }))).toBe('work_folder');
  });

  it('is not in doubt where the folder is sound: the failure is that of the call', async () => {
    expect(await health.faultBehind(new TypeError('x is not a function'))).toBeNull();
    expect(await health.faultBehind(new ProviderError('Stalled', { retryable: true }))).toBeNull();
    expect(await lanes()).toEqual([true, true]);
  });

  it('ends at the start where the folder cannot be written: no call is taken to find out', async () => {
    await writeFile(join(dataDir, 'work'), 'no folder');
    expect(await lanes()).toEqual([false, true]);
  });

  it.each<[WorkerFault, boolean[]]>([
    ['decoder', [false, true]],
    ['speech_engine', [false, true]],
    ['storage', [false, false]],
  ])('ends when %s is away, and comes back with it', async (fault, fitFor) => {
    await health.isFitFor('all');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    broken.add(fault);
    expect(await health.faultBehind(faulty(fault))).toBe(fault);
    expect(await lanes()).toEqual(fitFor);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await lanes()).toEqual(fitFor);
    broken.delete(fault);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await lanes()).toEqual([true, true]);
  });

  it('ends when the disk is nearly full, before a call fails for it, and comes back when there is room [fault 27]', async () => {
    level = 'low';
    expect(await lanes()).toEqual([true, true]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    level = 'nearly-full';
    // Recordings are on the same disk here.
    expect(await lanes()).toEqual([false, false]);
    expect(await readiness.run()).toMatchObject({
      ready: false,
      checks: { worker: { status: 'failing', note: 'The disk of DATA_DIR is nearly full.' } },
    });
    level = 'low';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await lanes()).toEqual([true, true]);
  });

  it('stays good where one object cannot be read and the storage can be used', async () => {
    expect(await health.faultBehind(faulty('storage'))).toBeNull();
    expect(await lanes()).toEqual([true, true]);
  });

  it('comes back when the folder can be written again', async () => {
    await writeFile(join(dataDir, 'work'), 'no folder');
    expect(await lanes()).toEqual([false, true]);
    await rm(join(dataDir, 'work'));
    await mkdir(join(dataDir, 'work'));
    await eventually(async () => expect(await lanes()).toEqual([true, true]));
  });
});
