// Runs the tests again and again while other processes keep the cores busy: a test that depends on the speed of the machine
// fails.
//   npm run test:beside-load -- [--times 10] [--load 8] [test/webhooks…]
// Without files it runs all of `npm test`, `npm run test:faults` and `npm run test:clients`; hours for ten times beside eight
// on two cores. Ends with 1 where a run failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs, styleText } from 'node:util';
import { spawnBound } from '../../bench/measure/bound-process.mjs';

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' }, load: { type: 'string', default: '8' } },
});

/** Never waits. It ends by itself when this script is gone, however that ended. */
const BUSY = `const parent = process.ppid;
  for (let until = 0; process.ppid === parent; ) if (Date.now() > until) until = Date.now() + 1000; else while (Date.now() < until);`;

const busy = Array.from({ length: Number(given.load) }, () =>
  spawn(process.execPath, ['-e', BUSY], { stdio: 'inherit' }),
);
let failed = 0;
try {
  for (let run = 1; run <= Number(given.times); run++) {
    const startedAt = Date.now();
    const codes = [await npm('test'), await npm('test:faults'), await npm('test:clients')];
    const passed = codes.every((code) => code === 0);
    if (!passed) failed++;
    const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
    const outcome = passed ? styleText('green', 'passed') : styleText('red', 'failed');
    process.stdout.write(
      `\nRun ${run} of ${given.times} ${outcome} in ${minutes} min beside a load of ${given.load}.\n`,
    );
  }
} finally {
  for (const one of busy) one.kill('SIGKILL');
}
process.exitCode = failed === 0 ? 0 : 1;

/** @returns the exit code of the script; null where a signal ended it */
async function npm(script) {
  const args = ['run', '--silent', script, '--', '--passWithNoTests', ...files];
  const env = { ...process.env, TEST_PATIENCE: given.load };
  const [code] = await once(spawnBound('npm', args, { stdio: ['ignore', 'inherit', 'inherit'], env }), 'exit');
  return code;
}
