import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AudioFormatHints,
  SNIFF_BYTES,
  sniffAudioFormat,
} from '../../../src/recordings/receiving/audio-format.js';
import {
  bytesOf,
  encodeAs,
  encodeWith,
  type FormatName,
  gsmWav,
  NINE_FORMATS,
  noise,
  voice,
  wav,
} from '../../support/audio/audio-fixtures.js';
import { apeTag, id3v2 } from '../../support/audio/recorder-files.js';

const NO_HINTS: AudioFormatHints = { fileName: null, mimeType: null };
const LIES = { fileName: 'report.pdf', mimeType: 'text/html' };
const recordings = new Map<FormatName, Buffer>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'format-'));
  const source = wav([voice(1000)]);
  for (const { name } of NINE_FORMATS) recordings.set(name, await readFile(await encodeAs(source, folder, name)));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function recording(name: FormatName): Buffer {
  return recordings.get(name) ?? Buffer.alloc(0);
}

function sniff(bytes: Buffer, hints = NO_HINTS) {
  return sniffAudioFormat(bytes.subarray(0, SNIFF_BYTES), hints);
}

describe('faults 60 and 61: the format is what the bytes are', () => {
  it.each(NINE_FORMATS)(
    '$name is recognised as $reported [resources 10, endpoints 12, limits 5]',
    ({ name, reported }) => {
      expect(sniff(recording(name))).toBe(reported);
    },
  );

  it.each(NINE_FORMATS)(
    '$name is recognised under a false name and type [endpoints 12, fault 60]',
    ({ name, reported }) => {
      expect(sniff(recording(name), LIES)).toBe(reported);
    },
  );

  it('name and type choose only between mp4 and m4a', () => {
    expect(sniff(recording('mp4'), { fileName: 'call.m4a', mimeType: null })).toBe('m4a');
    expect(sniff(recording('mp4'), { fileName: 'call', mimeType: 'audio/x-m4a' })).toBe('m4a');
    expect(sniff(recording('m4a'), { fileName: 'call.mp4', mimeType: 'video/mp4' })).toBe('m4a');
    expect(sniff(recording('wav'), { fileName: 'call.m4a', mimeType: 'audio/mp4' })).toBe('wav');
  });

  it.each([
    ['Matroska', 'call.mkv', ['-c:a', 'libopus'], 'webm'],
    ['an MPEG program stream', 'call.mpg', ['-c:a', 'mp2', '-ar', '44100', '-f', 'mpeg'], 'mp3'],
    ['Wave64', 'call.w64', [], 'wav'],
    ['QuickTime', 'call.mov', ['-c:a', 'aac'], 'mp4'],
    ['Vorbis', 'vorbis.ogg', ['-c:a', 'libvorbis'], 'ogg'],
    ['mp3 without an ID3 tag', 'bare.mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0'], 'mp3'],
    ['mp3 at 8 kHz (MPEG 2.5)', 'slow.mp3', ['-c:a', 'libmp3lame', '-ar', '8000', '-id3v2_version', '0'], 'mp3'],
    ['variable rate mp3', 'vbr.mp3', ['-c:a', 'libmp3lame', '-q:a', '5'], 'mp3'],
  ] as const)('%s is recognised', async (_, name, args, expected) => {
    expect(sniff(await readFile(await encodeWith(wav([voice(1000)]), folder, name, args)))).toBe(expected);
  });

  it('recognises a telephone codec in wav, and mp3 and flac behind tags or damage', () => {
    expect(sniff(gsmWav(10))).toBe('wav');
    const tag = (bytes: number) =>
      Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, bytes >> 7, bytes & 127]), Buffer.alloc(bytes)]);
    expect(sniff(Buffer.concat([tag(9000), recording('mpga')]))).toBe('mp3');
    expect(sniff(Buffer.concat([tag(500), recording('flac')]))).toBe('flac');
    expect(sniff(Buffer.concat([tag(500), tag(9000), tag(12), recording('flac')]))).toBe('flac');
    expect(sniff(Buffer.concat([id3v2(100), id3v2(129_000), recording('mpga')]).subarray(0, SNIFF_BYTES))).toBe('mp3');
    expect(sniff(Buffer.concat([id3v2(900), id3v2(30_000), recording('mpga')]))).toBe('mp3');
    expect(sniff(Buffer.concat([apeTag(20_000), recording('mpga')]))).toBe('mp3');
    expect(sniff(Buffer.concat([Buffer.alloc(64, 0x5a), recording('mpga')]))).toBe('mp3');
    expect(sniff(Buffer.concat([Buffer.from('ID3\x03\0\0\x02\0\0\0', 'latin1')]))).toBe('mp3');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['zeros', Buffer.alloc(5000)],
    ['ones', Buffer.alloc(5000, 0xff)],
    ['text', Buffer.from('hello '.repeat(1000))],
    ['HTML before mp3', () => Buffer.concat([Buffer.from('<html>'), recording('mpga')])],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['ELF', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['zip before mp3', () => Buffer.concat([Buffer.from('PK\x03\x04'), recording('mpga')])],
    ['GIF before mp3', () => Buffer.concat([Buffer.from('GIF89a'), recording('mpga')])],
    ['ffconcat', Buffer.from('ffconcat version 1.0\nfile x.wav\n')],
    ['HLS', Buffer.from('#EXTM3U\n#EXTINF:10,\nx.wav\n')],
    ['DASH', Buffer.from('<?xml version="1.0"?><MPD></MPD>')],
    ['SDP', Buffer.from('v=0\nm=audio 5004 RTP/AVP 0\n')],
    ['AVI', Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1')],
    ['WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['EBML of another kind', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100)])],
    ['noise', bytesOf(noise(2000, 9000))],
  ])('%s is no accepted format [limits 5, fault 60]', (_, bytes) => {
    const head = typeof bytes === 'function' ? bytes() : bytes;
    expect(sniff(head, { fileName: 'call.mp3', mimeType: 'audio/mpeg' })).toBeNull();
  });

  it('takes arbitrary bytes without an error', () => {
    const magic = fc.constantFrom(
      '',
      'RIFF',
      'ID3',
      'fLaC',
      'OggS',
      '\xff\xfb',
      '\xff\xf3\x90',
      '\0\0\0\x20ftyp',
      'RIFF\0\0\0\0WAVE',
    );
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        const head = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
        const format = sniff(head);
        expect([null, ...NINE_FORMATS.map(({ reported }) => reported)]).toContain(format);
      }),
      { numRuns: 500 },
    );
  });
});
