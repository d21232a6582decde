// Runs the tests of a gate: `node test/gates/run-gate.mjs short`, or `whole`. A file that fails is run once more alone. If it passes
// then, it is named as unsteady and does not fail the gate. What takes more CPU time than it may is named, and fails the gate where it
// takes twice as much.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { LONG_FILES } from './long-files.mjs';
import { verdictOn } from './verdict.mjs';

/** CPU seconds that all test files of a gate may take together on a machine with nothing else to do. */
const MAX_CPU_SECONDS = { short: 1_800, whole: 4_800 };
/** Where more files fail, something is broken for all of them. */
const MAX_SECOND_RUNS = 6;

const [gate = '', ...args] = process.argv.slice(2);
if (!(gate in MAX_CPU_SECONDS)) throw new Error('Name the gate: short or whole');

const folder = mkdtempSync(join(tmpdir(), 'call-analysis-gate-'));
process.exitCode = await run().finally(() => rmSync(folder, { recursive: true }));

async function run() {
  const first = await vitest('first', args);
  const unsteady = [];
  const failed = [];
  if (first.failed.length > MAX_SECOND_RUNS) failed.push(...first.failed);
  else {
    for (const path of first.failed) {
      console.log(`\n${path} failed, and is run once more alone.`);
      ((await vitest(`second-${failed.length + unsteady.length}`, [path])).code === 0 ? unsteady : failed).push(path);
    }
  }
  const { sentences, isGreen } = verdictOn({
    ranThrough: first.code === 0 || first.failed.length > 0,
    cpuSeconds: first.cpuSeconds,
    maxCpuSeconds: MAX_CPU_SECONDS[gate],
    longFiles: gate === 'short' ? LONG_FILES : null,
    failed,
    unsteady,
  });
  console.log(`\n${sentences.join('\n')}`);
  console.log(`${first.passed} passed, ${first.broken} failed`);
  return isGreen ? 0 : 1;
}

/** @returns the exit code, the counts of tests, the files that failed, and the CPU seconds of each file */
async function vitest(name, more) {
  const [report, clock] = [join(folder, `${name}.json`), join(folder, `${name}.tsv`)];
  writeFileSync(clock, '');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn('node_modules/.bin/vitest', ['run', ...reporters, ...more], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TEST_GATE: gate, TEST_CLOCK: clock },
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const { testResults, numPassedTests, numFailedTests } = reportIn(report);
  const lines = readFileSync(clock, 'utf8').trim().split('\n').filter(Boolean);
  return {
    code,
    passed: numPassedTests,
    broken: numFailedTests,
    failed: [
      ...new Set(testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative('.', name))),
    ],
    cpuSeconds: lines.map((line) => line.split('\t')).map(([seconds, path]) => [relative('.', path), Number(seconds)]),
  };
}

function reportIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { testResults: [], numPassedTests: 0, numFailedTests: 0 };
  }
}
