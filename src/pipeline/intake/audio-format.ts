// Recognises the format of a recording from its bytes alone: a client's file name and MIME type may be wrong.

export type AudioFormat = 'flac' | 'm4a' | 'mp3' | 'mp4' | 'ogg' | 'wav' | 'webm';

export interface AudioFormatHints {
  readonly fileName: string | null;
  readonly mimeType: string | null;
}

/** {@link sniffAudioFormat} needs this much of the file's beginning. MPEG frames may follow a long ID3 tag. */
export const SNIFF_BYTES = 64 * 1024;

const W64_RIFF = Buffer.from('726966662e91cf11a5d628db04c10000', 'hex');
const MPEG_PROGRAM_STREAM = Buffer.from('000001ba', 'hex');
const EBML = Buffer.from('1a45dfa3', 'hex');

/** Brands of still pictures, which have the same box layout as MP4. */
const PICTURE_BRANDS = new Set([
  'avif',
  'avis',
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
  'jp2 ',
  'jpx ',
  'crx ',
]);
const AUDIO_BRANDS = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ']);
/** First boxes of QuickTime files, which may have no `ftyp` box. */
const FIRST_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** First bytes of other file types. Bytes that look like MPEG frames may occur further on in them. */
const FOREIGN = [
  '%PDF',
  '\x7fELF',
  'PK\x03\x04',
  'GIF8',
  '\x89PNG',
  '\xff\xd8\xff',
  'BM',
  'MZ',
  '\x1f\x8b',
  'Rar!',
  '7z\xbc\xaf',
  '<',
  '#',
  'ffconcat',
  'v=0',
];

/** MPEG frames may start behind damage or padding of this length. Frames that start later are sound inside another format. */
const MAX_PADDING_BYTES = 16 * 1024;

/**
 * Null when the content has none of the accepted formats. `mpeg` and `mpga` give `mp3`, Matroska gives `webm`, RF64 and
 * Wave64 give `wav`. The hints only choose between `m4a` and `mp4`, which may hold the same bytes.
 */
export function sniffAudioFormat(head: Buffer, hints: AudioFormatHints): AudioFormat | null {
  const id3 = id3Length(head);
  if (id3 > 0) {
    if (id3 >= head.length) return 'mp3';
    const tagged = head.subarray(id3);
    if (startsWith(tagged, 'fLaC')) return 'flac';
    return hasMpegFrames(tagged) ? 'mp3' : null;
  }
  if (['RIFF', 'RIFX', 'RF64', 'BW64'].some((magic) => startsWith(head, magic))) {
    return head.toString('latin1', 8, 12) === 'WAVE' ? 'wav' : null;
  }
  if (head.subarray(0, 16).equals(W64_RIFF)) return 'wav';
  if (startsWith(head, 'fLaC')) return 'flac';
  if (startsWith(head, 'OggS')) return head[4] === 0 ? 'ogg' : null;
  if (head.subarray(0, 4).equals(EBML)) return /webm|matroska/.test(head.toString('latin1', 4, 96)) ? 'webm' : null;
  if (head.subarray(0, 4).equals(MPEG_PROGRAM_STREAM)) return 'mp3';
  const boxed = sniffBoxes(head, hints);
  if (boxed !== null) return boxed;
  const text = head.toString('latin1', 0, 16).trimStart();
  if (FOREIGN.some((magic) => text.startsWith(magic))) return null;
  return hasMpegFrames(head) ? 'mp3' : null;
}

export function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.toString('latin1', 0, magic.length) === magic;
}

/** Bytes of a leading ID3v2 tag, header and footer included; 0 when there is none. */
export function id3Length(head: Buffer): number {
  if (head.length < 10 || !startsWith(head, 'ID3')) return 0;
  const [major, flags] = [head[3] ?? 0, head[5] ?? 0];
  const size = head.subarray(6, 10);
  if (major < 2 || major > 4 || size.some((byte) => byte > 0x7f)) return 0;
  const length = size.reduce((sum, byte) => sum * 128 + byte, 0);
  return 10 + length + ((flags & 0x10) === 0 ? 0 : 10);
}

function sniffBoxes(head: Buffer, hints: AudioFormatHints): 'm4a' | 'mp4' | null {
  if (head.length < 12) return null;
  const type = head.toString('latin1', 4, 8);
  const saysAudio = /\.m4[ab]$/i.test(hints.fileName ?? '') || /^audio\/(x-)?(m4a|mp4)\b/i.test(hints.mimeType ?? '');
  if (type === 'ftyp') {
    const brand = head.toString('latin1', 8, 12);
    if (PICTURE_BRANDS.has(brand)) return null;
    return AUDIO_BRANDS.has(brand) || saysAudio ? 'm4a' : 'mp4';
  }
  const size = head.readUInt32BE(0);
  if (!FIRST_BOXES.has(type) || (size < 8 && size > 1)) return null;
  return saysAudio ? 'm4a' : 'mp4';
}

const KBITS: Record<'1-2' | '1-3' | '2', readonly number[]> = {
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const RATES = [44_100, 48_000, 32_000];

/** The MPEG audio frame (layer II or III) at `at`: its length in bytes, and the header bits that all frames share. */
function mpegFrame(bytes: Buffer, at: number): { length: number; kind: number } | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  if (header >>> 21 !== 0x7ff) return null;
  const version = (header >>> 19) & 3;
  const layer = 4 - ((header >>> 17) & 3);
  const rate = RATES[(header >>> 10) & 3];
  if (version === 1 || (layer !== 2 && layer !== 3) || rate === undefined || (header & 3) === 2) return null;
  const kbits = KBITS[version !== 3 ? '2' : layer === 2 ? '1-2' : '1-3'][(header >>> 12) & 15];
  if (kbits === undefined || kbits === 0) return null;
  const hertz = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = layer === 3 && version !== 3 ? 576 : 1152;
  const length = Math.floor((samples / 8) * ((kbits * 1000) / hertz)) + ((header >>> 9) & 1);
  return { length, kind: header & 0xfffe0c00 };
}

/** True when three frames of one kind follow each other, or when fewer fill a short file to its end. */
function hasMpegFrames(bytes: Buffer): boolean {
  const last = Math.min(bytes.length - 4, MAX_PADDING_BYTES);
  for (let start = bytes.indexOf(0xff); start >= 0 && start <= last; start = bytes.indexOf(0xff, start + 1)) {
    const first = mpegFrame(bytes, start);
    if (first === null) continue;
    let at = start;
    for (let frames = 0; ; frames++) {
      if (frames === 3) return true;
      if (at === bytes.length && start === 0 && frames > 0) return true;
      const frame = mpegFrame(bytes, at);
      if (frame === null || frame.kind !== first.kind) break;
      at += frame.length;
    }
  }
  return false;
}
