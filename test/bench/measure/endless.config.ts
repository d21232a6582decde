// A run of tests that does not end by itself, with the set-up of all tests on servers.
import { defineConfig } from 'vitest/config';
import usual from '../../../vitest.config.js';

const servers = usual.test?.projects?.flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test?.name === 'servers' ? [project] : [],
);

export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    projects: servers?.map(({ test }) => ({ test: { ...test, include: ['test/bench/measure/endless.trial.ts'] } })),
  },
});
