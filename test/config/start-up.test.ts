import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

describe('a process with a faulty configuration', () => {
  it('names every fault in one message and ends with code 1', async () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: 'eighty' };
    const ended = run(process.execPath, [resolve('dist/src/main.js')], { env });
    await expect(ended).rejects.toMatchObject({ code: 1 });
    const { stderr } = await ended.catch((error: { stderr: string }) => error);
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'PUBLIC_URL'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('    at ');
  });
});
