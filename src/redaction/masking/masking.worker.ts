// The program of the thread that masks.
import { parentPort } from 'node:worker_threads';
import { type MaskingTask, runTask } from './masking-task.js';

/** From the same program: see `masking.ts`. */
parentPort?.on('message', (task: MaskingTask) => {
  parentPort?.postMessage(runTask(task));
});
