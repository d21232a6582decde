import { defineConfig } from 'vitest/config';

const UNIT = 'test/**/*.unit.test.ts';

export default defineConfig({
  test: {
    watch: false,
    maxWorkers: 2,
    projects: [
      // Neither servers nor a build: `npm run test:unit -- --watch`.
      { test: { name: 'unit', include: [UNIT], pool: 'forks', isolate: false, testTimeout: 30_000 } },
      // Real Postgres and Redis; the process tests start `dist`, so build first. Without isolation a worker imports the packages
      // once for all of its files: the imports took a third of the time.
      {
        test: {
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: [UNIT],
          globalSetup: ['test/support/global-setup.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
