import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debianLibraryPath, fetchDebianPackages, findDebianProgram } from '../../src/embedded/debian-packages.js';
import {
  isRoot,
  makeCheckout,
  makeFolder,
  nobodyId,
  removeFolders,
  runInProcess,
} from '../support/processes/checkout.js';

const run = promisify(execFile);
const folders: string[] = [];
const hasApt = await access('/usr/bin/apt-get').then(
  () => true,
  () => false,
);

afterAll(() => removeFolders(folders));

async function newFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

/** Makes a small repository with dpkg-deb. @returns settings with which apt sees only that repository */
async function makeRepository(): Promise<string[]> {
  const repository = await newFolder();
  const index: string[] = [];
  const packages = [
    { name: 'demo-tool', files: { 'usr/bin/demo': '#!/bin/sh\necho works\n' }, depends: 'demo-library' },
    { name: 'demo-library', files: { 'usr/lib/demo-abi/deep/libdemo.so.1': 'library' }, depends: 'libc6' },
    { name: 'demo-extra', files: { 'usr/share/demo/extra': 'recommended only' }, depends: 'libc6' },
  ];
  for (const { name, files, depends } of packages) {
    const source = join(repository, name);
    const recommends = name === 'demo-tool' ? 'Recommends: demo-extra\n' : '';
    const control = `Package: ${name}\nVersion: 2:1.0~x-1\nArchitecture: all\nMaintainer: Nobody <nobody@example.com>\nDepends: ${depends}\n${recommends}Description: demo\n`;
    for (const [path, text] of Object.entries({ ...files, 'DEBIAN/control': control })) {
      await mkdir(join(source, path, '..'), { recursive: true });
      await writeFile(join(source, path), text);
      if (path.startsWith('usr/bin/')) await chmod(join(source, path), 0o755);
    }
    const archive = join(repository, `${name}_1.0~x-1_all.deb`);
    await run('dpkg-deb', ['--root-owner-group', '--build', source, archive]);
    const bytes = await readFile(archive);
    const hash = createHash('sha256').update(bytes).digest('hex');
    index.push(`${control}Filename: ./${name}_1.0~x-1_all.deb\nSize: ${bytes.length}\nSHA256: ${hash}\n`);
  }
  await writeFile(join(repository, 'Packages'), index.join('\n'));
  await writeFile(join(repository, 'sources.list'), `deb [trusted=yes] file:${repository} ./\n`);
  await mkdir(join(repository, 'lists', 'partial'), { recursive: true });
  return [
    `Dir::Etc::sourcelist=${join(repository, 'sources.list')}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::Lists=${join(repository, 'lists')}`,
  ];
}

const log = (): void => undefined;

/** @returns the content of the `debian` folder of a cache: it must hold finished results only */
async function leftBehind(cacheDir: string): Promise<string[]> {
  return readdir(join(cacheDir, 'debian')).catch(() => []);
}

if (hasApt) {
  describe("fetching Debian's packages", () => {
    let aptSettings: string[];

    beforeAll(async () => {
      aptSettings = await makeRepository();
    });

    it('unpacks a package and its dependencies, from empty package lists, and nothing more', async () => {
      const cacheDir = await newFolder();
      const root = await fetchDebianPackages({ packages: ['demo-tool'], cacheDir, log, aptSettings });
      const program = await findDebianProgram(root, 'demo');
      expect((await run(program ?? '', [])).stdout).toBe('works\n');
      expect(await findDebianProgram(root, 'absent')).toBeUndefined();
      expect(await debianLibraryPath(root)).toBe(join(root, 'usr/lib/demo-abi/deep'));
      await expect(stat(join(root, 'usr/share/demo/extra'))).rejects.toThrow('ENOENT');
      expect(await leftBehind(cacheDir)).toEqual(['demo-tool']);
    });

    it('fetches once when several calls ask at the same time', async () => {
      const cacheDir = await newFolder();
      const messages: string[] = [];
      const ask = (): Promise<string> =>
        fetchDebianPackages({ packages: ['demo-tool'], cacheDir, log: (text) => messages.push(text), aptSettings });
      const roots = await Promise.all([ask(), ask(), ask()]);
      roots.push(await ask());
      expect([...new Set(roots)], 'folders').toHaveLength(1);
      expect(messages, 'The packages are fetched again').toHaveLength(1);
      expect(messages[0]).toContain('demo-library, demo-tool');
    });

    it('works for a user without any rights', async () => {
      const checkout = await makeCheckout();
      const cacheDir = await newFolder();
      folders.push(checkout);
      if (isRoot) await chown(cacheDir, nobodyId, nobodyId);
      const call = JSON.stringify({ packages: ['demo-tool'], cacheDir, aptSettings });
      const other = await runInProcess(
        checkout,
        'debian-packages',
        `module.fetchDebianPackages({ ...${call}, log })`,
        isRoot ? { userId: nobodyId } : {},
      );
      expect(other.answer).toEqual({ text: join(cacheDir, 'debian', 'demo-tool') });
      expect((await stat(String(other.answer.text))).uid).toBe(isRoot ? nobodyId : process.getuid?.());
      await other.leave();
    });

    it('names the reason and leaves nothing behind when a package does not exist', async () => {
      const cacheDir = await newFolder();
      const attempt = fetchDebianPackages({ packages: ['demo-absent'], cacheDir, log, aptSettings });
      await expect(attempt).rejects.toThrow('Unable to locate package demo-absent');
      expect(await leftBehind(cacheDir)).toEqual([]);
    });

    it('ends with all its helper processes and leaves nothing behind when its signal aborts', async () => {
      const cacheDir = await newFolder();
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = silent.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const sources = join(cacheDir, 'sources.list');
      await writeFile(sources, `deb [trusted=yes] http://127.0.0.1:${port} ./\n`);
      const controller = new AbortController();
      const connection = once(silent, 'connection');
      const attempt = fetchDebianPackages({
        packages: ['demo-tool'],
        cacheDir,
        log,
        signal: controller.signal,
        aptSettings: [
          `Dir::Etc::sourcelist=${sources}`,
          'Dir::Etc::sourceparts=/dev/null',
          'Acquire::http::Proxy=DIRECT',
        ],
      });
      const rejection = expect(attempt).rejects.toThrow('apt-get took too long');
      const [socket] = await connection;
      const disconnected = once(
        socket.resume().on('error', () => undefined),
        'close',
      );
      controller.abort();
      await rejection;
      await disconnected;
      silent.close();
      expect(await leftBehind(cacheDir)).toEqual([]);
    });
  });
}

describe('a system without apt', () => {
  it('gets an error that says so', async () => {
    const checkout = await makeCheckout();
    const cacheDir = await newFolder();
    folders.push(checkout);
    const attempt = await runInProcess(
      checkout,
      'debian-packages',
      `module.fetchDebianPackages({ packages: ['demo-tool'], cacheDir: ${JSON.stringify(cacheDir)}, log })`,
      { env: { PATH: '/nowhere' } },
    );
    expect(attempt.answer.error).toBe('this system has no apt-get');
    await attempt.leave();
  });
});
