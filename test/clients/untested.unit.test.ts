import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { untestedLanguages } from '../../clients/conformance/untested.js';

let folder: string;
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A machine with these programs alone. Each does nothing, and does it well. */
async function machineWith(...programs: readonly string[]): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'call-analysis-programs-'));
  for (const program of programs) await symlink('/usr/bin/true', join(folder, program));
  vi.stubEnv('PATH', folder);
}

describe('what a machine lacks for the tests of the libraries', () => {
  it('is told with what installs it', async () => {
    await machineWith('node', 'java', 'ls', 'python3', 'mypy');
    expect(await untestedLanguages()).toEqual([
      'Go was NOT TESTED: "go version" fails here. To install: apt-get install golang-go',
      'Java was NOT TESTED: "javac --version" fails here. To install: apt-get install default-jdk-headless',
      'TLS was NOT TESTED: "openssl version" fails here. To install: apt-get install openssl',
    ]);
  });

  it('is told where only a check is left out', async () => {
    await machineWith('node', 'java', 'javac', 'ls', 'go', 'openssl', 'python3');
    expect(await untestedLanguages()).toEqual([
      'Python was tested in part: no mypy here. To install: apt-get install mypy',
    ]);
  });

  it('is nothing where all is there', async () => {
    await machineWith('node', 'java', 'javac', 'ls', 'go', 'openssl', 'python3', 'mypy');
    expect(await untestedLanguages()).toEqual([]);
  });
});
