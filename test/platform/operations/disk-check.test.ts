// A worker on a small disk that fills up, from the outside.
import { expect, it } from 'vitest';
import { startTestService, until } from '../../support/apps/running-service.js';
import { noSmallDisk, smallDisk } from '../../support/processes/small-disk.js';

it('a worker whose disk is nearly full says so and takes no calls, until there is room [fault 27]', async ({
  skip,
}) => {
  if (noSmallDisk !== null) skip(noSmallDisk);
  const disk = smallDisk(64);
  const service = await startTestService({
    PROCESS: 'worker',
    DATA_DIR: disk.folder,
    JWT_SECRET: 'a secret of the tests, long enough',
    TRANSCRIPTION_ENGINE: 'pocketsphinx',
    ANALYSIS_ENGINE: 'rules',
  });
  const health = async () => {
    const answer = await fetch(`${service.rootUrl}/health/ready`);
    const { checks } = JSON.parse(await answer.text());
    return { status: answer.status, disk: checks.disk.status, worker: checks.worker.status };
  };
  const metrics = async () => (await fetch(`${service.rootUrl}/metrics`)).text();
  try {
    expect(await health()).toEqual({ status: 200, disk: 'ok', worker: 'ok' });
    expect(await metrics()).toContain(`\ndata_dir_size_bytes ${64 * 1024 * 1024}\n`);
    await disk.leave(0.08);
    // The service answers from a look that may be a second old.
    await expect.poll(health).toEqual({ status: 200, disk: 'degraded', worker: 'ok' });
    await disk.leave(0.01);
    await expect.poll(health).toEqual({ status: 503, disk: 'degraded', worker: 'failing' });
    expect(await metrics()).toContain('worker_sick{cause="disk_space"} 1');
    await disk.empty();
    await until(async () => (await health()).status === 200, 'the worker to be well again');
    expect(await metrics()).toContain('worker_sick{cause="disk_space"} 0');
  } finally {
    await service.stop();
    disk.unmount();
  }
});
