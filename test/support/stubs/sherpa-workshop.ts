// Models of the right form for sherpa-onnx, installed as from a release, and the program of its process.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPreset } from '../../../src/adapters/sherpa/sherpa-install.js';
import {
  findSherpaModel,
  findSpeakerModels,
  readSherpaModel,
  type SherpaModel,
  type SpeakerModels,
} from '../../../src/adapters/sherpa/sherpa-model.js';
import type { SherpaPreset } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { repository } from '../audio/sample-calls.js';
import { compile } from '../processes/compile.js';
import { packModel, partOf, presetOf, serveRelease } from './model-release.js';
import { tinyTokens } from './tiny-model.js';
import { tinyPreset } from './tiny-preset.js';

export interface SherpaWorkshop {
  /** For recordings and models. */
  readonly folder: string;
  /** The program of the child process. */
  readonly workerPath: string;
  /** @returns the path of another program of the child process, which finds the packages that it needs */
  saveProgram(text: string): Promise<string>;
  /** A CTC model. */
  installed(name: string, model: Buffer): Promise<SherpaModel>;
  /** A preset in the form in which it is released. @param changes replaces files of the recogniser */
  installedPreset(
    name: string,
    changes?: Readonly<Record<string, Buffer>>,
  ): Promise<{ model: SherpaModel; speakers: SpeakerModels }>;
  close(): Promise<void>;
}

export async function openSherpaWorkshop(): Promise<SherpaWorkshop> {
  const folder = await mkdtemp(join(tmpdir(), 'sherpa-test-'));
  // Inside the repository, where the child process finds the packages it needs.
  await mkdir(join(repository, '.data'), { recursive: true });
  const build = await mkdtemp(join(repository, '.data', 'sherpa-test-'));
  const workerPath = join(build, 'sherpa.worker.js');
  const source = await readFile(join(repository, 'src/adapters/sherpa/sherpa.worker.ts'), 'utf8');
  await writeFile(workerPath, await compile(source));

  async function install(name: string, preset: SherpaPreset, files: Readonly<Record<string, Buffer>>): Promise<string> {
    const server = await serveRelease(files);
    const modelsDir = join(folder, name, 'models');
    await installPreset({ preset, modelsDir, from: server.url, log: () => undefined, progress: () => undefined });
    await server.close();
    return modelsDir;
  }
  let programs = 0;

  return {
    folder,
    workerPath,
    saveProgram: async (text) => {
      programs += 1;
      const path = join(build, `program-${programs}.mjs`);
      await writeFile(path, text);
      return path;
    },
    installed: async (name, model) => {
      const files = { 'model.onnx': model, 'tokens.txt': tinyTokens() };
      const archive = await packModel(join(folder, name), 'tiny-model', files);
      const modelsDir = await install(name, presetOf(partOf(archive)), { 'tiny-model.tar.bz2': archive });
      const found = await readSherpaModel(join(modelsDir, 'tiny'));
      if (found === null) throw new Error('not installed');
      return found;
    },
    installedPreset: async (name, changes = {}) => {
      const { preset, files } = await tinyPreset(join(folder, name), changes);
      const modelsDir = await install(name, preset, files);
      const [model, speakers] = [await findSherpaModel(modelsDir), await findSpeakerModels(modelsDir)];
      if (model === null || speakers === null) throw new Error('not installed');
      return { model, speakers };
    },
    close: async () => {
      await rm(folder, { recursive: true, force: true });
      await rm(build, { recursive: true, force: true });
    },
  };
}
