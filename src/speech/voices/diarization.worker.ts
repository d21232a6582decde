// The program of the diarization thread: seconds to minutes of arithmetic that must not block the event loop.
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { diarize } from './diarization.js';

const taskShape = z.object({
  pcmPath: z.string(),
  speech: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
});

parentPort?.once('message', (task: unknown) => void answer(task));

async function answer(task: unknown): Promise<void> {
  const { pcmPath, speech } = taskShape.parse(task);
  parentPort?.postMessage(await diarize(pcmPath, speech));
}
