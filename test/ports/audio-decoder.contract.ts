// The cases that every implementation of AudioDecoder must pass. The test file of each adapter registers them.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { AudioDecoder, DecodedAudio } from '../../src/ports/audio-decoder.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { isCase, type NoCase } from './no-case.js';

/** A decoder and the recording that it is given, alone in its folder. */
export interface Recording {
  readonly decoder: AudioDecoder;
  readonly path: string;
}

export interface AudioDecoderSetup {
  /** An undamaged recording of 16,000 samples a second; at most so many channels. */
  recording(channels: number, durationMs: number): Promise<Recording>;
  readonly maxChannels: number;
  /** A decoder that works on the recording, and gives nothing yet. */
  readonly stuck: (() => Promise<StuckDecoding>) | NoCase;
  /** Recordings and programs with which no decoding succeeds. */
  readonly failures: readonly DecodingFailure[] | NoCase;
  /** A decoder, and a folder of its own to encode into. */
  readonly encoder: (() => Promise<{ readonly decoder: AudioDecoder; readonly folder: string }>) | NoCase;
}

export interface StuckDecoding extends Recording {
  /** Resolves once the decoder works. */
  started(): Promise<unknown>;
  /** Fails unless nothing of the work goes on. */
  expectStopped(): Promise<void>;
}

export interface DecodingFailure {
  readonly what: string;
  readonly retryable: boolean;
  recording(): Promise<Recording>;
}

const HOUR_MS = 3_600_000;
const CANCELLED = new Error('cancelled');
const never = () => new AbortController().signal;

export function describeAudioDecoder(name: string, setup: AudioDecoderSetup): void {
  describe(`the contract of AudioDecoder: ${name}`, () => {
    describeSamples(setup);
    describeAborts(setup);
    if (isCase(setup.failures)) describeFailures(setup.failures);
    if (isCase(setup.encoder)) describeEncoder(setup.encoder);
  });
}

function describeSamples({ recording, maxChannels }: AudioDecoderSetup): void {
  it('names the decoder in one line', async () => {
    const { decoder } = await recording(1, 10);
    expect(await decoder.describe(), 'the start-up summary needs a line').toMatch(/^\S[^\n]*$/);
  });

  const layouts = [
    [1, 8_000],
    [2, 16_000],
    [6, 48_000],
  ] as const;
  it.each(layouts.filter(([channels]) => channels <= maxChannels))(
    'gives the samples of %i channels at %i a second, and reports no damage',
    async (channels, sampleRate) => {
      const audio = await decode(await recording(channels, 1000), { sampleRate });
      const { length } = await buffer(audio.pcm);
      expect(audio.channels, 'the channels').toBe(channels);
      expect(length % (2 * channels), 'bytes of a sample that lacks a channel').toBe(0);
      expect(Math.abs(length / (2 * channels) - sampleRate), 'samples too many or too few').toBeLessThan(
        sampleRate / 100,
      );
      expect(await audio.report).toEqual({ damaged: false });
    },
  );

  it('cuts the output at the maximum, to the sample', async () => {
    const audio = await decode(await recording(1, 2000), { maxDurationMs: 1234 });
    expect((await buffer(audio.pcm)).length, 'bytes').toBe(1234 * 16 * 2);
    expect(await audio.report, 'what the caller cut off passes for damage').toEqual({ damaged: false });
  });

  it('reports nothing before the samples have been read', async () => {
    const audio = await decode(await recording(1, HOUR_MS));
    const unread = new Promise((resolve) => setImmediate(() => resolve('not yet')));
    expect(await Promise.race([audio.report, unread]), 'a report without samples').toBe('not yet');
    audio.pcm.destroy();
    await audio.report.catch(() => undefined);
  });

  it('takes a reader that stops half way for an interruption, which may be tried again', async () => {
    const audio = await decode(await recording(1, HOUR_MS));
    for await (const chunk of audio.pcm) if (chunk.length > 0) break;
    const error = await rejectionOf(audio.report, 'half a recording passes for decoded');
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ retryable: true });
  });
}

function describeAborts({ recording, stuck }: AudioDecoderSetup): void {
  it("rejects with the signal's reason when it was aborted before", async () => {
    const decoding = decode(await recording(1, 10), { signal: AbortSignal.abort(CANCELLED) });
    await expect(decoding, 'a call that was given up is decoded').rejects.toBe(CANCELLED);
  });

  it("samples and report reject with the signal's reason when it is aborted in the middle", async () => {
    const stop = new AbortController();
    const audio = await decode(await recording(1, HOUR_MS), { signal: stop.signal });
    const reading = (async () => {
      for await (const chunk of audio.pcm) if (chunk.length > 0) stop.abort(CANCELLED);
    })();
    await expect(reading, 'a call that was given up is decoded to its end').rejects.toBe(CANCELLED);
    await expect(audio.report, 'a call that was given up is reported as decoded').rejects.toBe(CANCELLED);
  });

  it('reports a recording that was read to its end, although it is aborted then', async () => {
    const stop = new AbortController();
    const audio = await decode(await recording(1, 100), { signal: stop.signal });
    const { length } = await buffer(audio.pcm);
    stop.abort(CANCELLED);
    expect(length, 'bytes').toBe(3200);
    expect(await audio.report).toEqual({ damaged: false });
  });

  if (!isCase(stuck)) return;
  it("rejects with the signal's reason when it is aborted before the first sample, and works no more", async () => {
    const given = await stuck();
    const stop = new AbortController();
    const decoding = decode(given, { signal: stop.signal });
    await Promise.race([given.started(), decoding]);
    stop.abort(CANCELLED);
    await expect(decoding, 'a call that was given up is still decoded').rejects.toBe(CANCELLED);
    await given.expectStopped();
  });
}

