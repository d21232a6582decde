import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.unit.test.ts'],
    setupFiles: 'test/support/matchers.ts',
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
