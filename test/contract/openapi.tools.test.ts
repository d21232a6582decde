// The committed OpenAPI document before the programs of others.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asOpenApi30 } from '../../src/platform/http/openapi/openapi-3-0.js';
import { lint } from '../support/processes/redocly.js';

describe('the committed OpenAPI document', () => {
  it('passes the linter in its strict form', async () => {
    expect(await lint('openapi.json')).toEqual([]);
  });

  it('has a 3.0 twin that passes the linter too, with each of its examples [settled 42]', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'openapi-'));
    const path = join(directory, 'openapi-3.0.json');
    await writeFile(path, JSON.stringify(asOpenApi30(JSON.parse(await readFile('openapi.json', 'utf8')))));
    expect(await lint(path)).toEqual([]);
    await rm(directory, { recursive: true });
  });
});
