// Reads WAV in all sizes (RIFF, RF64, BW64, Wave64) and byte orders (RIFX), also several concatenated files.
import { playsWav } from './browsers.js';
import type { FileWindow } from './file-window.js';
import { startsWith } from './id3-tag.js';
import { MAX_PARTS, type RawSamples, type RecordingPart, type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';
import { encodingOf, MIN_PLACEHOLDER_BYTES, readWavFormat, type WavFormat, wavSoundMs } from './wav-format.js';

const W64_RIFF = Buffer.from('726966662e91cf11a5d628db04c10000', 'hex');
const MAX_FORMAT_BYTES = 64;
/** Missing audio to ignore: a writer may count its header, or a padding byte, as audio. */
const MAX_MISSING_MS = 10;

export function isWav(head: Buffer): boolean {
  if (head.subarray(0, 16).equals(W64_RIFF)) return true;
  return (
    ['RIFF', 'RIFX', 'RF64', 'BW64'].some((magic) => startsWith(head, magic)) && startsWith(head.subarray(8), 'WAVE')
  );
}

interface WavFile {
  readonly part: RecordingPart;
  readonly damaged: boolean;
  readonly playsExactly: boolean;
  /** Start of the next file. */
  readonly next: number | null;
}

/** @throws UnreadableSamples */
export async function planWav(file: FileWindow): Promise<RecordingPlan> {
  const parts: RecordingPart[] = [];
  let [damaged, playsExactly] = [false, false];
  for (let start: number | null = 0; start !== null && parts.length < MAX_PARTS; ) {
    const wav = await readOne(file, start);
    if (wav === null) break;
    parts.push(wav.part);
    damaged ||= wav.damaged;
    playsExactly = parts.length === 1 && wav.playsExactly;
    start = wav.next;
  }
  return parts.length === 0 ? UNKNOWN_PLAN : { parts, damaged, audioTracks: 1, otherTracks: false, playsExactly };
}

/** Samples in a byte order for which the decoder has no option: it would decode noise. */
export class UnreadableSamples extends Error {}

interface Chunk {
  readonly name: string;
  readonly body: number;
  readonly declared: number;
  readonly next: number;
}

/** Layout of the chunks in one kind of WAV. */
class ChunkLayout {
  readonly isBigEndian: boolean;
  readonly #isWave64: boolean;
  readonly first: number;
  /** Format for more than 4 GB. */
  readonly isLarge: boolean;

  constructor(head: Buffer, start: number) {
    this.isBigEndian = startsWith(head, 'RIFX');
    this.#isWave64 = startsWith(head, 'riff');
    this.isLarge = this.#isWave64 || !/^RIF[FX]/.test(head.toString('latin1', 0, 4));
    this.first = start + (this.#isWave64 ? 40 : 12);
  }

  async at(file: FileWindow, at: number): Promise<Chunk | null> {
    const bytes = this.#isWave64 ? 24 : 8;
    const head = await file.load(at, bytes);
    if (head.length < bytes) return null;
    const name = head.toString('latin1', 0, 4);
    const body = at + bytes;
    if (this.#isWave64) {
      const declared = Math.max(0, Number(head.readBigUInt64LE(16)) - bytes);
      return { name, body, declared, next: body + Math.ceil(declared / 8) * 8 };
    }
    const declared = this.isBigEndian ? head.readUInt32BE(4) : head.readUInt32LE(4);
    return { name, body, declared, next: body + declared + (declared % 2) };
  }
}

async function readOne(file: FileWindow, start: number): Promise<WavFile | null> {
  const layout = new ChunkLayout(await file.load(start, 16), start);
  let format: WavFormat | null = null;
  let longSize: number | null = null;
  for (let at = layout.first; ; ) {
    file.step();
    const chunk = await layout.at(file, at);
    if (chunk === null) return null;
    const { name, body, declared } = chunk;
    if (name === 'ds64') longSize = Number((await file.load(body, 16)).readBigUInt64LE(8));
    if (name === 'fmt ') {
      format = readWavFormat(await file.load(body, Math.min(declared, MAX_FORMAT_BYTES)), layout.isBigEndian);
    }
    if (name === 'data') {
      if (format === null) return null;
      const bytes = declared === 0xffffffff && longSize !== null ? longSize : declared;
      return endOf(file, start, layout, format, { ...chunk, declared: bytes, next: body + bytes + (bytes % 2) });
    }
    at = chunk.next;
  }
}

async function endOf(
  file: FileWindow,
  start: number,
  layout: ChunkLayout,
  format: WavFormat,
  { body, declared, next }: Chunk,
): Promise<WavFile> {
  const present = Math.max(0, file.size - body);
  const isOpen = declared === 0 || (declared >= MIN_PLACEHOLDER_BYTES && declared > present);
  const follower = isOpen ? await findWav(file, body) : await followingWav(file, layout, next);
  const bytes = isOpen ? (follower ?? file.size) - body : Math.min(declared, present);
  const missing = isOpen ? 0 : declared - bytes;
  const missingMs = wavSoundMs(format, missing) ?? (missing * 1000) / Math.max(1, format.bytesPerSecond);
  // The decoder reads RIFX as RIFF, and finds no audio in the larger formats with an open length.
  const isRaw = layout.isBigEndian || (isOpen && layout.isLarge);
  const raw = isRaw ? rawSamples(format, layout.isBigEndian) : null;
  const part = {
    start: raw === null ? start : body,
    end: raw === null ? follower : body + bytes,
    promisedMs: wavSoundMs(format, bytes),
    gapMs: 0,
    raw,
  };
  const damaged = missingMs > MAX_MISSING_MS;
  const isPlain = !isOpen && !layout.isLarge && !layout.isBigEndian;
  return { part, damaged, playsExactly: isPlain && !damaged && playsWav(format), next: follower };
}

function rawSamples(format: WavFormat, isBigEndian: boolean): RawSamples | null {
  const encoding = encodingOf(format, isBigEndian);
  const { channels, sampleRate } = format;
  if (encoding !== null && channels > 0 && sampleRate > 0) return { encoding, channels, sampleRate };
  if (isBigEndian) throw new UnreadableSamples();
  return null;
}

/** Finds the next file after the audio, behind chunks of other kinds. */
async function followingWav(file: FileWindow, layout: ChunkLayout, behind: number): Promise<number | null> {
  for (let at = behind; at + 16 <= file.size; ) {
    file.step();
    if (isWav(await file.load(at, 16))) return at;
    const chunk = await layout.at(file, at);
    if (chunk === null || !/^[\x20-\x7e]{4}$/.test(chunk.name)) return null;
    at = chunk.next;
  }
  return null;
}

const WAV_START_BYTES = 16;

/** Searches the next file after one with an open length, which does not tell its position. */
async function findWav(file: FileWindow, from: number): Promise<number | null> {
  const step = 128 * 1024;
  for (let at = from; at < file.size; at += step) {
    const bytes = await file.load(at, step + WAV_START_BYTES);
    for (let found = bytes.indexOf('RIFF'); found >= 0; found = bytes.indexOf('RIFF', found + 1)) {
      file.step();
      if (bytes.toString('latin1', found + 8, found + WAV_START_BYTES) === 'WAVEfmt ') return at + found;
    }
  }
  return null;
}
