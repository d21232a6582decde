// Recognises the format of a recording from its bytes alone: a client's file name and MIME type may be wrong.
import { leadingTagsLength, startsWith } from '../../containers/id3-tag.js';
import { mpegFrame } from '../../containers/mpeg-frame.js';

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
  const tags = leadingTagsLength(head);
  if (tags > 0) {
    if (tags >= head.length) return 'mp3';
    const tagged = head.subarray(tags);
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
