// The program of the thread that counts agreement: two thousand resamples must not block the event loop.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import {
  type CountingTask,
  countAgreement,
  countDrift,
  countGate,
  type DriftTask,
  type GateTask,
} from './counting-task.js';

/** Requests go first: counting takes a second of a core. Elsewhere than on Linux the value would slow down the whole service. */
if (process.platform === 'linux') setPriority(10);

/** From the same program: see `counting.ts`. */
parentPort?.on('message', (task: CountingTask | GateTask | DriftTask) => {
  if ('watched' in task) parentPort?.postMessage(countDrift(task));
  else parentPort?.postMessage('between' in task ? countAgreement(task) : countGate(task));
});
