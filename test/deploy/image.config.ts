// `npm run test:image`: not part of `npm test`, since it builds the whole image, with the packages of Debian and npm in it.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'image',
    include: ['test/deploy/*.trial.ts'],
    globalSetup: 'test/support/apps/global-setup.ts',
    setupFiles: ['test/support/processes/end-with-runner.setup.ts', 'test/support/matchers/matchers.ts'],
    pool: 'forks',
    // One core of a busy machine recognises speech in nine recordings.
    testTimeout: 900_000,
    // The build, and the bases of the first run.
    hookTimeout: 3_600_000,
  },
});
