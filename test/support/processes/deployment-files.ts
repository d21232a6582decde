// Reads the files of docker/ for the tests of the deployment.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseDocument } from 'yaml';
import { loadConfig } from '../../../src/platform/config/config.js';
import { VARIABLES } from '../../../src/platform/config/variables.js';

/** An image with a version that names one release. */
export const PINNED = /^[\w./-]+:v?\d+\.\d+(\.\d+)?[\w.-]*$/;

export const text = (path: string) => readFile(path, 'utf8');
export const yaml = async (path: string): Promise<unknown> => {
  const document = parseDocument(await text(path), { merge: true, strict: true, uniqueKeys: true });
  expect(document.errors).toEqual([]);
  return document.toJS();
};

/** The environment variables that the service reads. */
export const unknownSettings = (names: readonly string[]) => names.filter((name) => !(name in VARIABLES.shape));

/** The names and values of a file as `--env-file` and `--from-env-file` take it. */
export const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries([...file.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** With these settings each role starts in production, as far as settings go. */
export function expectToServe(settings: Readonly<Record<string, string>>) {
  const folders = { DATA_DIR: join(tmpdir(), 'never-made'), NODE_ENV: 'production' };
  for (const role of ['api', 'worker'])
    expect(loadConfig({ ...settings, ...folders, PROCESS: role }, { hasLocalModel: () => false }).warnings).toEqual([]);
}
