// The program of the diarization thread: seconds to minutes of arithmetic that must not block the event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { diarize } from './diarization.js';

const taskShape = z.object({
  pcmPath: z.string(),
  speech: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
});

const { pcmPath, speech } = taskShape.parse(workerData);
parentPort?.postMessage(await diarize(pcmPath, speech));
