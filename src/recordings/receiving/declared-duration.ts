// Duration that a recording's own header declares. It counts only for a header that the format makes mandatory, and only if it is
// consistent with itself and with the size of the file: anything else is left to the decoder.
import { leadingTagsLength, startsWith } from '../../containers/id3-tag.js';
import { MIN_PLACEHOLDER_BYTES, readWavFormat, WAV_FLOAT, WAV_PCM } from '../../containers/wav-format.js';
import type { AudioFormat } from './audio-format.js';

/**
 * Declared duration in milliseconds. It sets the minutes reserved before decoding, and never the bill. Null when nothing is
 * declared, and for every format except wav and flac: the others declare no duration, or only in an optional header.
 */
export function declaredDurationMs(head: Buffer, sizeBytes: number, format: AudioFormat): number | null {
  if (format === 'wav') return wavDurationMs(head, sizeBytes);
  if (format === 'flac') return flacDurationMs(head, sizeBytes);
  return null;
}

const MAX_SAMPLE_RATE = 768_000;
/** Minimum rate: the most compact speech codecs (TrueSpeech, G.723.1) take about 700 bytes a second. */
const MIN_CODED_BYTES_PER_SECOND = 500;

function wavDurationMs(head: Buffer, sizeBytes: number): number | null {
  if (!startsWith(head, 'RIFF') || !startsWith(head.subarray(8), 'WAVE')) return null;
  let bytesPerSecond: number | null = null;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const declared = head.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ') bytesPerSecond = wavBytesPerSecond(head.subarray(body, body + declared));
    if (name === 'data') {
      if (bytesPerSecond === null) return null;
      const present = Math.max(0, sizeBytes - body);
      // A program that writes to a pipe leaves 0 or the maximum, so the file's size gives the length.
      const isOpenEnded = declared === 0 || declared >= MIN_PLACEHOLDER_BYTES;
      return Math.round(((isOpenEnded ? present : Math.min(declared, present)) * 1000) / bytesPerSecond);
    }
    at = body + declared + (declared % 2);
  }
  return null;
}

/** Null for an inconsistent format, whose byte rate says nothing about the duration. */
function wavBytesPerSecond(format: Buffer): number | null {
  const read = readWavFormat(format, false);
  if (read === null) return null;
  const { tag, channels, sampleRate, bytesPerSecond, frameBytes, sampleBits } = read;
  if (channels === 0 || frameBytes === 0 || sampleRate === 0 || sampleRate > MAX_SAMPLE_RATE) return null;
  if (tag !== WAV_PCM && tag !== WAV_FLOAT) {
    return bytesPerSecond < MIN_CODED_BYTES_PER_SECOND ? null : bytesPerSecond;
  }
  const agrees = frameBytes === channels * Math.ceil(sampleBits / 8) && bytesPerSecond === sampleRate * frameBytes;
  return agrees ? bytesPerSecond : null;
}

const STREAMINFO_BYTES = 34;
/** Smallest frame: all of its samples have the same value. */
const MIN_FLAC_FRAME_BYTES = 10;
const MIN_FLAC_BLOCK = 16;
const MAX_FLAC_RATE = 655_350;
const INVALID_BLOCK_TYPE = 127;

/**
 * Layout: the magic (4 bytes) is followed by a block header (4), and the first block is STREAMINFO: block sizes (4), frame sizes
 * (6), 20 bits of rate, 3 of channels, 5 of bits per sample, 36 of samples, MD5 (16).
 */
function flacDurationMs(head: Buffer, sizeBytes: number): number | null {
  const stream = head.subarray(leadingTagsLength(head));
  const end = 8 + STREAMINFO_BYTES;
  if (stream.length < end + 2 || !startsWith(stream, 'fLaC')) return null;
  const isLastBlock = ((stream[4] ?? 0) & 0x80) !== 0;
  if (((stream[4] ?? 0) & 0x7f) !== 0 || stream.readUIntBE(5, 3) !== STREAMINFO_BYTES) return null;
  if (!isFollowed(stream.readUInt16BE(end), isLastBlock)) return null;

  const [minBlock, maxBlock] = [stream.readUInt16BE(8), stream.readUInt16BE(10)];
  const [minFrameBytes, maxFrameBytes] = [stream.readUIntBE(12, 3), stream.readUIntBE(15, 3)];
  const rate = stream.readUIntBE(18, 3) >>> 4;
  const sampleBits = ((stream.readUInt16BE(20) >>> 4) & 31) + 1;
  const samples = ((stream[21] ?? 0) & 15) * 2 ** 32 + stream.readUInt32BE(22);
  if (minBlock < MIN_FLAC_BLOCK || maxBlock < minBlock || sampleBits < 4) return null;
  if (maxFrameBytes !== 0 && maxFrameBytes < minFrameBytes) return null;
  if (rate === 0 || rate > MAX_FLAC_RATE || samples === 0) return null;
  const fitting = Math.ceil(sizeBytes / Math.max(minFrameBytes, MIN_FLAC_FRAME_BYTES)) * maxBlock;
  return samples > fitting ? null : Math.round((samples * 1000) / rate);
}

/** True when STREAMINFO is followed by another block header, or by the first frame after the last block. */
function isFollowed(next: number, isLastBlock: boolean): boolean {
  if (isLastBlock) return next >>> 1 === 0xfff8 >>> 1;
  const type = (next >>> 8) & 0x7f;
  return type !== 0 && type !== INVALID_BLOCK_TYPE;
}
