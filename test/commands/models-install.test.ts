// The built program, as an operator starts it. The files that it pins cannot be had in tests.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHERPA_PRESETS } from '../../src/adapters/sherpa/sherpa-presets.js';
import { builtFile } from '../support/processes/build.js';
import { type ReleaseServer, serveRelease } from '../support/stubs/model-release.js';

const [SMALL] = SHERPA_PRESETS;

let folder: string;
let mirror: ReleaseServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-install-command-'));
  mirror = await serveRelease({ [SMALL!.parts[0].file]: Buffer.from('another file of that name') });
});
afterAll(async () => {
  await mirror.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [builtFile('program/call-analysis.js'), 'models:install', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH },
  });

it.each([
  ['without a preset', [], 'Name a preset.'],
  ['with a preset that it does not know', ['huge'], 'There is no preset huge.'],
])(
  'models:install %s says so, and names the presets, what they hold and their licences',
  async (_what, args, first) => {
    await expect(run(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/small-en.+Parakeet 110M.+CC BY 4\.0.+pyannote.+MIT.+TitaNet.+best/s),
    });
    await expect(run(...args)).rejects.toMatchObject({ stderr: expect.stringContaining(`${first}\n`) });
  },
);

it('models:install --help says the same', async () => {
  expect((await run('--help')).stdout).toMatch(/^Usage: call-analysis models:install \[PRESET\].+small-en.+best/s);
});

it('models:install refuses a mirror that has another file, in one sentence and without leaving anything', async () => {
  const { file, bytes } = SMALL!.parts[0];
  await expect(run('small-en', '--from', mirror.url)).rejects.toMatchObject({
    code: 1,
    stderr: `${file} has 25 bytes on the server, and ${bytes} were pinned.\n`,
  });
  expect(mirror.requests).toEqual([`${file} whole`]);
  expect(await readdir(join(folder, '.data/models'))).toEqual([]);
});

it('models:install says that an address is none', async () => {
  await expect(run('small-en', '--from', 'mirror')).rejects.toMatchObject({
    code: 2,
    stderr: '--from takes an http or https URL.\n',
  });
});

it('models:install says how to install by hand where the files cannot be fetched', async () => {
  // No server listens on port 1.
  const failed = await run('small-en', '--from', 'http://127.0.0.1:1').catch((error: { stderr: string }) => error);
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr).toContain('http://127.0.0.1:1 cannot be reached');
  expect(failed.stderr).toContain(`save each in ${join(folder, '.data/models')} `);
  for (const { release, file, bytes, sha256 } of SMALL!.parts) {
    expect(failed.stderr).toContain(`  https://github.com/k2-fsa/sherpa-onnx/releases/download/${release}/${file}\n`);
    expect(failed.stderr).toContain(`    ${file}.part, ${bytes} bytes, SHA-256 ${sha256}\n`);
  }
});

it('models:install --preset takes a file of the operator, and names its faults', async () => {
  const { file, bytes, sha256, files, languages } = SMALL!.parts[0];
  const part = { kind: files.kind, address: `${mirror.url}/${file}`, bytes, sha256, languages };
  const preset = join(folder, 'preset.json');
  await writeFile(preset, JSON.stringify({ name: 'ours', parts: [part] }));
  await expect(run('--preset', preset)).rejects.toMatchObject({
    code: 1,
    stderr: `${file} has 25 bytes on the server, and ${bytes} were pinned.\n`,
  });
  await writeFile(preset, JSON.stringify({ name: 'best', parts: [part] }));
  await expect(run('--preset', preset)).rejects.toMatchObject({
    code: 1,
    stderr: `${preset}: name: is the name of a preset or model of the service\n`,
  });
  await expect(run('best', '--preset', preset)).rejects.toMatchObject({
    code: 2,
    stderr: 'Give a PRESET or --preset FILE, not both.\n',
  });
});
