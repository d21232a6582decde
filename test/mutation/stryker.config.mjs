// `npm run test:mutation`: StrykerJS over the core that unit tests cover. What it found is kept in
// node_modules/.cache/mutation, so that the next run takes only mutants of changed sources and tests. `npm run test:mutation --
// --mutate src/work/failure-policy.ts` runs one file.
import { isMutated, UNIT_TESTED } from './core-files.mjs';
import { filesUnder } from './files.mjs';

const CACHE = 'node_modules/.cache/mutation';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/ignored-code.mjs'],
  ignorers: ['described-code'],
  vitest: { configFile: 'test/mutation/stryker.vitest.config.ts' },
  mutate: UNIT_TESTED.flatMap(filesUnder).filter(isMutated),
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: `${CACHE}/incremental.json`,
  // Vitest finds no tests below node_modules.
  tempDirName: '.data/mutation/stryker',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: `${CACHE}/report.html` },
  jsonReporter: { fileName: `${CACHE}/report.json` },
  thresholds: { high: 95, low: 90, break: 90 },
  concurrency: 2,
};
