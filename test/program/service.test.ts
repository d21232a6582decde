import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { startService } from '../../src/program/service.js';
import { serviceEnvironment } from '../support/apps/running-service.js';

const loaded = vi.hoisted((): string[] => []);
// The factory runs when a module imports the file for the first time.
vi.mock('../../src/embedded/embedded.js', () => ({ startEmbedded: () => {}, mark: loaded.push('embedded') }));

it('does not load the embedded servers where the database and the queue are configured', async () => {
  const { env, dispose } = await serviceEnvironment({ PROCESS: 'api' });
  const logger = pino({ level: 'silent' });
  const service = await startService({ announce: () => undefined, config: loadConfig(env), logger });
  expect(await service.stop()).toEqual([]);
  await dispose();
  expect(loaded).toEqual([]);
});
