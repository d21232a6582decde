// How much longer than the machine for which the bounds are set this one takes for the same work, while the tests run. CPU seconds
// grow with what else runs on a host, without which a bound on them would tell of the host instead of the tests.
import { spawn } from 'node:child_process';

/** A new process that loads one of the largest packages: much like what a test file does before its first test. */
const WORK =
  "require('typeorm'); const { userCPUTime, systemCPUTime } = process.resourceUsage(); console.log(userCPUTime + systemCPUTime)";
/** What the work takes there, beside the tests. */
const REFERENCE_CPU_SECONDS = 0.35;
const EVERY_MS = 30_000;

/** Does the work again and again. @returns a function that ends it, and gives how many times as long it took (1 where it never ended) */
export function startMeasuring() {
  const samples = [];
  const measure = async () => samples.push(await cpuSecondsOfWork());
  void measure();
  const timer = setInterval(measure, EVERY_MS);
  return () => {
    clearInterval(timer);
    return slownessOf(samples.filter(Number.isFinite));
  };
}

/** @param samples CPU seconds of the work; one that was measured beside a burst of something else counts for no more than another */
export function slownessOf(samples) {
  if (samples.length === 0) return 1;
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] / REFERENCE_CPU_SECONDS;
}

async function cpuSecondsOfWork() {
  const child = spawn(process.execPath, ['-e', WORK], { stdio: ['ignore', 'pipe', 'ignore'] });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return told === '' ? Number.NaN : Number(told) / 1_000_000;
}
