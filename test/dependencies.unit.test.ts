// What package.json and package-lock.json say of Node: `npm ci` prints a warning for each package that asks for another one.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

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
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const folder = mkdtempSync(join(tmpdir(), 'call-analysis-install-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Where this finds js-redis-server or lua-redis-wasm after an update: take their `engines` out of the lock file. The tests of
// the embedded Redis run them on the floor (docs/decisions/0009-node-floor.md).
it('every dependency takes every Node that package.json takes', () => {
  const refusing = Object.entries(lock.packages)
    .filter(([, { engines: asked }]) => asked?.node !== undefined && !semver.subset(engines.node, asked.node))
    .map(([path, { version, engines: asked }]) => `${path} ${version}: ${asked?.node}`);
  expect(refusing).toEqual([]);
});

it('no dependency is deprecated', () => {
  expect(Object.entries(lock.packages).filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
});

it('an installation prints no warning', async () => {
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(folder, file));
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
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  expect(stderr).not.toContain('npm warn');
}, 300_000);
