// The program of the thread that corrects transcripts: that of a call of ten hours takes a second.
import { parentPort } from 'node:worker_threads';
import { type CorrectingTask, runTask } from './correcting-task.js';

/** From the same program: see `correcting.ts`. */
parentPort?.on('message', (task: CorrectingTask) => {
  parentPort?.postMessage(runTask(task));
});
