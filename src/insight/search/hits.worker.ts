// The program of the thread that finds hits in long calls: they must not block the event loop.
import { parentPort } from 'node:worker_threads';
import { type HitsTask, runHitsTask } from './hits-task.js';

/** From the same program: see `hits.ts`. */
parentPort?.on('message', (task: HitsTask) => {
  parentPort?.postMessage(runHitsTask(task));
});
