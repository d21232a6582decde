import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findSherpaModel, findSpeakerModels } from '../../../src/adapters/sherpa/sherpa-model.js';
import { SHERPA_PRESETS, type SherpaPreset } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { type ModelOffer, megabytesOf, offerModel } from '../../../src/commands/demo/demo-model.js';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { type ReleaseServer, serveRelease } from '../../support/stubs/model-release.js';
import { type TinyRelease, tinyPreset } from '../../support/stubs/tiny-preset.js';

const STEPS_IN = 'so pocketsphinx steps in';
const NOTHING_CHOSEN = { apiKey: null, baseUrl: null } as Config['openai'];

let folder: string;
let release: TinyRelease;
let server: ReleaseServer;
let modelsDir: string;
let written: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-model-'));
  release = await tinyPreset(folder);
});
beforeEach(async () => {
  modelsDir = await mkdtemp(join(folder, 'models-'));
  server = await serveRelease(release.files);
  written = '';
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true }));

const enginesOf = (choice: string) => loadConfig({ DATA_DIR: folder, TRANSCRIPTION_ENGINE: choice }).engines;

interface Given extends Partial<ModelOffer> {
  readonly isTTY?: boolean;
  readonly config?: Partial<Pick<Config, 'engines' | 'openai'>>;
}

function offer({ isTTY = true, config = {}, ...changes }: Given = {}): Promise<SherpaPreset | null> {
  const write = (text: string): void => {
    written += text;
  };
  return offerModel(
    { engines: enginesOf('auto'), openai: NOTHING_CHOSEN, modelsDir, ...config },
    { model: null, offline: false, from: server.url, output: { isTTY, write }, presets: [release.preset], ...changes },
  );
}

describe('the model that the demo offers', () => {
  it('cannot be asked for and declined at once', async () => {
    await expect(offer({ model: 'small-en', offline: true })).rejects.toThrow('--model cannot be given');
    expect(server.requests).toEqual([]);
  });

  it('is fetched on a terminal, with a progress bar, and used from then on', async () => {
    server.slowDown(1);
    await offer();
    expect((await findSherpaModel(modelsDir))?.manifest.preset).toBe('small-en');
    expect(await findSpeakerModels(modelsDir)).not.toBeNull();
    expect(written).toMatch(/^Fetching the speech model small-en, \d+ MB, once; Ctrl-C skips it\.\n/);
    expect(written).toMatch(/\rPart 1 of 3, small-en \[=+ *\] 0\.0 of 0\.\d MB/);
    expect(written).not.toContain(STEPS_IN);
    const asked = server.requests.length;
    written = '';
    expect(await offer(), 'the preset for the last lines').toBeNull();
    expect([written, server.requests.length]).toEqual(['', asked]);
  });

  it.each<[string, Given]>([
    ['--offline is given', { offline: true }],
    ['the output is no terminal', { isTTY: false }],
  ])('is not even asked for where %s, and one line says what that means', async (_what, given) => {
    expect(await offer(given), 'the preset for the last lines').toBe(release.preset);
    expect(server.requests).toEqual([]);
    expect(written).toContain(STEPS_IN);
    expect(written).toContain('npm run models:install -- small-en');
    expect(written.trim().split('\n'), 'lines about the model that is not asked for').toHaveLength(1);
  });

  it.each<[string, Given]>([
    ['another engine', { config: { engines: enginesOf('pocketsphinx') } }],
    ['a key', { config: { openai: { ...NOTHING_CHOSEN, apiKey: 'sk-x' } } }],
    ['a server', { config: { openai: { ...NOTHING_CHOSEN, baseUrl: 'http://localhost:8000/v1' } } }],
  ])('is not spoken of where %s was chosen', async (_what, given) => {
    expect(await offer(given), 'the preset for the last lines').toBeNull();
    expect([written, server.requests.length]).toEqual(['', 0]);
  });

  it('is fetched without a terminal where it is asked for, with a line for each tenth', async () => {
    await offer({ isTTY: false, model: 'small-en' });
    expect(await findSherpaModel(modelsDir)).not.toBeNull();
    expect(written).not.toContain('\r');
    expect(written).toContain('Part 1 of 3, small-en: installed\n');
  });

  it.each([
    ['answers that it has none', () => `${server.url}/nowhere`],
    ['cannot be reached', () => 'http://127.0.0.1:1'],
  ])('is left out where its host %s', async (_what, from) => {
    await offer({ from: from() });
    expect(written.trim().split('\n'), 'lines about the host that has no model').toHaveLength(1);
    expect(written).toContain(STEPS_IN);
  });

  it('is left out where its host never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await offer({ from: `http://127.0.0.1:${port}` });
    expect(written).toContain(STEPS_IN);
    silent.close();
  });

  it('is skipped by Ctrl-C, and what arrived is kept', async () => {
    const [recogniser] = release.preset.parts;
    server.slowDown(20);
    const offered = offer();
    await expect.poll(() => written).toContain('\rPart 1 of 3');
    process.emit('SIGINT');
    await offered;
    expect(written).toContain('Skipped; what arrived is kept for the next time.');
    expect(written).toContain(STEPS_IN);
    expect((await stat(join(modelsDir, `${recogniser.file}.part`))).size).toBeGreaterThan(0);
    expect(await findSherpaModel(modelsDir)).toBeNull();
  });

  it('that is not the pinned one is refused, in so many words, and the demo goes on without it', async () => {
    const [recogniser, ...others] = release.preset.parts;
    const presets = [{ ...release.preset, parts: [{ ...recogniser, sha256: '0'.repeat(64) }, ...others] as const }];
    await offer({ presets });
    expect(written).toContain('is not the file that was pinned (its SHA-256 differs); it was deleted.');
    expect(written).toContain(STEPS_IN);
  });

  it('fails the demo where it was asked for and does not come', async () => {
    await expect(offer({ model: 'small-en', from: 'http://127.0.0.1:1' })).rejects.toThrow('cannot be reached');
    await expect(offer({ model: 'huge' })).rejects.toThrow('--model takes one of: small-en');
  });

  it('is told with what it weighs, as docs/first-call.md says', () => {
    expect(SHERPA_PRESETS.map((preset) => [preset.name, megabytesOf(preset)])).toContainEqual(['small-en', 155]);
  });
});
