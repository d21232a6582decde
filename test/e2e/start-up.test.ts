// What the program says where it cannot start, and with which code it ends. [whole]
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceEnvironment } from '../support/apps/running-service.js';
import { builtFile } from '../support/processes/build.js';
import { noSmallDisk, smallDisk } from '../support/processes/small-disk.js';
import { selfSigned } from '../support/stubs/self-signed.js';

const run = promisify(execFile);

describe('a process with a faulty configuration', () => {
  it('names every fault in one message and ends with code 1', async () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: 'eighty' };
    const ended = run(process.execPath, [builtFile('program/main.js')], { env });
    await expect(ended).rejects.toMatchObject({ code: 1 });
    const { stderr } = await ended.catch((error: { stderr: string }) => error);
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])
      expect(stderr).toContain(`- ${name}: `);
    expect(stderr).toContain('TRANSCRIPTION_ENGINE=pocketsphinx');
    expect(stderr).not.toContain('    at ');
  });
});

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

describe('a process that cannot start', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'start-up-'));
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Starts the built program, as another user where one is given. */
  const ended = (env: Readonly<Record<string, string>>, uid?: number): Promise<Ended> =>
    run(process.execPath, [builtFile('program/main.js')], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
      cwd: folder,
      ...(uid === undefined ? {} : { uid }),
    }).then(
      () => ({ code: 0, stderr: '' }),
      (error: Ended) => ({ code: error.code, stderr: error.stderr }),
    );
  const sentenceOf = (fault: string) => ({
    code: 1,
    stderr: `The service could not start.\nThe configuration has a fault:\n  - ${fault}\n`,
  });

  it('says that a file stands in the place of DATA_DIR', async () => {
    const dataDir = join(folder, 'file');
    await writeFile(dataDir, '');
    const fault = `DATA_DIR: a file stands at ${dataDir}, or at a folder above it; name a folder`;
    expect(await ended({ DATA_DIR: dataDir })).toEqual(sentenceOf(fault));
    expect(await ended({ DATA_DIR: dataDir, JWT_SECRET: 'x'.repeat(32) })).toEqual(sentenceOf(fault));
  });

  it('says that its user may not write DATA_DIR, or read a file that is named', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can start a process as another user');
    const fault = `DATA_DIR: ${folder} cannot be written by the user of this process (uid 65534); give the folder to that user, or name another one`;
    expect(await ended({}, 65_534)).toEqual(sentenceOf(fault));
    const { cert, key } = selfSigned();
    const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
    await writeFile(files.TLS_CERT_FILE, cert);
    await writeFile(files.TLS_KEY_FILE, key, { mode: 0o600 });
    const unread = `TLS_KEY_FILE: ${files.TLS_KEY_FILE} cannot be read by the user of this process; give that user the right to read it`;
    expect(await ended(files, 65_534)).toEqual(sentenceOf(unread));
  });

  it('says that the disk of DATA_DIR is full, or read-only [fault 27]', async ({ skip }) => {
    if (noSmallDisk !== null) skip(noSmallDisk);
    const { folder: dataDir, leave, makeReadOnly, unmount } = smallDisk(1);
    try {
      await leave(0);
      const full = `DATA_DIR: the disk of ${dataDir} is full; make room, or name a folder on another disk`;
      expect(await ended({ DATA_DIR: dataDir })).toEqual(sentenceOf(full));
      // The embedded servers need room, though the secret does not.
      expect(await ended({ DATA_DIR: dataDir, JWT_SECRET: 'x'.repeat(32) })).toEqual(sentenceOf(full));
      makeReadOnly();
      const readOnly = `DATA_DIR: ${dataDir} lies on a read-only file system; mount a writable volume there, or name another folder`;
      expect(await ended({ DATA_DIR: dataDir })).toEqual(sentenceOf(readOnly));
    } finally {
      unmount();
    }
  });
});

describe('a process whose port is taken', () => {
  it.each(['PORT', 'METRICS_PORT'])('says so of %s, with the remedy', async (setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { env, dispose } = await serviceEnvironment({ PROCESS: 'api' });
    try {
      const ended = run(process.execPath, [builtFile('program/main.js')], {
        env: { PATH: process.env.PATH, ...env, LOG_LEVEL: 'info', [setting]: String(port) },
      });
      await expect(ended).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr:
          'The service could not start.\n' +
          `${setting}: another program listens on port ${port} of 127.0.0.1; stop that program, or set ${setting} to a free port\n`,
      });
    } finally {
      other.close();
      await dispose();
    }
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
    const ended = run(process.execPath, [builtFile('program/main.js')], { env });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PostgreSQL database cannot be opened: .* 127\.0\.0\.1:1, .* 127\.0\.0\.2:1\n/),
    });
    await rm(dataDir, { recursive: true });
  });
});
