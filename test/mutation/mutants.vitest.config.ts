// The tests of run-mutants.mjs, on the sources that it has instrumented.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { MUTATION_SOURCES = '', MUTATION_SERVERS, MUTATION_ALONE } = process.env;
const sources: Record<string, string> = JSON.parse(readFileSync(MUTATION_SOURCES, 'utf8'));

export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform: (_code, id) => sources[id.split('?')[0] ?? ''] ?? null,
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    maxConcurrency: 1,
    // A mutant that runs alone fails by what never comes; the usual runner has limits of its own.
    testTimeout: MUTATION_ALONE ? 20_000 : 60_000,
    hookTimeout: MUTATION_ALONE ? 20_000 : 60_000,
    reporters: ['dot'],
    silent: true,
    ...(MUTATION_SERVERS ? { globalSetup: 'test/support/apps/global-setup.ts' } : {}),
    setupFiles: [
      'test/support/processes/end-with-runner.setup.ts',
      'test/support/matchers/matchers.ts',
      ...(MUTATION_ALONE ? ['test/mutation/one-mutant.setup.ts'] : []),
    ],
    ...(MUTATION_ALONE ? { bail: 1 } : { runner: 'test/mutation/mutant-runner.ts' }),
  },
});
