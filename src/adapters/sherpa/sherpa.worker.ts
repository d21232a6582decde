// The program of the child process that holds models of sherpa-onnx: a damaged model crashes this process, not the service.
// A thread of it runs the models. The main thread stays free, to notice at once that the service has ended.
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { z } from 'zod';

const SAMPLE_RATE = 16_000;
const BYTES_PER_MS = 32;
/** Samples read from the file at a time while a whole recording is loaded: one minute. */
const READ_MS = 60_000;

interface Stream {
  readonly handle: unknown;
  acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
}

interface Recogniser {
  readonly handle: unknown;
  createStream(): Stream;
}

interface Diarizer {
  process(samples: Float32Array): unknown;
}

interface SherpaOnnx {
  OfflineRecognizer: { createAsync(config: unknown): Promise<Recogniser> };
  OfflineSpeakerDiarization: new (config: unknown) => Diarizer;
}

/**
 * What lies below `OfflineRecognizer.decodeAsync`: it answers in JSON, which the latter parses and cannot where a number is
 * NaN.
 */
interface Addon {
  decodeOfflineStreamAsync(recogniser: unknown, stream: unknown): Promise<string>;
}

const spanShape = z.object({ startMs: z.number(), endMs: z.number() });
const requestShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('load'), recogniser: z.unknown() }),
  z.object({ type: z.literal('load-diarizer'), diarizer: z.unknown() }),
  z.object({ type: z.literal('decode'), pcmPath: z.string(), spans: z.array(spanShape) }),
  z.object({ type: z.literal('diarize'), pcmPath: z.string(), endMs: z.number() }),
]);

// The package has no types of its own and is CommonJS.
const load = createRequire(import.meta.url);
let recogniser: Recogniser | null = null;
let diarizer: Diarizer | null = null;

/** Samples from -1 to 1 from `startMs`, fewer where the file ends. */
async function readSamples(pcmPath: string, startMs: number, endMs: number): Promise<Float32Array> {
  const file = await open(pcmPath);
  try {
    const samples = new Float32Array((endMs - startMs) * (BYTES_PER_MS / 2));
    let count = 0;
    for (let fromMs = startMs; fromMs < endMs; fromMs += READ_MS) {
      const bytes = Buffer.alloc((Math.min(endMs, fromMs + READ_MS) - fromMs) * BYTES_PER_MS);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, fromMs * BYTES_PER_MS);
      for (let at = 0; at + 1 < bytesRead; at += 2) samples[count++] = bytes.readInt16LE(at) / 32_768;
      if (bytesRead < bytes.length) break;
    }
    return samples.subarray(0, count);
  } finally {
    await file.close();
  }
}

async function decode(pcmPath: string, spans: readonly z.infer<typeof spanShape>[]): Promise<unknown[]> {
  if (recogniser === null) throw new Error('no recogniser is loaded');
  const addon: Addon = load('sherpa-onnx-node/addon.js');
  const results = [];
  for (const { startMs, endMs } of spans) {
    const stream = recogniser.createStream();
    stream.acceptWaveform({ samples: await readSamples(pcmPath, startMs, endMs), sampleRate: SAMPLE_RATE });
    results.push(parseResult(await addon.decodeOfflineStreamAsync(recogniser.handle, stream.handle)));
  }
  return results;
}

/** The library prints a number that is none as `nan` or `-inf`; such numbers become null. */
function parseResult(json: string): unknown {
  const numbers = /"(?:timestamps|durations|ys_log_probs)": ?\[[^\]]*\]/g;
  return JSON.parse(json.replace(numbers, (list) => list.replace(/-?(?:nan|inf)/g, 'null')));
}

async function answer(message: unknown): Promise<object> {
  const request = requestShape.parse(message);
  switch (request.type) {
    case 'load': {
      const sherpa: SherpaOnnx = load('sherpa-onnx-node');
      recogniser = await sherpa.OfflineRecognizer.createAsync(request.recogniser);
      return { type: 'loaded' };
    }
    case 'load-diarizer': {
      const sherpa: SherpaOnnx = load('sherpa-onnx-node');
      diarizer = new sherpa.OfflineSpeakerDiarization(request.diarizer);
      return { type: 'loaded' };
    }
    case 'decode':
      return { type: 'decoded', results: await decode(request.pcmPath, request.spans) };
    case 'diarize': {
      if (diarizer === null) throw new Error('no diarizer is loaded');
      return { type: 'diarized', segments: diarizer.process(await readSamples(request.pcmPath, 0, request.endMs)) };
    }
  }
}

function runModels(service: NonNullable<typeof parentPort>): void {
  service.on('message', (message: unknown) => {
    void answer(message)
      .catch((error: unknown) => ({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }))
      .then((reply) => service.postMessage(reply));
  });
}

/** Hands the requests to the thread, and its replies to the service. */
function watchService(): void {
  const models = new Worker(import.meta.filename);
  process.on('message', (message) => models.postMessage(message));
  models.on('message', (reply: object) => process.send?.(reply));
  // The service has ended, for whatever reason. `process.exit` would wait until the models have done: an hour takes minutes.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

if (isMainThread) watchService();
else if (parentPort) runModels(parentPort);
