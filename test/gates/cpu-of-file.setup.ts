// Writes the CPU seconds of each test file to the file that TEST_CLOCK names, a line a file. `run-gate.mjs` reads them.
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const LOG = process.env.TEST_CLOCK;
const TICKS_PER_SECOND = 100;

if (LOG !== undefined) {
  const before = cpuSeconds();
  afterAll(() => {
    const { testPath = '' } = expect.getState();
    appendFileSync(LOG, `${(cpuSeconds() - before).toFixed(2)}\t${testPath}\n`);
  });
}

/** @returns the CPU time of this process and of the children that have ended; elsewhere than on Linux of this process alone */
function cpuSeconds(): number {
  try {
    // After the name of the program, which may hold spaces: the 12th to 15th field are user and system time, its own and its
    // children's.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 15);
    return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}
