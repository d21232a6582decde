import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { startPlatformApp } from '../../../support/apps/platform-app.js';
import { lint } from '../../../support/processes/redocly.js';

it('the OpenAPI document of a service with few routes passes a strict linter', async () => {
  const service = await startPlatformApp(await freshRedis());
  const directory = await mkdtemp(join(tmpdir(), 'openapi-'));
  const path = join(directory, 'openapi.json');
  await writeFile(path, JSON.stringify(service.document));
  await service.close();
  expect(await lint(path)).toEqual([]);
  await rm(directory, { recursive: true });
});
