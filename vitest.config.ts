import { defineConfig } from 'vitest/config';

const UNIT = 'test/**/*.unit.test.ts';
const FAULTS = 'test/{faults,abuse}/**/*.test.ts';

/** Tests with real Postgres and Redis; the process tests start `dist`, so build first. Without isolation a worker imports the
 *  packages once for all of its files: the imports took a third of the time. */
const withServers = {
  globalSetup: 'test/support/global-setup.ts',
  pool: 'forks',
  isolate: false,
  testTimeout: 90_000,
  hookTimeout: 120_000,
} as const;

export default defineConfig({
  test: {
    watch: false,
    maxWorkers: 2,
    projects: [
      // Neither servers nor a build: `npm run test:unit -- --watch`.
      { test: { name: 'unit', include: [UNIT], pool: 'forks', isolate: false, testTimeout: 30_000 } },
      // Modules, the contract and whole calls.
      { test: { ...withServers, name: 'servers', include: ['test/**/*.test.ts'], exclude: [UNIT, FAULTS] } },
      // What kills, floods and waits.
      { test: { ...withServers, name: 'faults', include: [FAULTS], exclude: [UNIT] } },
    ],
  },
});
