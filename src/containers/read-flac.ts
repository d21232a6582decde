// FLAC: the length that STREAMINFO promises, and every frame's checksum. A frame does not say how long it is: it ends where the
// checksum of its bytes is right and another frame, a tag or another file begins.
import { isPlain } from './browsers.js';
import type { FileWindow } from './file-window.js';
import { leadingTagsLength, startsWith, tagLength } from './id3-tag.js';
import { MAX_PARTS, type RecordingPart, type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';

const STREAMINFO_BYTES = 34;
const MIN_FRAME_BYTES = 9;
const PIECE_BYTES = 64 * 1024;
/** Header of a frame: sync and codes (4), its number (up to 7), block size (2), rate (2), checksum (1). */
const MAX_HEADER_BYTES = 16;

const CRC8 = crcTable(8, 0x07);
const CRC16 = crcTable(16, 0x8005);

function crcTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const [top, mask] = [1 << (bits - 1), (1 << bits) - 1];
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let rest = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) rest = ((rest & top) === 0 ? rest << 1 : (rest << 1) ^ polynomial) & mask;
    return rest;
  });
}

export async function planFlac(file: FileWindow, start: number): Promise<RecordingPlan> {
  const parts: RecordingPart[] = [];
  let [damaged, playsExactly] = [false, false];
  for (let at = start; parts.length < MAX_PARTS; ) {
    const stream = await readStream(file, at);
    if (stream === null) break;
    parts.push(stream.part);
    damaged ||= stream.damaged;
    playsExactly = parts.length === 1 && start === 0 && stream.playsExactly;
    if (stream.next === null) break;
    at = stream.next;
  }
  return parts.length === 0 ? UNKNOWN_PLAN : { parts, damaged, audioTracks: 1, otherTracks: false, playsExactly };
}

async function readStream(file: FileWindow, start: number) {
  const head = await file.load(start, 8 + STREAMINFO_BYTES);
  if (head.length < 8 + STREAMINFO_BYTES || !startsWith(head, 'fLaC') || ((head[4] ?? 0) & 0x7f) !== 0) return null;
  const rate = head.readUIntBE(18, 3) >>> 4;
  const samples = ((head[21] ?? 0) & 15) * 2 ** 32 + head.readUInt32BE(22);
  const first = await behindMetadata(file, start + 4);
  const { end, isBroken, isWhole } = await walkFrames(file, first);
  const damaged = isBroken || (!isWhole && samples === 0);
  const follower = await file.load(end, 14);
  const next = startsWith(follower.subarray(leadingTagsLength(follower)), 'fLaC')
    ? end + leadingTagsLength(follower)
    : null;
  const promisedMs = rate === 0 || samples === 0 ? null : (samples * 1000) / rate;
  // The decoder finds frames behind broken ones by itself, so it gets the rest of a damaged file.
  const part: RecordingPart = { start, end: isWhole ? end : null, promisedMs, gapMs: 0, raw: null };
  const channels = (((head[20] ?? 0) >>> 1) & 7) + 1;
  const playsExactly = isWhole && !damaged && promisedMs !== null && isPlain(channels, rate);
  return { part, damaged, playsExactly, next: isWhole ? next : null };
}

async function behindMetadata(file: FileWindow, from: number): Promise<number> {
  for (let at = from; ; ) {
    file.step();
    const block = await file.load(at, 4);
    if (block.length < 4) return file.size;
    at += 4 + block.readUIntBE(1, 3);
    if (((block[0] ?? 0) & 0x80) !== 0) return at;
  }
}

interface FrameRun {
  /** Behind the last frame and before what is no frame. */
  readonly end: number;
  readonly isBroken: boolean;
  /** Nothing, or a tag or another file, stands behind the last frame. */
  readonly isWhole: boolean;
}

async function walkFrames(file: FileWindow, first: number): Promise<FrameRun> {
  if (!(await isFrameStart(file, first))) return { end: first, isBroken: first < file.size, isWhole: false };
  let [crc, frameStart, lastGood, isFollowed] = [0, first, -1, false];
  for (let at = first; at < file.size; ) {
    const bytes = await file.load(at, PIECE_BYTES);
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      const here = at + i;
      const isGood = crc === 0 && here - frameStart >= MIN_FRAME_BYTES;
      if (isGood) lastGood = here;
      if (byte === 0xff && mayBeSync(bytes[i + 1]) && here > first && (await isFrameStart(file, here))) {
        if (isGood) [frameStart, isFollowed] = [here, false];
        else isFollowed = true;
      } else if (isGood && (await endsAt(file, here, byte))) return { end: here, isBroken: false, isWhole: true };
      crc = ((crc << 8) & 0xffff) ^ (CRC16[((crc >>> 8) ^ byte) & 0xff] as number);
    }
    at += bytes.length;
  }
  const isWhole = crc === 0 && file.size - frameStart >= MIN_FRAME_BYTES;
  // Behind the last whole frame, other frames or the beginning of one show that it is not the last.
  const isBroken = !isWhole && (lastGood < 0 || isFollowed || (await isFrameStart(file, lastGood)));
  return { end: file.size, isBroken, isWhole };
}

/** True where a tag or another file begins behind a frame whose checksum is right. */
async function endsAt(file: FileWindow, at: number, byte: number): Promise<boolean> {
  if (byte === 0x66) return startsWith(await file.load(at, 4), 'fLaC');
  return [0x41, 0x49, 0x4c, 0x54].includes(byte) && (await tagLength(file, at)) > 0;
}

/** The last byte of a piece does not know what follows. */
const mayBeSync = (next: number | undefined) => next === undefined || (next & 0xfe) === 0xf8;

async function isFrameStart(file: FileWindow, at: number): Promise<boolean> {
  file.step();
  return isFrameHeader(file.peek(at, MAX_HEADER_BYTES) ?? (await file.load(at, MAX_HEADER_BYTES)));
}

/** True when the bytes have the sync code, the right checksum, and no reserved value. */
function isFrameHeader(head: Buffer): boolean {
  if (head.length < 6 || head[0] !== 0xff || ((head[1] as number) & 0xfe) !== 0xf8) return false;
  const [sizeCode, rateCode] = [(head[2] as number) >>> 4, (head[2] as number) & 15];
  if (sizeCode === 0 || rateCode === 15 || ((head[3] as number) & 1) !== 0) return false;
  const number = utf8Length(head[4] as number);
  if (number === 0) return false;
  const length =
    4 + number + (sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0) + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0);
  if (length >= head.length) return false;
  let crc = 0;
  for (let i = 0; i < length; i++) crc = CRC8[(crc ^ (head[i] as number)) & 0xff] as number;
  return crc === head[length];
}

function utf8Length(byte: number): number {
  if (byte < 0x80) return 1;
  const ones = Math.clz32(~(byte << 24));
  return ones >= 2 && ones <= 7 ? ones : 0;
}
