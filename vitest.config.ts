import { execFileSync } from 'node:child_process';
import installed from '@ffmpeg-installer/ffmpeg';
import { defineConfig } from 'vitest/config';
import { endWithNpm } from './bench/measure/bound-process.mjs';
import { marked } from './test/gates/marks.js';

endWithNpm();

const UNIT = 'test/**/*.unit.test.ts';
const FAULTS = 'test/{faults,abuse}/**/*.test.ts';
const CLIENTS = 'test/clients/**/*.test.ts';
const PAGES = 'test/pages/**/*.test.ts';
const TOOLS = 'test/**/*.tools.test.ts';

/** The short gate leaves out what is marked `[whole]`, and takes only what is marked `[smoke]` of faults, pages and clients. */
const IS_SHORT = process.env.TEST_GATE === 'short';
const LEFT_OUT = IS_SHORT ? marked('whole') : [];
const SMOKE = IS_SHORT ? marked('smoke') : null;
const smokeOf = (folders: string) => SMOKE?.filter((path) => new RegExp(`^test/(${folders})/`).test(path));

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

/**
 * The place of a project in a run, and its workers: more than the cores of a small machine where tests wait as long as they
 * compute. One after the other, since a worker that goes from one project to another imports all packages again.
 */
const group = (groupOrder: number, maxWorkers: number) => ({ sequence: { groupOrder }, maxWorkers });

/** The short gate takes few files of faults and pages, which wait for processes: they run beside each other. */
const groupOfProcesses = (groupOrder: number, maxWorkers: number) =>
  IS_SHORT ? group(2, 5) : group(groupOrder, maxWorkers);

const SET_UP = [
  'test/support/processes/end-with-runner.setup.ts',
  'test/gates/cpu-of-file.setup.ts',
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
  ...timeouts(300),
} as const;

export default defineConfig({
  test: {
    watch: false,
    // Several runs of the suites follow each other, also in continuous integration: each compiles what the others have not.
    // `tsconfig.json` is not part of a file's key: after a change of it, `npx vitest --clearCache`.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    projects: [
      // Neither servers nor a build: `npm run test:unit -- --watch`.
      {
        test: {
          name: 'unit',
          include: [UNIT],
          exclude: LEFT_OUT,
          setupFiles: SET_UP,
          pool: 'forks',
          isolate: false,
          ...timeouts(90),
          ...group(0, 2),
        },
      },
      // Modules, the contract and whole calls.
      {
        test: {
          ...withServers,
          ...group(1, 4),
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: [UNIT, FAULTS, CLIENTS, PAGES, TOOLS, ...LEFT_OUT],
        },
      },
      // What needs packages of tools/: linters, schemas, and clients of others.
      { test: { ...withServers, ...group(1, 4), name: 'tools', include: [TOOLS] } },
      // What kills, floods and waits.
      {
        test: {
          ...withServers,
          ...timeouts(480),
          ...groupOfProcesses(2, 5),
          name: 'faults',
          include: smokeOf('faults|abuse') ?? [FAULTS],
          exclude: [UNIT],
        },
      },
      // What a person sees, in Chromium; says at the end where the machine has none.
      {
        test: {
          ...withServers,
          ...timeouts(480),
          ...groupOfProcesses(3, 3),
          name: 'pages',
          globalSetup: [withServers.globalSetup, 'test/pages/tell-untested.ts'],
          include: smokeOf('pages') ?? [PAGES],
        },
      },
      // The client libraries: needs Go, Python and a JDK, and says which of them is missing. Its tests wait for programs most of
      // their time, so that many run at once.
      {
        test: {
          ...withServers,
          ...timeouts(480),
          ...group(4, 3),
          name: 'clients',
          globalSetup: [withServers.globalSetup, 'test/support/matchers/tell-untested.ts'],
          include: smokeOf('clients') ?? [CLIENTS],
          exclude: [UNIT],
          maxConcurrency: 16,
        },
      },
      ...(isFfmpegOnPath() && !IS_SHORT
        ? [
            {
              test: {
                ...withServers,
                ...group(1, 4),
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
