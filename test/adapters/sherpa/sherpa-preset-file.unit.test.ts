// A preset file of the operator's own: its faults name the member, and its models are checked and chosen as pinned ones.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPreset } from '../../../src/adapters/sherpa/sherpa-install.js';
import { findSherpaModel, findSpeakerModels, isModelInstalled } from '../../../src/adapters/sherpa/sherpa-model.js';
import { readPresetFile } from '../../../src/adapters/sherpa/sherpa-preset-file.js';
import type { ModelPart } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { type ReleaseServer, serveRelease } from '../../support/stubs/model-release.js';
import { type TinyRelease, tinyPreset } from '../../support/stubs/tiny-preset.js';

let folder: string;
let release: TinyRelease;
let server: ReleaseServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preset-file-'));
  release = await tinyPreset(join(folder, 'scratch'));
  server = await serveRelease(release.files);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const entryOf = ({ files, file, bytes, sha256, languages }: ModelPart) => ({
  kind: files.kind,
  address: `${server.url}/${file}`,
  bytes,
  sha256,
  ...(languages.length > 0 && { languages }),
});
const presetOf = (name: string) => ({ name, parts: release.preset.parts.map(entryOf) });

async function read(content: unknown) {
  const path = join(folder, 'preset.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readPresetFile(path);
}

const install = async (name: string, modelsDir: string) =>
  installPreset({ preset: await read(presetOf(name)), modelsDir, log: () => undefined, progress: () => undefined });

it('its models are downloaded from their addresses, checked, and chosen before those of the presets', async () => {
  const modelsDir = join(folder, 'models');
  expect(isModelInstalled(modelsDir), 'whether the folder has a recogniser').toBe(false);
  expect(await install('ours', modelsDir)).toBe('installed');
  expect(await install('ours', modelsDir)).toBe('already');
  expect(isModelInstalled(modelsDir), 'whether the folder has a recogniser').toBe(true);
  expect(await findSpeakerModels(modelsDir)).not.toBeNull();
  await installPreset({ preset: release.preset, modelsDir, from: server.url, log: () => {}, progress: () => {} });
  expect((await findSherpaModel(modelsDir))?.manifest).toMatchObject({ preset: 'ours', languages: ['en'] });
  await install('newer', modelsDir);
  expect((await findSherpaModel(modelsDir))?.manifest.preset).toBe('newer');
});

it('a file that is not the one of the preset is deleted', async () => {
  const preset = presetOf('ours');
  preset.parts[0] = { ...preset.parts[0]!, sha256: '0'.repeat(64) };
  const modelsDir = join(folder, 'others');
  const options = { preset: await read(preset), modelsDir, log: () => undefined, progress: () => undefined };
  await expect(installPreset(options)).rejects.toThrow('(its SHA-256 differs); it was deleted');
  expect(isModelInstalled(modelsDir), 'whether the folder has a recogniser').toBe(false);
});

type Change = (preset: ReturnType<typeof presetOf> & Record<string, unknown>, part: Record<string, unknown>) => unknown;

it.each<[string, Change]>([
  ['name: is the name of a preset or model of the service', (preset) => (preset.name = 'best')],
  ['name: has up to 40 of a-z, 0-9 and -, and begins with a letter or digit', (preset) => (preset.name = '../x')],
  ['parts: must hold a model that recognises words', (preset) => (preset.parts = [])],
  ['version: is no member of a preset', (preset) => (preset.version = 1)],
  ['parts[0].sha256: is required', (_, part) => delete part.sha256],
  ['parts[0].sha256: must be 64 hexadecimal digits in lower case', (_, part) => (part.sha256 = 'AB')],
  ['parts[0].bytes: must be a whole number of bytes', (_, part) => (part.bytes = '1')],
  ['parts[0].size: is no member of a preset', (_, part) => (part.size = 1)],
  [
    'parts[0].kind: must be one of nemo-ctc, nemo-transducer, speaker-segmentation, speaker-embedding',
    (_, part) => (part.kind = 'whisper'),
  ],
  ['parts[0].languages: is required where words are recognised', (_, part) => delete part.languages],
  [
    'parts[0].address: must be an https address; a mirror by http is named by --from',
    (_, part) => (part.address = 'http://models.example.com/m.tar.bz2'),
  ],
  [
    'parts[0].address: must hold no user name and no password',
    (_, part) => (part.address = 'https://me:secret@example.com/m.tar.bz2'),
  ],
  [
    'parts[0].address: must end in the name of a .tar.bz2 or .onnx file',
    (_, part) => (part.address = 'https://example.com/m.zip'),
  ],
  [
    'parts[0].address: must lead to a .tar.bz2: a recogniser has several files',
    (_, part) => (part.address = 'https://example.com/m.onnx'),
  ],
  ['parts[0].files.model: nemo-transducer has no such file', (_, part) => (part.files = { model: 'm.onnx' })],
  [
    'parts[0].files.tokens: must be the name of a file, without a folder',
    (_, part) => (part.files = { tokens: '../t' }),
  ],
  ['parts[0].kind: the first part must recognise words', (preset) => preset.parts.shift()],
  ['parts[3].kind: there is another speaker-embedding', (preset) => preset.parts.push(preset.parts[2]!)],
])('its fault names the member: %s', async (fault, change) => {
  const preset = presetOf('ours');
  change(preset, preset.parts[0]!);
  await expect(read(preset)).rejects.toThrow(`${join(folder, 'preset.json')}: ${fault}`);
});

it('a file that is none, and one that is not there, are told in one sentence', async () => {
  await expect(read('{')).rejects.toThrow('preset.json: is no JSON');
  expect(() => readPresetFile(join(folder, 'nosuch'))).toThrow('--preset: there is no such file');
});

it('the example of the page has no fault', async () => {
  const page = await readFile('docs/operations/engines/local-models.md', 'utf8');
  const [, example = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
  expect((await read(example)).parts, 'models of the example').toHaveLength(3);
});
