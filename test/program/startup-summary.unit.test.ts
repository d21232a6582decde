import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { startupSummary } from '../../src/program/startup-summary.js';

const config = loadConfig({ PROCESS: 'api', JWT_SECRET: 'a secret of more than thirty-two bytes' });

it('describes the embedded servers, and calls the others external', async () => {
  const lines = await startupSummary(config, null, { queue: 'JavaScript Redis in process' });
  const text = stripVTControlCharacters(lines.join('\n'));
  expect(text).toMatch(/^ {2}Database +external PostgreSQL$/m);
  expect(text).toMatch(/^ {2}Queue +JavaScript Redis in process$/m);
});

it('shows the warnings of the configuration, and ends when all of it is printed', async () => {
  const warned = { ...config, warnings: ['WORKERS_CONCURRENCY is not a setting; did you mean WORKER_CONCURRENCY?'] };
  const lines = (await startupSummary(warned, null, {})).map(stripVTControlCharacters);
  expect(lines.slice(-2)).toEqual([`  Warning  ${warned.warnings[0]}`, 'Ready.']);
});
