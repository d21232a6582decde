export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  mutate: ['src/pipeline/judgement/**/*.ts'],
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation/incremental.json',
  tempDirName: '.data/mutation',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/mutation/report.json' },
  concurrency: 1,
};
