// A worker that cannot write its work folder, beside a healthy one: it takes no call down with it, says so, and comes back.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';

const CALLS = 16;
const NOTE = 'The work folder cannot be written: it is full, read-only or missing.';

describe('a worker whose work folder cannot be written', () => {
  let fleet: Fleet;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sick-'));
    fleet = await startFleet({ WORKER_CONCURRENCY: '4', PROVIDER_CONCURRENCY: '4', ANALYSIS_ENGINE: 'rules' });
    await fleet.start('api');
    await fleet.open();
    await symlink(join(fleet.dataDir, 'objects'), join(folder, 'objects'));
  });
  afterAll(async () => {
    await fleet?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const breakFolder = async () => {
    await rm(join(folder, 'work'), { recursive: true, force: true });
    await writeFile(join(folder, 'work'), 'A file stands where the folder was');
  };
  const health = async ({ rootUrl }: { rootUrl: string }) => {
    const answer = await fetch(`${rootUrl}/health/ready`);
    return { status: answer.status, worker: JSON.parse(await answer.text()).checks.worker };
  };
  const untilReady = (worker: { rootUrl: string }, status: number) =>
    until(async () => (await health(worker)).status === status, `the worker to answer ${status}`);
  const rows = async () => {
    const found = await fleet.db.query<{ status: string; failures: number; failing: boolean }>(
      'SELECT status, provider_failures AS failures, failing_since IS NOT NULL AS failing FROM analysis',
    );
    return found.rows;
  };

  it('takes none of 16 calls down beside a healthy one, burns no attempt, and comes back [fault 27]', async () => {
    const sick = await fleet.start('worker', { DATA_DIR: folder, PROVIDER_ATTEMPTS: '1' });
    await untilReady(sick, 200);
    // Its probes write to the folder.
    sick.freeze();
    await breakFolder();
    sick.thaw();
    const ids: string[] = [];
    for (let count = 0; count < CALLS; count += 1) ids.push(await fleet.submit({ webhook: false }));
    // It finds out with the first calls that it takes, and hands them back. Any check that takes two seconds fails, too.
    await until(async () => {
      const { status, worker } = await health(sick);
      return status === 503 && worker.status === 'failing' && worker.note === NOTE;
    }, `the worker to answer 503 with the note “${NOTE}”`);
    expect(await (await fetch(`${sick.rootUrl}/metrics`)).text()).toContain('worker_sick{cause="work_folder"} 1');
    expect(
      (await rows()).filter(({ status, failures, failing }) => status !== 'processing' || failures > 0 || failing),
    ).toEqual([]);

    await fleet.start('worker', { PROVIDER_ATTEMPTS: '1' });
    for (const id of ids) expect(await fleet.finished(id)).toBeInStatus('completed');
    await expect(await health(sick)).toAnswer(503);

    await rm(join(folder, 'work'));
    await untilReady(sick, 200);
    expect(await (await fetch(`${sick.rootUrl}/metrics`)).text()).toContain('worker_sick{cause="work_folder"} 0');
    await fleet.expectInvariants();
  });
});
