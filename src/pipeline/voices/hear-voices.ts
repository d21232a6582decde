// Voices told apart in a thread of their own, which ends with the run that asked.
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { Voices } from './tell-voices.js';

/** Measured 0.01 CPU seconds a second of audio; a machine may be thirty times as busy. */
const TIMEOUT = { perAudio: 0.3, startMs: 60_000 };
/** Beside the samples in flight, which are bounded by themselves: plain objects, of which there are few. */
const MOST_HEAP_MB = 256;

const voicesShape = z.object({
  turns: z.array(z.object({ startMs: z.number(), endMs: z.number(), voice: z.union([z.literal(0), z.literal(1)]) })),
  separation: z.number(),
});

export interface HearVoicesOptions {
  readonly signal: AbortSignal;
  /** Program of the thread; default the compiled file. */
  readonly workerPath?: string;
  readonly timeoutMs?: number;
}

/** As `tellVoices`, off the event loop. Rejects with the signal's reason, or when the thread fails or takes too long. */
export async function hearVoices(
  pcmPath: string,
  speech: readonly SpeechSpan[],
  { signal, workerPath = threadProgram(import.meta.dirname, 'voices.worker.js'), timeoutMs }: HearVoicesOptions,
): Promise<Voices> {
  signal.throwIfAborted();
  const audioMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const worker = new Worker(workerPath, {
    workerData: { pcmPath: resolve(pcmPath), speech: speech.map(({ startMs, endMs }) => ({ startMs, endMs })) },
    // Nothing of the service's environment: it holds secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new Error('Telling the voices apart took too long')),
    timeoutMs ?? TIMEOUT.startMs + TIMEOUT.perAudio * audioMs,
  );
  const ended = AbortSignal.any([signal, limit.signal]);
  try {
    return await new Promise<Voices>((done, fail) => {
      ended.addEventListener('abort', () => fail(ended.reason), { once: true });
      worker.once('message', (message: unknown) => {
        const voices = voicesShape.safeParse(message);
        if (voices.success) done(voices.data);
        else fail(new Error('The thread that tells voices apart gave an unusable answer', { cause: voices.error }));
      });
      worker.once('error', fail);
      worker.once('exit', () => fail(new Error('The thread that tells voices apart ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
