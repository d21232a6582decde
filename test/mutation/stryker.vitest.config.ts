import { defineConfig } from 'vitest/config';

/** The tests to run. Those of one folder take minutes where all that import a source take hours; run what survives with all. */
const TESTS = process.env.MUTATION_TESTS ?? 'test/**/*.unit.test.ts';

export default defineConfig({
  test: {
    include: [TESTS],
    setupFiles: 'test/support/matchers/matchers.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
