import { expect, it } from 'vitest';
import type { Engines } from '../../src/adapters/engines/choose-engines.js';
import type { Config } from '../../src/platform/config/config.js';
import { AllInOneModule } from '../../src/program/compositions.js';

it('names each module of a process once', () => {
  // Its lists are those of the API and of the worker. Nothing is made before Nest starts.
  const { imports = [] } = AllInOneModule.with({} as Config, {} as Engines);
  const modules = imports.map((one) => ('module' in one ? one.module : one));
  expect(modules.length).toBeGreaterThan(30);
  expect(modules.filter((one, index) => modules.indexOf(one) !== index)).toEqual([]);
});
