// An ffmpeg decoder as the service runs it, with a temporary folder, for the tests of one file.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { MediaLauncher } from '../../../src/adapters/ffmpeg/media-launcher.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { builtFile } from '../processes/build.js';
import { eventually } from '../processes/eventually.js';
import { ffmpegForTests } from './audio-fixtures.js';

export const HOUR_MS = 3_600_000;

export interface DecodeOptions {
  /** Default one hour. */
  readonly maxDurationMs?: number;
  readonly signal?: AbortSignal;
  /** Default the real one. */
  readonly by?: FfmpegAudioDecoder;
}

/**
 * Registers its own hooks; the functions work within the tests.
 * @param launcherPath the program of the launcher, by default the service's
 */
export function useDecoder(launcherPath = builtFile('src/adapters/ffmpeg/media-launcher.process.js')) {
  const launcher = new MediaLauncher(launcherPath);
  const { launch } = launcher;
  let folder: string;
  let program: string;
  let folders = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decoder-'));
    program = await ffmpegForTests();
  });
  afterAll(async () => {
    await launcher.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function newFolder(): Promise<string> {
    const path = join(folder, String(folders++));
    await mkdir(path);
    return path;
  }

  /** Writes the bytes into a new folder. */
  async function storeFile(bytes: Buffer | string, name = 'recording'): Promise<string> {
    const path = join(await newFolder(), name);
    await writeFile(path, bytes);
    return path;
  }

  const decoderOf = (path: string, stallTimeoutMs?: number) =>
    new FfmpegAudioDecoder({ program: path, stallTimeoutMs, launch });

  return {
    newFolder,
    storeFile,
    decoderOf,
    program: () => program,
    decoder: () => decoderOf(program),

    async decode(path: string, options: DecodeOptions = {}) {
      const { maxDurationMs = HOUR_MS, signal = new AbortController().signal, by = decoderOf(program) } = options;
      const audio = await by.decode({ path, sampleRate: 16_000, maxDurationMs, signal });
      const bytes = await buffer(audio.pcm);
      const { damaged } = await audio.report;
      return {
        channels: audio.channels,
        tracks: audio.tracks,
        durationMs: bytes.length / audio.channels / 32,
        bytes,
        damaged,
      };
    },

    /** A decoder whose ffmpeg is a shell script: what a broken or hanging program does to the adapter. */
    async scriptedDecoder(body: string, stallTimeoutMs?: number): Promise<FfmpegAudioDecoder> {
      const path = await storeFile(`#!/bin/sh\n${body}\n`, 'ffmpeg');
      await chmod(path, 0o755);
      return decoderOf(path, stallTimeoutMs);
    },
  };
}

export async function failureOf(action: Promise<unknown>): Promise<ProviderError> {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

/** Process id. The script puts it into the name of an empty file, because a decoder may not write to a file. */
export function pidIn(folder: string): Promise<number> {
  return eventually(async () => {
    const name = (await readdir(folder)).find((each) => each.startsWith('pid-'));
    expect(name).toBeDefined();
    return Number(name?.slice(4));
  });
}

/** Of scripts that write their process ids. One that was killed before it wrote it is gone too. */
export async function expectAllGone(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith('pid-')) expectGone(Number(name.slice(4)));
}

export function expectGone(pid: number): void {
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}
