// The program of the thread that judges calls by scorecards: the patterns of an account must not block the event loop.
import { parentPort } from 'node:worker_threads';
import { type JudgingTask, TaskRunner } from './judging-task.js';

const runner = new TaskRunner();

/** From the same program: see `judging.ts`. */
parentPort?.on('message', (task: JudgingTask) => {
  parentPort?.postMessage(runner.run(task));
});
