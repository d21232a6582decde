// What package.json and package-lock.json say of Node: `npm ci` prints a warning for each package that asks for another one.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

interface Package {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly deprecated?: string;
}
interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

// The package has no types.
const semver = createRequire(import.meta.url)('semver') as { subset(range: string, of: string): boolean };
const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const folder = mkdtempSync(join(tmpdir(), 'call-analysis-install-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['.', 'tools'])('the packages of %s', (home) => {
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as Lock;

  // Where this finds js-redis-server or lua-redis-wasm after an update: take their `engines` out of the lock file. The tests of
  // the embedded Redis run them on the floor (docs/decisions/0009-node-floor.md).
  it('take every Node that package.json takes', () => {
    const refusing = Object.entries(lock.packages)
      .filter(([, { engines: asked }]) => asked?.node !== undefined && !semver.subset(engines.node, asked.node))
      .map(([path, { version, engines: asked }]) => `${path} ${version}: ${asked?.node}`);
    expect(refusing).toEqual([]);
  });

  it('are not deprecated', () => {
    expect(Object.entries(lock.packages).filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
  });

  it('are installed without a warning', async () => {
    const installed = join(folder, home);
    mkdirSync(installed, { recursive: true });
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(home, file))) copyFileSync(join(home, file), join(installed, file));
    // The configuration of the machine's user can earn warnings of its own.
    const options = [
      '--dry-run',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--userconfig=/dev/null',
    ];
    const { stderr } = await promisify(execFile)('npm', ['ci', ...options], {
      cwd: installed,
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect(stderr).not.toContain('npm warn');
  }, 300_000);
});
