import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredDurationMs } from '../../../src/recordings/receiving/declared-duration.js';
import {
  encodeAs,
  type FormatName,
  gsmWav,
  NINE_FORMATS,
  voice,
  wav,
  wavHeader,
} from '../../support/audio/audio-fixtures.js';

const recordings = new Map<FormatName, Buffer>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declared-'));
  const source = wav([voice(1000)]);
  for (const { name } of NINE_FORMATS) recordings.set(name, await readFile(await encodeAs(source, folder, name)));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function recording(name: FormatName): Buffer {
  const bytes = recordings.get(name);
  if (bytes === undefined) throw new Error(`${name} was not encoded`);
  return bytes;
}

describe('declared duration', () => {
  it('wav: bytes over byte rate, never more than the file can hold', () => {
    const bytes = wav([voice(1500), voice(1500)]);
    expect(declaredDurationMs(bytes, bytes.length, 'wav'), 'ms of a whole wav').toBe(1500);
    const claims = (dataBytes: number) => wavHeader({ dataBytes, channels: 2, sampleRate: 16_000 });
    expect(
      declaredDurationMs(claims(64_000_000), 44 + 64_000, 'wav'),
      'ms of a wav that claims more than it holds',
    ).toBe(1000);
    expect(declaredDurationMs(claims(0xffffffff), 44 + 64_000, 'wav'), 'ms of a wav of unknown length').toBe(1000);
    expect(declaredDurationMs(claims(0), 44 + 64_000, 'wav'), 'ms of a wav that claims to be empty').toBe(1000);
    expect(declaredDurationMs(gsmWav(50), gsmWav(50).length, 'wav'), 'ms of a wav in GSM').toBe(2000);
  });

  it('flac: samples over rate', () => {
    expect(declaredDurationMs(recording('flac'), recording('flac').length, 'flac'), 'ms of a flac').toBe(1000);
  });

  it('flac: nothing is declared behind fLaC unless STREAMINFO follows as the format asks [settled 20]', () => {
    const bytes = recording('flac');
    const declared = (edit: (head: Buffer) => unknown) => {
      const head = Buffer.from(bytes);
      edit(head);
      return declaredDurationMs(head, bytes.length, 'flac');
    };
    expect(
      declared(() => undefined),
      'ms of a flac as it came',
    ).toBe(1000);
    expect(declared((head) => head.fill(0xff, 4))).toBeNull();
    expect(declared((head) => head.writeUInt8(4, 4))).toBeNull();
    expect(declared((head) => head.writeUInt8(33, 7))).toBeNull();
    expect(declared((head) => head.writeUInt16BE(15, 8))).toBeNull();
    // More samples than frames of that size fit into the file.
    expect(declared((head) => head.writeUInt8(head.readUInt8(21) | 15, 21))).toBeNull();
  });

  it('wav: nothing is declared by a byte rate that contradicts the samples [settled 20]', () => {
    const bytes = wav([voice(1000)]);
    const declared = (edit: (head: Buffer) => void, size = bytes.length) => {
      const head = Buffer.from(bytes);
      edit(head);
      return declaredDurationMs(head, size, 'wav');
    };
    expect(
      declared(() => undefined),
      'ms of a wav as it came',
    ).toBe(1000);
    expect(declared((head) => head.writeUInt32LE(1, 28), 500_000_000)).toBeNull();
    expect(declared((head) => head.writeUInt16LE(0, 22))).toBeNull();
    expect(declared((head) => head.writeUInt32LE(3, 16))).toBeNull();
    expect(declared((head) => head.write('JUNK', 8, 'latin1'))).toBeNull();
  });

  it('garbage behind a magic number never declares a length [settled 20]', () => {
    const magics = [
      ...['fLaC', 'RIFF', 'RIFX', 'RF64', 'BW64', 'OggS\0', 'ID3\x03\0\0\0\0\0\0fLaC', '\0\0\0\x20ftypM4A '],
      ...[
        'fLaC\0\0\0\x22',
        'fLaC\x80\0\0\x22',
        '\x1a\x45\xdf\xa3',
        '\0\0\x01\xba',
        '\xff\xfb\x90\x64',
        'RIFF\xff\xff\xff\x7fWAVEfmt \x10\0\0\0',
      ],
    ].map((magic) => Buffer.from(magic, 'latin1'));
    const garbage = fc.oneof(
      fc.uint8Array({ minLength: 0, maxLength: 200 }),
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 200 }))
        .map(([byte, n]) => Buffer.alloc(n, byte)),
    );
    const kinds = ['flac', 'm4a', 'mp3', 'mp4', 'ogg', 'wav', 'webm'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...magics),
        garbage,
        fc.integer({ min: 0, max: 524_288_000 }),
        (magic, tail, size) => {
          const head = Buffer.concat([magic, tail]);
          for (const kind of kinds) expect(declaredDurationMs(head, Math.max(size, head.length), kind)).toBeNull();
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('is null where headers are unreliable', () => {
    for (const { name, reported } of NINE_FORMATS) {
      if (reported === 'wav' || reported === 'flac') continue;
      expect(declaredDurationMs(recording(name), recording(name).length, reported)).toBeNull();
    }
    expect(declaredDurationMs(Buffer.from('RIFF'), 4, 'wav')).toBeNull();
    expect(declaredDurationMs(Buffer.from('fLaC'), 4, 'flac')).toBeNull();
  });
});
