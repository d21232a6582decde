import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InstallSherpaOptions, installSherpaModel } from '../../../src/adapters/sherpa/sherpa-install.js';
import { findSherpaModel, readSherpaModel, verifySherpaModel } from '../../../src/adapters/sherpa/sherpa-model.js';
import { SHERPA_PRESETS } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { packModel, presetOf, type ReleaseServer, serveRelease, sha256 } from '../../support/model-release.js';

/** Stands in for weights: large enough to arrive in several pieces, and bzip2 cannot shrink it. */
const WEIGHTS = Buffer.concat(
  Array.from({ length: 10_000 }, (_, index) => Buffer.from(sha256(Buffer.from([index, index >> 8])), 'hex')),
);

let folder: string;
let archive: Buffer;
let modelsDir: string;
let server: ReleaseServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-install-'));
  archive = await packModel(folder, 'tiny-model', { 'model.onnx': WEIGHTS, 'tokens.txt': 'a 0\n' });
});
beforeEach(async () => {
  modelsDir = await mkdtemp(join(folder, 'models-'));
  server = await serveRelease(archive);
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

function install(changes: Partial<InstallSherpaOptions> = {}) {
  return installSherpaModel({
    preset: presetOf(archive),
    modelsDir,
    from: server.url,
    allowUnpinned: false,
    log: () => undefined,
    progress: () => undefined,
    ...changes,
  });
}

const partial = () => join(modelsDir, 'tiny-model.tar.bz2.part');

describe('installing a speech model', () => {
  it('downloads, checks and unpacks it, and leaves nothing else', async () => {
    const seen: [number, number | null][] = [];
    expect(await install({ progress: (...now) => seen.push(now) })).toBe('installed');
    expect(await readdir(modelsDir)).toEqual(['tiny']);
    expect(await readFile(join(modelsDir, 'tiny', 'model.onnx'))).toEqual(WEIGHTS);
    expect(seen.at(-1)).toEqual([archive.length, archive.length]);
    const model = await readSherpaModel(join(modelsDir, 'tiny'));
    expect(model?.manifest).toMatchObject({
      preset: 'tiny',
      pinned: true,
      archive: { file: 'tiny-model.tar.bz2', bytes: archive.length, sha256: sha256(archive) },
      checksums: [
        { file: 'model.onnx', bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
        { file: 'tokens.txt', bytes: 4 },
      ],
    });
  });

  it('does nothing the second time', async () => {
    await install();
    expect(await install()).toBe('already');
    expect(server.requests).toEqual(['whole']);
  });

  it('installs anew what was damaged since', async () => {
    await install();
    await writeFile(join(modelsDir, 'tiny', 'model.onnx'), 'broken');
    const damaged = await readSherpaModel(join(modelsDir, 'tiny'));
    await expect(verifySherpaModel(damaged!)).rejects.toThrow('npm run models:install -- tiny');
    expect(await install()).toBe('installed');
    expect((await stat(join(modelsDir, 'tiny', 'model.onnx'))).size).toBe(WEIGHTS.length);
  });

  it('refuses and deletes a file other than the pinned one', async () => {
    const preset = presetOf(archive, { sha256: '0'.repeat(64) });
    await expect(install({ preset })).rejects.toThrow('is not the file that was pinned');
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('continues a download that broke off', async () => {
    server.breakNextAfter(100_000);
    await expect(install()).rejects.toThrow('run the command again to continue');
    const kept = (await stat(partial())).size;
    expect(kept).toBeGreaterThan(0);
    expect(await install()).toBe('installed');
    expect(server.requests).toEqual(['whole', `bytes=${kept}-`]);
    expect(await readdir(modelsDir)).toEqual(['tiny']);
  });

  it('finishes a download that was complete but not unpacked', async () => {
    await writeFile(partial(), archive);
    expect(await install()).toBe('installed');
    expect(server.requests).toEqual([`bytes=${archive.length}-`]);
  });

  it('starts again when what an earlier run left is longer than the file', async () => {
    await writeFile(partial(), Buffer.concat([archive, archive]));
    expect(await install()).toBe('installed');
    expect(server.requests).toEqual([`bytes=${2 * archive.length}-`, 'whole']);
  });

  it('says that a server has another file, or none, or is not there', async () => {
    const other = presetOf(archive, { bytes: 5 });
    await expect(install({ preset: other })).rejects.toThrow(
      `${archive.length} bytes on the server, and 5 were pinned`,
    );
    await expect(install({ from: `${server.url}/nowhere` })).rejects.toThrow('The server answered 404');
    await expect(install({ from: 'http://127.0.0.1:1' })).rejects.toThrow('cannot be reached');
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('says that an archive holds another model', async () => {
    const preset = presetOf(archive, { files: { kind: 'nemo-ctc', model: 'absent.onnx', tokens: 'tokens.txt' } });
    await expect(install({ preset })).rejects.toThrow('holds no absent.onnx');
    expect(await findSherpaModel(modelsDir)).toBeNull();
  });

  it('takes an archive that nobody has pinned only when told to, and tells what it got', async () => {
    const preset = presetOf(archive, { bytes: null, sha256: null });
    await expect(install({ preset })).rejects.toThrow('--allow-unpinned');
    expect(server.requests).toEqual([]);
    const said: string[] = [];
    expect(await install({ preset, allowUnpinned: true, log: (line) => said.push(line) })).toBe('installed');
    expect(said).toEqual([`Received ${archive.length} bytes, SHA-256 ${sha256(archive)}`]);
    expect((await readSherpaModel(join(modelsDir, 'tiny')))?.manifest.pinned).toBe(false);
  });

  it('does not run twice at once', async () => {
    const outcomes = await Promise.all([install(), install()]);
    expect(outcomes.sort()).toEqual(['already', 'installed']);
    expect(server.requests).toEqual(['whole']);
  });
});

describe('the presets', () => {
  it('pin an archive wholly or not at all', () => {
    expect(SHERPA_PRESETS.map(({ name }) => name)).toEqual(['small-en', 'best']);
    for (const { bytes, sha256: pin, archive: file } of SHERPA_PRESETS) {
      expect(bytes === null).toBe(pin === null);
      if (pin !== null) expect(pin).toMatch(/^[0-9a-f]{64}$/);
      expect(file).toMatch(/^sherpa-onnx-[\w.-]+\.tar\.bz2$/);
    }
  });
});
