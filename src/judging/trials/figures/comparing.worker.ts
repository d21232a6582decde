// The program of the thread that compares long hearings, and computes the figures of trials: both would block the event loop.
import { parentPort } from 'node:worker_threads';
import { type ComparingTask, compareHearings } from './comparing-task.js';
import { type FiguresTask, figuresOf } from './figures-task.js';

/** From the same program: see `comparing.ts`. */
parentPort?.on('message', (task: ComparingTask | FiguresTask) => {
  parentPort?.postMessage('engines' in task ? figuresOf(task) : compareHearings(task));
});
