// Three seconds of the sample call, as the pipeline hands speech to engines.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FfmpegAudioDecoder } from '../../adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { MediaLauncher } from '../../adapters/ffmpeg/media-launcher.js';
import { resolveFfmpeg } from '../../adapters/ffmpeg/resolve-ffmpeg.js';
import { findRecording } from '../demo/demo-recording.js';

const BYTES = 2;
/** The agent, on the first of two channels, begins to speak at 0.66 s. */
const PIECE = { startMs: 600, endMs: 3_600, speech: [{ startMs: 660, endMs: 3_600 }] };

export type SampleCall = Awaited<ReturnType<typeof openSampleCall>>;

/** @throws Error without ffmpeg or without samples, ProviderError of the decoder */
export async function openSampleCall(ffmpegPath: string | null) {
  const { program } = await resolveFfmpeg(ffmpegPath);
  const path = findRecording(null);
  const launcher = new MediaLauncher();
  const decoder = new FfmpegAudioDecoder({ program, launch: launcher.launch });
  const scratchDir = await mkdtemp(join(tmpdir(), 'engines-check-'));
  const close = async () => {
    await launcher.close();
    await rm(scratchDir, { recursive: true });
  };
  try {
    const request = { path, sampleRate: 16_000, maxDurationMs: PIECE.endMs, signal: AbortSignal.timeout(60_000) };
    const { pcm, report, channels } = await decoder.decode(request);
    const [samples] = await Promise.all([buffer(pcm), report]);
    const agent = Buffer.alloc(samples.length / channels);
    for (let at = 0; at < agent.length; at += BYTES) agent.writeInt16LE(samples.readInt16LE(at * channels), at);
    const pcmPath = join(scratchDir, 'agent.pcm');
    await writeFile(pcmPath, agent);
    return { decoder, scratchDir, pieceOf: (channel: number | null) => ({ ...PIECE, channel, pcmPath }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
