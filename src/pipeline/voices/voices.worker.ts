// The program of the thread in which voices are told apart: minutes of arithmetic that the event loop must not wait for.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { tellVoices } from './tell-voices.js';

const taskShape = z.object({
  pcmPath: z.string(),
  speech: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
});

const { pcmPath, speech } = taskShape.parse(workerData);
parentPort?.postMessage(await tellVoices(pcmPath, speech));
