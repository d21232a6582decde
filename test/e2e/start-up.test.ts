import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../support/build.js';

const run = promisify(execFile);

describe('a process with a faulty configuration', () => {
  it('names every fault in one message and ends with code 1', async () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: 'eighty' };
    const ended = run(process.execPath, [builtFile('src/main.js')], { env });
    await expect(ended).rejects.toMatchObject({ code: 1 });
    const { stderr } = await ended.catch((error: { stderr: string }) => error);
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'PUBLIC_URL'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('    at ');
  });
});

describe('a process whose database cannot be reached', () => {
  it('reports the error of each of its addresses', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'start-up-test-'));
    // The name resolves to two addresses, as `localhost` does on most machines.
    const twoAddresses = `import dns from 'node:dns';
      dns.lookup = (name, options, done) => done(null, [1, 2].map((n) => ({ address: '127.0.0.' + n, family: 4 })));`;
    const env = {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(twoAddresses)}`,
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://nobody@database.test:1/calls',
      REDIS_URL: 'redis://127.0.0.1:1',
    };
    const ended = run(process.execPath, [builtFile('src/main.js')], { env });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PostgreSQL database cannot be opened: .* 127\.0\.0\.1:1, .* 127\.0\.0\.2:1\n/),
    });
    await rm(dataDir, { recursive: true });
  });
});
