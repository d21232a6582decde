// The program of the thread that counts agreement: two thousand resamples must not block the event loop.
import { parentPort } from 'node:worker_threads';
import { type CountingTask, countAgreement } from './counting-task.js';

/** From the same program: see `counting.ts`. */
parentPort?.on('message', (task: CountingTask) => {
  parentPort?.postMessage(countAgreement(task));
});
