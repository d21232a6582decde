// The demo is told to stop by a signal while its own end is near: whoever stops second must not go on to end the process.
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { startService } from '../../src/service.js';
import { serviceEnvironment } from '../support/running-service.js';

it('a service that is being stopped tells nobody that it has stopped before it has', async () => {
  const { env, dispose } = await serviceEnvironment({ PROCESS: 'api' });
  const logger = pino({ level: 'silent' });
  const service = await startService({ announce: () => undefined, config: loadConfig(env), logger });
  let hasStopped = false;
  const stopping = service.stop().then(() => {
    hasStopped = true;
  });
  await service.stop();
  expect(hasStopped).toBe(true);
  await stopping;
  await dispose();
});
