// Starts an API process and then a worker of the built service, and never ends. bound-process.test.ts ends the runner.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { freshDatabase, freshRedis } from '../../support/apps/backing.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess } from '../../support/processes/service-process.js';

it('waits beside a service', async () => {
  const stores = {
    NODE_ENV: 'test',
    ...(await freshDatabase()).settings,
    REDIS_URL: await freshRedis(),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'endless-')),
  };
  await startServiceProcess({ ...stores, PROCESS: 'api', PORT: String(await freePort()) });
  const worker = await startServiceProcess({ ...stores, PROCESS: 'worker', PORT: String(await freePort()) });
  await new Promise((ended) => worker.child.once('exit', ended));
});
