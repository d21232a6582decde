import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { loadConfig } from '../src/platform/config/config.js';
import { startService } from '../src/service.js';
import { serviceEnvironment } from './support/running-service.js';

const loaded = vi.hoisted((): string[] => []);
vi.mock('../src/embedded/embedded.js', () => ({ loaded: loaded.push('embedded') }));
vi.mock('../src/embedded/postgres.js', () => ({ loaded: loaded.push('postgres') }));
vi.mock('../src/embedded/redis.js', () => ({ loaded: loaded.push('redis') }));
vi.mock('../src/embedded/debian-packages.js', () => ({ loaded: loaded.push('debian-packages') }));
vi.mock('../src/embedded/supervised-process.js', () => ({ loaded: loaded.push('supervised-process') }));

it('does not load the embedded servers where the database and the queue are configured', async () => {
  const { env, dispose } = await serviceEnvironment({ PROCESS: 'api' });
  const logger = pino({ level: 'silent' });
  const service = await startService({ announce: () => undefined, config: loadConfig(env), logger });
  expect(await service.stop()).toEqual([]);
  await dispose();
  expect(loaded).toEqual([]);
});
