// The built command, as `npm run models:install` starts it. The files that it pins cannot be had in tests.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHERPA_PRESETS } from '../../src/adapters/sherpa/sherpa-presets.js';
import { builtFile } from '../support/build.js';
import { type ReleaseServer, serveRelease } from '../support/model-release.js';

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
  promisify(execFile)(process.execPath, [builtFile('src/commands/models-install.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH },
  });

it.each([
  ['without a preset', []],
  ['with a preset that it does not know', ['huge']],
])('models:install %s names the presets, what they hold and their licences', async (_what, args) => {
  await expect(run(...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/small-en.+Parakeet 110M.+CC BY 4\.0.+pyannote.+MIT.+TitaNet.+best/s),
  });
});

it('models:install --help says the same', async () => {
  expect((await run('--help')).stdout).toMatch(/^Usage: npm run models:install.+small-en.+best/s);
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
    stderr: '--from takes an http or https URL.\n',
  });
});
