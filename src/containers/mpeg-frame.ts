// Header of an MPEG audio frame (layer II or III), as specified by ISO 11172-3 and 13818-3, and MPEG 2.5.

const KBITS: Record<'1-2' | '1-3' | '2', readonly number[]> = {
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const RATES = [44_100, 48_000, 32_000];

export interface MpegFrame {
  /** Length in bytes, header included. */
  readonly length: number;
  /** The header bits that all frames of a stream share. */
  readonly kind: number;
  readonly layer: number;
  readonly samples: number;
  readonly sampleRate: number;
  readonly isMono: boolean;
  /** Position of the mark (Xing, Info) in the encoder's own frame. */
  readonly sideInfoEnd: number;
}

export function mpegFrame(bytes: Buffer, at: number): MpegFrame | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  if (header >>> 21 !== 0x7ff) return null;
  const version = (header >>> 19) & 3;
  const layer = 4 - ((header >>> 17) & 3);
  const rate = RATES[(header >>> 10) & 3];
  if (version === 1 || (layer !== 2 && layer !== 3) || rate === undefined || (header & 3) === 2) return null;
  const kbits = KBITS[version !== 3 ? '2' : layer === 2 ? '1-2' : '1-3'][(header >>> 12) & 15];
  if (kbits === undefined || kbits === 0) return null;
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = layer === 3 && version !== 3 ? 576 : 1152;
  const length = Math.floor((samples / 8) * ((kbits * 1000) / sampleRate)) + ((header >>> 9) & 1);
  const isMono = ((header >>> 6) & 3) === 3;
  const sideInfoEnd = 4 + (version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  return { length, kind: header & 0xfffe0c00, layer, samples, sampleRate, isMono, sideInfoEnd };
}
