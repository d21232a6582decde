// Tags that stand before and behind the sound of MP3 and FLAC files.
import type { FileWindow } from './file-window.js';

export function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.toString('latin1', 0, magic.length) === magic;
}

/** Bytes of an ID3v2 tag, header and footer included; 0 when there is none. */
export function id3Length(head: Buffer): number {
  if (head.length < 10 || !startsWith(head, 'ID3')) return 0;
  const [major, flags] = [head[3] ?? 0, head[5] ?? 0];
  const size = head.subarray(6, 10);
  if (major < 2 || major > 4 || size.some((byte) => byte > 0x7f)) return 0;
  const length = size.reduce((sum, byte) => sum * 128 + byte, 0);
  return 10 + length + ((flags & 0x10) === 0 ? 0 : 10);
}

/** Bytes of all tags (ID3v2, APE) that stand one behind the other at the beginning; may lie beyond the end of `head`. */
export function leadingTagsLength(head: Buffer): number {
  let at = 0;
  for (;;) {
    const tag = head.subarray(at, at + APE_HEADER_BYTES);
    const length = startsWith(tag, 'APETAGEX') && tag.length === APE_HEADER_BYTES ? apeLength(tag) : id3Length(tag);
    if (length === 0) return at;
    at += length;
  }
}

const ID3V1_BYTES = 128;
const ID3V1_EXTENDED_BYTES = 227;
const APE_HEADER_BYTES = 32;
const APE_HAS_HEADER = 0x80000000;
/** Lyrics3 holds at most this much, its own end mark included. */
const MAX_LYRICS_BYTES = 1_000_100;
/** A hostile file begins many of them and ends none. */
const LYRICS_COST = 20_000;

/** Bytes of the tag of any kind (ID3v1, ID3v2, APE, Lyrics3) that begins at `at`; 0 when none does. */
export async function tagLength(file: FileWindow, at: number): Promise<number> {
  const head = file.peek(at, APE_HEADER_BYTES) ?? (await file.load(at, APE_HEADER_BYTES));
  if (startsWith(head, 'TAG+')) return ID3V1_EXTENDED_BYTES;
  if (startsWith(head, 'TAG')) return ID3V1_BYTES;
  if (startsWith(head, 'ID3')) return id3Length(head);
  if (startsWith(head, 'APETAGEX') && head.length === APE_HEADER_BYTES) return apeLength(head);
  if (!startsWith(head, 'LYRICSBEGIN')) return 0;
  file.step(LYRICS_COST);
  return lyricsLength(await file.load(at, MAX_LYRICS_BYTES));
}

/**
 * Its size counts the items and the footer. A tag may lack its header, so that its items come first: those are not recognised.
 */
function apeLength(head: Buffer): number {
  const isHeader = (head.readUInt32LE(20) & 0x20000000) !== 0;
  const hasHeader = (head.readUInt32LE(20) & APE_HAS_HEADER) !== 0;
  return isHeader || hasHeader ? APE_HEADER_BYTES + (isHeader ? head.readUInt32LE(12) : 0) : APE_HEADER_BYTES;
}

function lyricsLength(tag: Buffer): number {
  for (const mark of ['LYRICS200', 'LYRICSEND']) {
    const at = tag.indexOf(mark, 0, 'latin1');
    if (at >= 0) return at + mark.length;
  }
  return 0;
}
