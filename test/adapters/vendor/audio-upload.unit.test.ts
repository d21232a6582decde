// The files that a provider gets of a piece. The decoder writes what it was given: encoding has tests of its own.
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type UploadFormat, wavDataUrl, withEncodedPiece } from '../../../src/adapters/vendor/audio-upload.js';
import { AudioDecoder, type EncodeRequest } from '../../../src/ports/audio-decoder.js';
import type { SpeechPiece } from '../../../src/ports/speech-to-text.js';

class CopyingDecoder extends AudioDecoder {
  readonly asked: Array<Omit<EncodeRequest, 'pcm' | 'path'>> = [];

  decode = () => expect.fail('nothing is decoded');
  playsExactly = () => expect.fail('no container is read');
  describe = () => expect.fail('no program is described');

  async encode({ pcm, path, ...asked }: EncodeRequest): Promise<void> {
    this.asked.push(asked);
    await writeFile(path, pcm);
  }
}

/** Second n of the recording is all bytes n. */
const PCM = Buffer.concat([1, 2, 3, 4].map((second) => Buffer.alloc(32_000, second)));
const HEADER = 44;
const { signal } = new AbortController();
let dir: string;
let scratchDir: string;
let pcmPath: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'audio-upload-'));
  pcmPath = join(dir, 'channel.pcm');
  await writeFile(pcmPath, PCM);
});
beforeEach(async () => {
  scratchDir = await mkdtemp(join(dir, 'scratch-'));
});
afterAll(() => rm(dir, { recursive: true }));

const pieceOf = (changes: Partial<SpeechPiece> = {}): SpeechPiece => ({
  channel: 0,
  startMs: 999.6,
  endMs: 3000.4,
  pcmPath,
  speech: [],
  ...changes,
});

async function upload(format: UploadFormat, changes?: Partial<SpeechPiece>) {
  const decoder = new CopyingDecoder();
  const file = await withEncodedPiece({ decoder, format }, pieceOf(changes), { scratchDir, signal }, async (given) => ({
    name: given.name,
    type: given.type,
    bytes: Buffer.from(await given.arrayBuffer()),
    scratch: await readdir(scratchDir),
  }));
  return { ...file, decoder };
}

/** Of mono PCM with 16 bits and 16,000 samples a second. */
function expectWavOf(file: Buffer, pcm: Buffer): void {
  expect(file.subarray(0, HEADER).toString('latin1'), 'the header of a wav file').toMatch(
    /^RIFF.{4}WAVEfmt .{20}data.{4}$/s,
  );
  const fields = [4, 16, 24, 28, 40].map((at) => file.readUInt32LE(at));
  expect(fields, 'length, form, samples and bytes a second, length of the samples').toEqual([
    36 + pcm.length,
    16,
    16_000,
    32_000,
    pcm.length,
  ]);
  const shorts = [20, 22, 32, 34].map((at) => file.readUInt16LE(at));
  expect(shorts, 'PCM, channels, bytes and bits a sample').toEqual([1, 1, 2, 16]);
  expect(file.subarray(HEADER)).toHaveBytes(pcm);
}

describe('a piece', () => {
  it('is a wav file of its samples, without a second copy on the disk', async () => {
    const { name, type, bytes, scratch, decoder } = await upload('wav');
    expect([name, type, scratch, decoder.asked]).toEqual(['call.wav', 'audio/wav', [], []]);
    expectWavOf(bytes, PCM.subarray(32_000, 96_000));
  });

  it.each(['ogg', 'flac'] as const)('is encoded to %s, in a file that is there until it is sent', async (format) => {
    const { name, type, bytes, scratch, decoder } = await upload(format);
    expect([name, type]).toEqual([`call.${format}`, `audio/${format}`]);
    expect(bytes).toHaveBytes(PCM.subarray(32_000, 96_000));
    expect(decoder.asked).toEqual([{ sampleRate: 16_000, format, signal }]);
    expect(scratch).toEqual([expect.stringMatching(new RegExp(`^piece-[0-9a-f-]{36}\\.${format}$`))]);
    expect(await readdir(scratchDir), 'recordings left on the disk').toEqual([]);
  });

  it('leaves no file behind when it cannot be sent', async () => {
    const encoder = { decoder: new CopyingDecoder(), format: 'ogg' } as const;
    const sending = withEncodedPiece(encoder, pieceOf(), { scratchDir, signal }, () => Promise.reject(new Error('no')));
    await expect(sending).rejects.toThrow('no');
    expect(await readdir(scratchDir), 'recordings left on the disk').toEqual([]);
  });

  it('that cannot be encoded fails its call for that reason', async () => {
    const decoder = new CopyingDecoder();
    const reason = new Error('no encoder');
    decoder.encode = () => Promise.reject(reason);
    const sending = withEncodedPiece({ decoder, format: 'ogg' }, pieceOf(), { scratchDir, signal }, () =>
      expect.fail('nothing is there to send'),
    );
    await expect(sending).rejects.toBe(reason);
  });

  it('is sent up to 24 MB, and fails its call beyond', async () => {
    const long = join(dir, 'long.pcm');
    await writeFile(long, '');
    await truncate(long, 24_000_000 - HEADER);
    const whole = { pcmPath: long, startMs: 0, endMs: 1_000_000 };
    expect((await upload('wav', whole)).bytes.length, 'bytes of the longest file').toBe(24_000_000);
    await truncate(long, 24_000_001 - HEADER);
    await expect(upload('wav', whole)).rejects.toMatchObject({
      message: 'A part of the recording is too large for the transcription provider.',
      code: 'too_large',
      retryable: false,
    });
  });
});

describe('the sample of a voice', () => {
  it('leaves no file open', async () => {
    const countOpen = async () => (await readdir('/dev/fd')).length;
    const before = await countOpen();
    await Promise.all([1, 2, 3].map(() => wavDataUrl(pcmPath, { startMs: 0, endMs: 1000 })));
    expect(await countOpen(), 'open files of the process').toBeLessThanOrEqual(before);
  });

  it('is a wav file in a data URL, and ends where the recording ends', async () => {
    const decoded = async (startMs: number, endMs: number) => {
      const [, data = ''] = /^data:audio\/wav;base64,(.+)$/.exec(await wavDataUrl(pcmPath, { startMs, endMs })) ?? [];
      return Buffer.from(data, 'base64');
    };
    expectWavOf(await decoded(999.6, 3000.4), PCM.subarray(32_000, 96_000));
    expectWavOf(await decoded(3000, 9000), PCM.subarray(96_000));
  });
});

it('a recording that cannot be opened is tried again, and its path stays secret', async () => {
  const gone = join(dir, 'gone.pcm');
  const readings = [
    () => upload('wav', { pcmPath: gone }),
    () => upload('ogg', { pcmPath: gone }),
    () => wavDataUrl(gone, { startMs: 0, endMs: 1000 }),
  ];
  for (const read of readings) {
    await expect(read()).rejects.toMatchObject({
      message: 'The audio could not be prepared for transcription',
      code: 'not_processable',
      retryable: true,
    });
  }
});
