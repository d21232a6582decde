// The program of the child process that holds a sherpa-onnx model: a damaged model crashes this process, not the service.
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';

const SAMPLE_RATE = 16_000;
const BYTES_PER_MS = 32;

interface Recogniser {
  createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
  decodeAsync(stream: unknown): Promise<unknown>;
}

interface SherpaOnnx {
  OfflineRecognizer: { createAsync(config: unknown): Promise<Recogniser> };
}

const requestShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('load'), config: z.unknown() }),
  z.object({
    type: z.literal('decode'),
    pcmPath: z.string(),
    spans: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
  }),
]);

let recogniser: Recogniser | null = null;

async function load(config: unknown): Promise<void> {
  // The package has no types of its own and is CommonJS.
  const sherpa: SherpaOnnx = createRequire(import.meta.url)('sherpa-onnx-node');
  recogniser = await sherpa.OfflineRecognizer.createAsync(config);
}

async function decode(pcmPath: string, spans: readonly { startMs: number; endMs: number }[]): Promise<unknown[]> {
  if (recogniser === null) throw new Error('no model is loaded');
  const file = await open(pcmPath);
  try {
    const results = [];
    for (const { startMs, endMs } of spans) {
      const bytes = Buffer.alloc((endMs - startMs) * BYTES_PER_MS);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, startMs * BYTES_PER_MS);
      const samples = Float32Array.from(
        { length: bytesRead >> 1 },
        (_, index) => bytes.readInt16LE(index * 2) / 32_768,
      );
      const stream = recogniser.createStream();
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
      results.push(await recogniser.decodeAsync(stream));
    }
    return results;
  } finally {
    await file.close();
  }
}

async function answer(message: unknown): Promise<object> {
  const request = requestShape.parse(message);
  if (request.type === 'decode') return { type: 'decoded', results: await decode(request.pcmPath, request.spans) };
  await load(request.config);
  return { type: 'loaded' };
}

process.on('message', (message) => {
  void answer(message)
    .catch((error: unknown) => ({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }))
    .then((reply) => process.send?.(reply));
});
// The service has ended, for whatever reason.
process.on('disconnect', () => process.exit(0));
