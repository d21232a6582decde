// Runs diarization in a worker thread of its own. The thread ends with the call run that started it.
import { resolve } from 'node:path';
import { z } from 'zod';
import { TaskThreads } from '../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { timeLimit } from '../../platform/concurrency/time-limit.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { Diarization } from './diarization.js';

/** Diarization takes 0.007 CPU seconds per second of speech; the time-out allows forty times that for a busy machine. */
const TIMEOUT_PER_AUDIO = 0.3;
const START_TIMEOUT_MS = 60_000;
/** Only small objects are on the heap: samples and cepstra are typed arrays, which this limit does not count. */
const MAX_HEAP_MB = 256;

const diarizationShape = z.object({
  turns: z.array(z.object({ startMs: z.number(), endMs: z.number(), voice: z.union([z.literal(0), z.literal(1)]) })),
  separation: z.number(),
});

export interface DiarizeInThreadOptions {
  readonly signal: AbortSignal;
  /** Program of the thread; default: the compiled `diarization.worker.js`. */
  readonly workerPath?: string;
  /** Default: depends on the length of the speech. */
  readonly timeoutMs?: number;
}

/** Runs `diarize` off the event loop. Rejects with the signal's reason, or when the thread fails or times out. */
export async function diarizeInThread(
  pcmPath: string,
  speech: readonly SpeechSpan[],
  {
    signal,
    workerPath = threadProgram(import.meta.dirname, 'diarization.worker.js'),
    timeoutMs,
  }: DiarizeInThreadOptions,
): Promise<Diarization> {
  signal.throwIfAborted();
  const speechMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const threads = new TaskThreads({
    path: workerPath,
    name: 'The diarization thread',
    maxHeapMb: MAX_HEAP_MB,
    idleMs: 0,
  });
  const { signal: ended, clear } = timeLimit(timeoutMs ?? START_TIMEOUT_MS + TIMEOUT_PER_AUDIO * speechMs, {
    signal,
    reason: new Error('Diarization took too long'),
  });
  try {
    const task = { pcmPath: resolve(pcmPath), speech: speech.map(({ startMs, endMs }) => ({ startMs, endMs })) };
    const result = diarizationShape.safeParse(await threads.run<unknown>(task, ended));
    if (!result.success) throw new Error('The diarization thread gave an unusable answer', { cause: result.error });
    return result.data;
  } finally {
    clear();
  }
}
