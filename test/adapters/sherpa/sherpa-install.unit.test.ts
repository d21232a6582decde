import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type InstallOptions,
  type InstallProgress,
  installPreset,
} from '../../../src/adapters/sherpa/sherpa-install.js';
import {
  findSherpaModel,
  findSpeakerModels,
  readSherpaModel,
  verifySherpaModel,
} from '../../../src/adapters/sherpa/sherpa-model.js';
import {
  type ModelPart,
  type ReleasedFiles,
  SHERPA_PRESETS,
  SPEAKER_EMBEDDING,
  SPEAKER_SEGMENTATION,
} from '../../../src/adapters/sherpa/sherpa-presets.js';
import {
  packModel,
  partOf,
  presetOf,
  type ReleaseServer,
  serveRelease,
  sha256,
} from '../../support/stubs/model-release.js';

/** Stands in for weights: large enough to arrive in several pieces, and bzip2 cannot shrink it. */
const WEIGHTS = Buffer.concat(
  Array.from({ length: 10_000 }, (_, index) => Buffer.from(sha256(Buffer.from([index, index >> 8])), 'hex')),
);
const VOICE = Buffer.from('stands in for a model in one file');

let folder: string;
let archive: Buffer;
let speakers: Buffer;
let modelsDir: string;
let server: ReleaseServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-install-'));
  archive = await packModel(folder, 'tiny-model', { 'model.onnx': WEIGHTS, 'tokens.txt': 'a 0\n' });
  speakers = await packModel(folder, 'segmentation', { 'model.onnx': 'all', 'model.int8.onnx': 'small' });
});
beforeEach(async () => {
  modelsDir = await mkdtemp(join(folder, 'models-'));
  server = await serveRelease({
    'tiny-model.tar.bz2': archive,
    'segmentation.tar.bz2': speakers,
    'embedding.onnx': VOICE,
  });
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

function install(changes: Partial<InstallOptions> = {}) {
  return installPreset({
    preset: presetOf(partOf(archive)),
    modelsDir,
    from: server.url,
    log: () => undefined,
    progress: () => undefined,
    ...changes,
  });
}

/** A preset as it is released: a recogniser in an archive, a second archive, and a model in one file. */
const wholePreset = (embedding: Partial<ModelPart> = {}) =>
  presetOf(
    partOf(archive),
    {
      ...SPEAKER_SEGMENTATION,
      file: 'segmentation.tar.bz2',
      bytes: speakers.length,
      sha256: sha256(speakers),
    },
    {
      ...SPEAKER_EMBEDDING,
      file: 'embedding.onnx',
      bytes: VOICE.length,
      sha256: sha256(VOICE),
      files: { kind: 'speaker-embedding', model: ['embedding.onnx'] },
      ...embedding,
    },
  );

const partial = () => join(modelsDir, 'tiny-model.tar.bz2.part');

describe('installing a preset', () => {
  it('downloads, checks and unpacks every part, and leaves nothing else', async () => {
    const seen: InstallProgress[] = [];
    const said: string[] = [];
    const outcome = await install({
      preset: wholePreset(),
      progress: (now) => seen.push(now),
      log: (line) => said.push(line),
    });
    expect(outcome).toBe('installed');
    expect((await readdir(modelsDir)).sort()).toEqual(['speaker-embedding', 'speaker-segmentation', 'tiny']);
    expect(await readFile(join(modelsDir, 'tiny', 'model.onnx'))).toEqual(WEIGHTS);
    expect((await readSherpaModel(join(modelsDir, 'tiny')))?.manifest).toMatchObject({
      preset: 'tiny',
      archive: { file: 'tiny-model.tar.bz2', bytes: archive.length, sha256: sha256(archive) },
      files: { kind: 'nemo-ctc', model: 'model.onnx', tokens: 'tokens.txt' },
      checksums: [
        { file: 'model.onnx', bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
        { file: 'tokens.txt', bytes: 4 },
      ],
    });
    const found = await findSpeakerModels(modelsDir);
    expect(found?.segmentation.manifest.files).toEqual({ kind: 'speaker-segmentation', model: 'model.onnx' });
    expect(found?.embedding.manifest.files).toEqual({ kind: 'speaker-embedding', model: 'embedding.onnx' });
    await verifySherpaModel(found!.embedding);
    const whole = seen.filter(({ part, receivedBytes }) => receivedBytes === part.bytes);
    expect(whole.map(({ number, of }) => `${number} of ${of}`)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(said).toEqual([
      'Part 1 of 3, tiny: installed',
      'Part 2 of 3, speaker-segmentation: installed',
      'Part 3 of 3, speaker-embedding: installed',
    ]);
  });

  it('does nothing the second time', async () => {
    await install({ preset: wholePreset() });
    const asked = server.requests.length;
    const said: string[] = [];
    expect(await install({ preset: wholePreset(), log: (line) => said.push(line) })).toBe('already');
    expect(server.requests, 'An installed model is downloaded again').toHaveLength(asked);
    expect(said[2]).toBe('Part 3 of 3, speaker-embedding: is installed and sound');
  });

  it('continues with the part that failed and keeps the parts before it', async () => {
    await expect(install({ preset: wholePreset({ sha256: '0'.repeat(64) }) })).rejects.toThrow('its SHA-256 differs');
    expect(await findSpeakerModels(modelsDir)).toBeNull();
    const asked = server.requests.length;
    expect(await install({ preset: wholePreset() })).toBe('installed');
    expect(server.requests.slice(asked)).toEqual(['embedding.onnx whole']);
  });
});

describe('installing a part', () => {
  it('installs again what was damaged since', async () => {
    await install();
    await writeFile(join(modelsDir, 'tiny', 'model.onnx'), 'broken');
    const damaged = await readSherpaModel(join(modelsDir, 'tiny'));
    await expect(verifySherpaModel(damaged!)).rejects.toThrow('call-analysis models:install --preset FILE');
    expect(await install()).toBe('installed');
    expect((await stat(join(modelsDir, 'tiny', 'model.onnx'))).size, 'bytes of the installed model').toBe(
      WEIGHTS.length,
    );
  });

  it('replaces what another release put there', async () => {
    const older = await packModel(join(folder, 'older'), 'tiny-model', { 'model.onnx': 'old', 'tokens.txt': 'a 0\n' });
    const other = await serveRelease({ 'tiny-model.tar.bz2': older });
    await install({ preset: presetOf(partOf(older)), from: other.url });
    await other.close();
    expect(await install()).toBe('installed');
    expect(await readFile(join(modelsDir, 'tiny', 'model.onnx'))).toEqual(WEIGHTS);
  });

  it('removes what a killed run left behind', async () => {
    await mkdir(join(modelsDir, '.tiny-k1ll3d'));
    await install();
    expect(await readdir(modelsDir)).toEqual(['tiny']);
  });

  it('refuses and deletes a file other than the pinned one', async () => {
    const preset = presetOf(partOf(archive, { sha256: '0'.repeat(64) }));
    await expect(install({ preset })).rejects.toThrow('is not the file that was pinned');
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('continues a download that broke off', async () => {
    // Bytes that the client has not read when the connection ends are lost: Node 24 drops them at once.
    let progress = (): void => undefined;
    const kept = new Promise<void>((done) => {
      progress = done;
    });
    server.breakNextAfter(100_000, kept);
    await expect(install({ progress })).rejects.toThrow('run the command again to continue');
    const keptBytes = (await stat(partial())).size;
    expect(keptBytes).toBeGreaterThan(0);
    expect(await install()).toBe('installed');
    expect(server.requests).toEqual(['tiny-model.tar.bz2 whole', `tiny-model.tar.bz2 bytes=${keptBytes}-`]);
    expect(await readdir(modelsDir)).toEqual(['tiny']);
  });

  it('finishes a download that was complete but not unpacked, without the server', async () => {
    await writeFile(partial(), archive);
    expect(await install({ from: 'http://127.0.0.1:1/models' })).toBe('installed');
    expect(await readdir(modelsDir)).toEqual(['tiny']);
  });

  it('removes what is left of a download that was unpacked', async () => {
    await install();
    await writeFile(partial(), archive);
    expect(await install()).toBe('already');
    expect(await readdir(modelsDir)).toEqual(['tiny']);
  });

  it('starts again when what an earlier run left is longer than the file', async () => {
    await writeFile(partial(), Buffer.concat([archive, archive]));
    expect(await install()).toBe('installed');
    expect(server.requests.at(-1)).toBe('tiny-model.tar.bz2 whole');
  });

  it('says that the disk is full', async () => {
    await symlink('/dev/full', partial());
    await expect(install()).rejects.toThrow('The disk is full; make room and run the command again to continue.');
  });

  it('says that a server has another file, or none, or is not there', async () => {
    const other = presetOf(partOf(archive, { bytes: 5 }));
    await expect(install({ preset: other })).rejects.toThrow(
      `${archive.length} bytes on the server, and 5 were pinned`,
    );
    const nowhere = `${server.url}/nowhere/`;
    await expect(install({ from: nowhere })).rejects.toThrow(
      `${nowhere}tiny-model.tar.bz2 cannot be downloaded: the server answered 404.`,
    );
    await expect(install({ from: 'http://127.0.0.1:1/models' })).rejects.toThrow(
      'http://127.0.0.1:1 cannot be reached (--from URL takes a mirror).',
    );
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('writes no more than was pinned of a body without an end', async () => {
    const endless = createServer((_, response) => {
      const go = () => {
        while (response.write(WEIGHTS));
        response.once('drain', go);
      };
      go();
    });
    await once(endless.listen(0, '127.0.0.1'), 'listening');
    const from = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
    await expect(install({ from })).rejects.toThrow(
      `tiny-model.tar.bz2 is longer on the server than the ${archive.length} bytes that were pinned.`,
    );
    expect((await stat(partial())).size).toBeLessThanOrEqual(archive.length);
    endless.closeAllConnections();
    endless.close();
  });

  it('says that an archive holds another folder', async () => {
    const packed = await packModel(join(folder, 'renamed'), 'other-model', {
      'model.onnx': 'a',
      'tokens.txt': 'a 0\n',
    });
    const other = await serveRelease({ 'tiny-model.tar.bz2': packed });
    await expect(install({ preset: presetOf(partOf(packed)), from: other.url })).rejects.toThrow(
      'tiny-model.tar.bz2 holds no folder tiny-model: it is not the expected model.',
    );
    await other.close();
  });

  it('says that an archive holds another model', async () => {
    const files: ReleasedFiles = {
      kind: 'nemo-ctc',
      model: ['absent.int8.onnx', 'absent.onnx'],
      tokens: ['tokens.txt'],
    };
    await expect(install({ preset: presetOf(partOf(archive, { files })) })).rejects.toThrow(
      'tiny-model.tar.bz2 holds no absent.int8.onnx or absent.onnx: it is not the expected model.',
    );
    expect(await readSherpaModel(join(modelsDir, 'tiny'))).toBeNull();
  });

  it('takes the 8-bit weights of a recogniser where there are both, and either where there is one', async () => {
    const [first] = SHERPA_PRESETS;
    const both = ['encoder.int8.onnx', 'encoder.onnx', 'decoder.onnx', 'joiner.int8.onnx', 'tokens.txt'];
    const packed = await packModel(
      join(folder, 'both'),
      'transducer',
      Object.fromEntries(both.map((name) => [name, name])),
    );
    const other = await serveRelease({ 'transducer.tar.bz2': packed });
    const part = partOf(packed, { name: 'small-en', file: 'transducer.tar.bz2', files: first!.parts[0].files });
    await install({ preset: presetOf(part), from: other.url });
    await other.close();
    expect((await findSherpaModel(modelsDir))?.manifest.files).toEqual({
      kind: 'nemo-transducer',
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.onnx',
      joiner: 'joiner.int8.onnx',
      tokens: 'tokens.txt',
    });
  });

  it('stops at once when it is told to, and keeps what arrived', async () => {
    const stop = new AbortController();
    server.slowDown(20);
    const running = install({ signal: stop.signal, progress: () => stop.abort(new Error('stopped')) });
    await expect(running).rejects.toThrow('stopped');
    expect((await stat(partial())).size).toBeGreaterThan(0);
    server.slowDown(0);
    expect(await install()).toBe('installed');
  });

  it('does not run twice at once', async () => {
    const outcomes = await Promise.all([install(), install()]);
    expect(outcomes.sort()).toEqual(['already', 'installed']);
    expect(server.requests).toEqual(['tiny-model.tar.bz2 whole']);
  });
});

describe('the presets', () => {
  it('pin every part, and name the recogniser like the preset', () => {
    expect(SHERPA_PRESETS.map(({ name }) => name)).toEqual(['small-en', 'best']);
    for (const { name, parts } of SHERPA_PRESETS) {
      expect(parts[0].name).toBe(name);
      expect(parts[0].files.kind).toBe('nemo-transducer');
      expect(parts.slice(1)).toEqual([SPEAKER_SEGMENTATION, SPEAKER_EMBEDDING]);
      for (const { bytes, sha256: pin, file } of parts) {
        expect(bytes).toBeGreaterThan(1_000_000);
        expect(pin).toMatch(/^[0-9a-f]{64}$/);
        expect(file).toMatch(/^[\w.-]+(\.tar\.bz2|\.onnx)$/);
      }
    }
  });
});
