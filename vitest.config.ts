import { execFileSync } from 'node:child_process';
import installed from '@ffmpeg-installer/ffmpeg';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { endWithNpm } from './bench/measure/bound-process.mjs';

endWithNpm();

const UNIT = 'test/**/*.unit.test.ts';
const FAULTS = 'test/{faults,abuse}/**/*.test.ts';
const CLIENTS = 'test/clients/**/*.test.ts';
const PAGES = 'test/pages/**/*.test.ts';

/** The audio suite. It runs with the decoder that the service would take, and again with npm's where that is another one. */
const AUDIO = ['test/adapters/ffmpeg/**/*.test.ts', 'test/e2e/recordings*.test.ts'];

function isFfmpegOnPath(): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'command -v ffmpeg']);
    return true;
  } catch {
    return false;
  }
}

/** `npm run test:beside-load` multiplies the time-outs by this: beside a load of eight a test takes eight times as long. */
const PATIENCE = Number(process.env.TEST_PATIENCE ?? 1);

/** A few times what the slowest tests of a project take alone; a test that needs more says so itself. */
function timeouts(seconds: number) {
  const ms = seconds * 1_000 * PATIENCE;
  return { testTimeout: ms, hookTimeout: ms, expect: { poll: { timeout: ms / 2 } } };
}

const SET_UP = [
  'test/support/processes/end-with-runner.setup.ts',
  'test/support/apps/real-clocks.ts',
  'test/support/matchers/matchers.ts',
];

/** Tests with real Postgres and Redis; the process tests start `dist`, so build first. Without isolation a worker imports the
 *  packages once for all of its files: the imports took a third of the time. */
const withServers = {
  globalSetup: 'test/support/apps/global-setup.ts',
  setupFiles: SET_UP,
  pool: 'forks',
  isolate: false,
  ...timeouts(120),
} as const;

/** Files that take more than a minute, because they wait or because the recogniser, of low priority, waits for a core. At the
 *  end of a run they would leave the cores idle. */
const LONG = [
  'test/e2e/sample-calls.test.ts',
  'test/contract/rescores.test.ts',
  'test/calls/retention/recording-sweep.test.ts',
  'test/faults/giving-way.test.ts',
  'test/faults/provider-away.test.ts',
  'test/faults/killed-at-random.test.ts',
  'test/faults/postgres-away.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(...files: Parameters<BaseSequencer['sort']>) {
    const sorted = await super.sort(...files);
    const isLong = ({ moduleId }: (typeof sorted)[number]) => LONG.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    watch: false,
    sequence: { sequencer: LongestFirst },
    // More than the cores of a small machine, because these tests wait as long as they compute.
    maxWorkers: 3,
    // Several runs of the suites follow each other, also in continuous integration: each compiles what the others have not.
    // `tsconfig.json` is not part of a file's key: after a change of it, `npx vitest --clearCache`.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    projects: [
      // Neither servers nor a build: `npm run test:unit -- --watch`.
      { test: { name: 'unit', include: [UNIT], setupFiles: SET_UP, pool: 'forks', isolate: false, ...timeouts(30) } },
      // Modules, the contract and whole calls.
      {
        test: {
          ...withServers,
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: [UNIT, FAULTS, CLIENTS, PAGES],
        },
      },
      // What kills, floods and waits.
      { test: { ...withServers, ...timeouts(480), name: 'faults', include: [FAULTS], exclude: [UNIT] } },
      // The client libraries: needs Go, Python and a JDK, and says which of them is missing. Its tests wait for programs most of
      // their time, so that many run at once.
      {
        test: {
          ...withServers,
          ...timeouts(480),
          name: 'clients',
          globalSetup: [withServers.globalSetup, 'test/support/matchers/tell-untested.ts'],
          include: [CLIENTS],
          exclude: [UNIT],
          maxConcurrency: 16,
        },
      },
      // What a person sees, in Chromium; says at the end where the machine has none.
      {
        test: {
          ...withServers,
          ...timeouts(480),
          name: 'pages',
          globalSetup: [withServers.globalSetup, 'test/pages/tell-untested.ts'],
          include: [PAGES],
        },
      },
      ...(isFfmpegOnPath()
        ? [
            {
              test: {
                ...withServers,
                name: 'npm-decoder',
                include: AUDIO,
                exclude: [UNIT],
                env: { FFMPEG_PATH: installed.path },
              },
            },
          ]
        : []),
    ],
  },
});
