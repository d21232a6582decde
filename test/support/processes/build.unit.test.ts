import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtFile } from './build.js';

describe('the build that process tests start', () => {
  const repository = process.cwd();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'call-analysis-build-'));
    process.chdir(folder);
    mkdirSync('src/pipeline', { recursive: true });
    mkdirSync('clients/typescript/src/http', { recursive: true });
    mkdirSync('web');
    mkdirSync('dist');
    writeFileSync('src/pipeline/step.ts', '');
    writeFileSync('clients/typescript/src/http/sender.ts', '');
  });
  afterEach(() => {
    process.chdir(repository);
    rmSync(folder, { recursive: true });
  });

  const builtAt = (seconds: number) => {
    writeFileSync('dist/.built', '');
    utimesSync('dist/.built', seconds, seconds);
  };

  const makeOld = () => {
    for (const top of ['src', 'web', 'clients/typescript/src'])
      for (const path of ['', ...readdirSync(top, { recursive: true, encoding: 'utf8' })])
        utimesSync(join(top, path), 1, 1);
  };

  it('is refused where there is none', () => {
    expect(() => builtFile('program/main.js')).toThrow('there is no build: run npm run build');
  });

  it('is refused where a source file is newer, by the name of that file', () => {
    builtAt(1_000);
    makeOld();
    utimesSync('src/pipeline/step.ts', 2_000, 2_000);
    expect(() => builtFile('program/main.js')).toThrow('src/pipeline/step.ts has changed since: run npm run build');
  });

  it('is refused where a file of the client library is newer, which the commands use', () => {
    builtAt(Date.now() / 1_000 + 60);
    utimesSync('clients/typescript/src/http/sender.ts', Date.now() / 1_000 + 90, Date.now() / 1_000 + 90);
    expect(() => builtFile('program/main.js')).toThrow('clients/typescript/src/http/sender.ts has changed since');
  });

  it('is refused where a source file was deleted', () => {
    builtAt(1_000);
    makeOld();
    rmSync('src/pipeline/step.ts');
    expect(() => builtFile('program/main.js')).toThrow('src/pipeline has changed since: run npm run build');
  });

  it('is taken where it is newer than every source file', () => {
    builtAt(Date.now() / 1_000 + 60);
    expect(builtFile('program/main.js')).toBe(resolve('dist/program/main.js'));
  });
});
