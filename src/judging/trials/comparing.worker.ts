// The program of the thread that compares long hearings: they must not block the event loop.
import { parentPort } from 'node:worker_threads';
import { type ComparingTask, compareHearings } from './comparing-task.js';

/** From the same program: see `comparing.ts`. */
parentPort?.on('message', (task: ComparingTask) => {
  parentPort?.postMessage(compareHearings(task));
});
