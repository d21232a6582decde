// The package that users of the TypeScript library install: packed, unpacked elsewhere, compiled against and run.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const TSC = resolve('tools/node_modules/.bin/tsc');
const PROGRAM = `
import { CallAnalysis, type CompletedAnalysis } from '@call-analysis/client';
import { CallAnalysis as InBrowser } from '@call-analysis/client/browser';
const scoreOf = (analysis: CompletedAnalysis): number | null => analysis.results.compliance.score;
console.log(typeof scoreOf, typeof new CallAnalysis({ apiKey: 'sk_test_1' }).analyses.create, typeof InBrowser);
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-analysis-package-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('holds all that a program in strict TypeScript needs', async () => {
  const { stdout: packed } = await run('npm', [
    'pack',
    './clients/typescript',
    '--silent',
    '--pack-destination',
    folder,
  ]);
  const installed = join(folder, 'node_modules/@call-analysis/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, packed.trim().split('\n').at(-1) ?? ''), '-C', installed, '--strip', '1']);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
  await run(TSC, ['--strict', '--module', 'nodenext', '--target', 'es2022', ...types, 'program.ts'], { cwd: folder });
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder });
  expect(stdout).toBe('function function function\n');
});
