// Reads the `fmt ` chunk of a WAV.
import type { RawSamples } from './recording-plan.js';

export const WAV_PCM = 0x0001;
export const WAV_FLOAT = 0x0003;
const WAV_EXTENSIBLE = 0xfffe;
const WAV_ALAW = 0x0006;
const WAV_MULAW = 0x0007;
/** Codecs whose header tells the number of samples in a block: Microsoft ADPCM, IMA ADPCM, GSM 06.10. */
const WAV_BLOCKS = new Set([0x0002, 0x0011, 0x0031]);
const MIN_FORMAT_BYTES = 16;
const SAMPLES_OF_BLOCK_AT = 18;
const SUBFORMAT_AT = 24;

/**
 * Smallest length that counts as a placeholder. Programs that write to a pipe leave 0 or a number near the maximum (of 31 or 32
 * bits) as the length; some leave 2,000,000,000, with or without the bytes of the header. No accepted recording is so large.
 */
export const MIN_PLACEHOLDER_BYTES = 1_999_900_000;

export interface WavFormat {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
  readonly frameBytes: number;
  readonly sampleBits: number;
  readonly samplesOfBlock: number | null;
  /** The codec is named by a GUID. */
  readonly isExtensible: boolean;
}

export function readWavFormat(chunk: Buffer, isBigEndian: boolean): WavFormat | null {
  if (chunk.length < MIN_FORMAT_BYTES) return null;
  const u16 = (at: number) => (isBigEndian ? chunk.readUInt16BE(at) : chunk.readUInt16LE(at));
  const u32 = (at: number) => (isBigEndian ? chunk.readUInt32BE(at) : chunk.readUInt32LE(at));
  const named = u16(0);
  // Some writers write the first four bytes of the identifier as one number in big-endian files, others as two.
  const tag =
    named === WAV_EXTENSIBLE && chunk.length >= SUBFORMAT_AT + 4 ? u16(SUBFORMAT_AT) || u16(SUBFORMAT_AT + 2) : named;
  const hasBlocks = WAV_BLOCKS.has(tag) && chunk.length >= SAMPLES_OF_BLOCK_AT + 2;
  return {
    tag,
    channels: u16(2),
    sampleRate: u32(4),
    bytesPerSecond: u32(8),
    frameBytes: u16(12),
    sampleBits: u16(14),
    samplesOfBlock: hasBlocks ? u16(SAMPLES_OF_BLOCK_AT) : null,
    isExtensible: named === WAV_EXTENSIBLE,
  };
}

const isPerSample = (tag: number) => [WAV_PCM, WAV_FLOAT, WAV_ALAW, WAV_MULAW].includes(tag);

/** Duration of these bytes; null when the format does not tell it. */
export function wavSoundMs(format: WavFormat, bytes: number): number | null {
  const { tag, frameBytes, sampleRate, samplesOfBlock } = format;
  if (frameBytes === 0 || sampleRate === 0) return null;
  const samples = isPerSample(tag) ? 1 : samplesOfBlock;
  return samples === null ? null : (Math.floor(bytes / frameBytes) * samples * 1000) / sampleRate;
}

const PCM_WIDTHS = { 2: 's16', 3: 's24', 4: 's32' } as const;
const FLOAT_WIDTHS = { 4: 'f32', 8: 'f64' } as const;

/** Decoder's name for the sample encoding; null where it has no option for it. */
export function encodingOf({ tag, sampleBits }: WavFormat, isBigEndian: boolean): RawSamples['encoding'] | null {
  const bytes = Math.ceil(sampleBits / 8);
  if (tag === WAV_ALAW) return 'alaw';
  if (tag === WAV_MULAW) return 'mulaw';
  if (tag === WAV_PCM && bytes === 1) return 'u8';
  const width =
    tag === WAV_PCM
      ? PCM_WIDTHS[bytes as keyof typeof PCM_WIDTHS]
      : tag === WAV_FLOAT
        ? FLOAT_WIDTHS[bytes as keyof typeof FLOAT_WIDTHS]
        : undefined;
  return width === undefined ? null : `${width}${isBigEndian ? 'be' : 'le'}`;
}