function describeFailures(failures: readonly DecodingFailure[]): void {
  const cases = failures.map((each) => [each.what, each] as const);
  it.each(cases)('reports as a ProviderError: %s', async (what, { retryable, recording }) => {
    const given = await recording();
    const folder = dirname(given.path);
    const before = await readdir(folder).catch(() => null);
    const decoding = decode(given).then(async (audio) => {
      await buffer(audio.pcm).catch(() => undefined);
      return audio.report;
    });
    const error = await rejectionOf(decoding, `${what}, and the recording passes for decoded`);
    expect(error, `${what}, and the error is no ProviderError`).toBeInstanceOf(ProviderError);
    expect(error, `${what}, and the call is ${retryable ? 'given up' : 'tried again'}`).toMatchObject({ retryable });
    expect(String(error), 'the error is not one sentence').toMatch(/^ProviderError: [A-Z][^\n]*$/);
    expect(String(error), 'the error tells a path').not.toContain(folder);
    expect(await readdir(folder).catch(() => null), 'a file is left behind').toEqual(before);
  });
}

/** Two seconds. */
const TONE = Buffer.from(Int16Array.from({ length: 32_000 }, (_, index) => 8000 * Math.sin(index / 7)).buffer);
const FORMATS = ['flac', 'ogg'] as const;
type Encoder = Exclude<AudioDecoderSetup['encoder'], NoCase>;

function describeEncoder(encoder: Encoder): void {
  it.each(FORMATS)('writes %s that decodes to the same length, and no other file', async (format) => {
    const { decoder, folder } = await encoder();
    const path = join(folder, `piece.${format}`);
    await decoder.encode({ pcm: Readable.from([TONE]), sampleRate: 16_000, format, path, signal: never() });
    expect(await readdir(folder)).toEqual([`piece.${format}`]);
    const audio = await decode({ decoder, path });
    const samples = await buffer(audio.pcm);
    expect(audio.channels, 'channels of the piece').toBe(1);
    expect(Math.abs(samples.length / 32 - 2000), 'milliseconds too many or too few').toBeLessThan(30);
    if (format === 'flac') expect(samples.equals(TONE), 'flac gives the samples that it was given').toBe(true);
  });

  it("rejects with the signal's reason when it was aborted before, and writes nothing", async () => {
    const { decoder, folder } = await encoder();
    const pcm = Readable.from([TONE]);
    const request = { pcm, sampleRate: 16_000, format: 'flac', path: join(folder, 'piece.flac') } as const;
    const encoding = decoder.encode({ ...request, signal: AbortSignal.abort(CANCELLED) });
    await expect(encoding, 'a piece that was given up is encoded').rejects.toBe(CANCELLED);
    expect(await readdir(folder), 'a file is left behind').toEqual([]);
  });

  it.each([
    ['in the middle', endlessly],
    ['with the last samples', lastly],
  ])("rejects with the signal's reason when it is aborted %s, and leaves no file", async (when, source) => {
    const { decoder, folder } = await encoder();
    const stop = new AbortController();
    const pcm = Readable.from(source(() => stop.abort(CANCELLED)));
    const request = { pcm, sampleRate: 16_000, format: 'flac', path: join(folder, 'piece.flac') } as const;
    const encoding = decoder.encode({ ...request, signal: stop.signal });
    await expect(encoding, `a piece that was given up ${when} is encoded`).rejects.toBe(CANCELLED);
    expect(await readdir(folder), 'a file is left behind').toEqual([]);
  });

  it.each([
    ['a source that breaks', new Error('disk gone'), expect.any(ProviderError)],
    ['a source with an error of its own', OWN_ERROR, OWN_ERROR],
  ])('reports as a ProviderError: %s', async (what, thrown, expected) => {
    const { decoder, folder } = await encoder();
    const path = join(folder, 'piece.flac');
    const encoding = decoder.encode({ pcm: broken(thrown), sampleRate: 16_000, format: 'flac', path, signal: never() });
    const error = await rejectionOf(encoding, `${what}, and the piece passes for encoded`);
    expect(error).toEqual(expected);
    expect(error).toMatchObject({ retryable: true, message: expect.not.stringContaining('disk gone') });
    expect(await readdir(folder), 'a file is left behind').toEqual([]);
  });
}

const OWN_ERROR = new ProviderError('The store is away', { retryable: true });

function* endlessly(stop: () => void): Iterable<Buffer> {
  for (let chunk = 0; ; chunk++) {
    if (chunk === 20) stop();
    yield Buffer.alloc(65_536);
  }
}

function* lastly(stop: () => void): Iterable<Buffer> {
  yield Buffer.alloc(65_536);
  stop();
}

function broken(error: Error): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.alloc(1000);
      throw error;
    })(),
  );
}

interface DecodeChanges {
  readonly sampleRate?: number;
  readonly maxDurationMs?: number;
  readonly signal?: AbortSignal;
}

const decode = ({ decoder, path }: Recording, changes: DecodeChanges = {}): Promise<DecodedAudio> =>
  decoder.decode({ path, sampleRate: 16_000, maxDurationMs: 2 * HOUR_MS, signal: never(), ...changes });

async function rejectionOf(promise: Promise<unknown>, otherwise: string): Promise<unknown> {
  return promise.then(
    () => expect.fail(otherwise),
    (reason: unknown) => reason,
  );
}
