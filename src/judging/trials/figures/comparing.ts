// Compares hearings of a call: short ones at once, long ones in a thread, which computes the figures of trials too.
import { Injectable } from '@nestjs/common';
import { TaskThreads } from '../../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../../platform/concurrency/thread-program.js';
import { type ComparingTask, type Comparison, compareHearings } from './comparing-task.js';
import type { FiguresTask, TrialFigures } from './figures-task.js';

/** Characters of both hearings that are compared on the event loop, within some milliseconds; of three minutes or so. */
const MAX_HERE = 6_000;
/** Two hearings of ten hours take some seconds of a core alone. */
const TIMEOUT_MS = 120_000;

@Injectable()
export class Comparing {
  private readonly threads: TaskThreads;

  /** @param workerPath program of the thread; default: the compiled `comparing.worker.js` */
  constructor(workerPath: string = threadProgram(import.meta.dirname, 'comparing.worker.js')) {
    this.threads = new TaskThreads({
      path: workerPath,
      name: 'The thread that compares hearings',
      maxHeapMb: 512,
      idleMs: 30_000,
    });
  }

  /** @throws reason of the signal; Error where it takes too long */
  figures(task: FiguresTask, signal: AbortSignal): Promise<TrialFigures> {
    return this.threads.run<TrialFigures>(task, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
  }

  /** @throws reason of the signal; Error where it takes too long */
  async compare(task: ComparingTask, signal: AbortSignal): Promise<Comparison> {
    signal.throwIfAborted();
    const characters = [...task.said, ...task.heard].reduce((all, { length }) => all + length, 0);
    if (characters <= MAX_HERE) return compareHearings(task);
    return this.threads.run<Comparison>(task, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
  }
}
