import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { resolveFfmpeg } from '../../../src/adapters/ffmpeg/resolve-ffmpeg.js';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import { VoiceActivityDetector } from '../../../src/speech/listening/voice-activity.js';

const run = promisify(execFile);

export const repository = resolve(import.meta.dirname, '../../..');
/** Kept between test runs, so that the language model is downloaded once. */
export const cacheDir = join(repository, '.data', 'cache');

const time = z.number().int().nonnegative();
const referenceShape = z.strictObject({
  recordings: z.array(z.string()),
  synthetic: z.literal(true),
  agentChannel: z.literal(0),
  voices: z.strictObject({ agent: z.string(), customer: z.string() }),
  durationMs: time,
  turns: z.array(
    z.strictObject({
      speaker: z.enum(['agent', 'customer']),
      channel: z.number(),
      startMs: time,
      endMs: time,
      text: z.string(),
      words: z.array(z.string()),
    }),
  ),
  facts: z.array(
    z.strictObject({
      id: z.string(),
      finding: z.string(),
      speaker: z.enum(['agent', 'customer']),
      quote: z.string().nullable(),
      turn: time.nullable(),
      startMs: time.nullable(),
      endMs: time.nullable(),
    }),
  ),
});

export type SampleReference = z.infer<typeof referenceShape>;

export async function sampleReference(name: string): Promise<SampleReference> {
  const text = await readFile(join(repository, 'samples', `${name}.reference.json`), 'utf8');
  return referenceShape.parse(JSON.parse(text));
}

/** 16 kHz mono s16le of one channel of `samples/<recording>`. */
export async function decodeChannel(recording: string, channel: number, folder: string): Promise<string> {
  const { program } = await resolveFfmpeg(null);
  const pcmPath = join(folder, `${recording}.${channel}.pcm`);
  const input = join(repository, 'samples', recording);
  await run(program, [
    ...['-nostdin', '-loglevel', 'error', '-i', input, '-af', `pan=mono|c0=c${channel}`],
    ...['-ar', '16000', '-f', 's16le', '-y', pcmPath],
  ]);
  return pcmPath;
}

/** The pieces as the service cuts them for the recogniser. */
export async function speechIn(pcmPath: string): Promise<readonly SpeechSpan[]> {
  const bytes = await readFile(pcmPath);
  const detector = new VoiceActivityDetector();
  detector.push(new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)));
  return detector.finish().speech;
}
