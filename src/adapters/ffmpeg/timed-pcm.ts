// Reads the Matroska that ffmpeg writes to its pipe: samples with their times, which a WAV would not keep.

const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const AUDIO = 0xe1;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const PARENTS = new Set([SEGMENT, TRACKS, TRACK_ENTRY, AUDIO, CLUSTER, BLOCK_GROUP]);
const CHANNELS = 0x9f;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;

const MAX_HEAD_BYTES = 12;
/** ffmpeg writes some thousand samples of each channel at once. */
const MAX_BLOCK_BYTES = 4 * 1024 * 1024;
/** Number of the only track (1), time (2), flags (1). */
const BLOCK_HEAD_BYTES = 4;

export interface TimedSamples {
  readonly timeMs: number;
  readonly bytes: Buffer;
}

/** The output is not what ffmpeg writes. */
export class UnreadableOutput extends Error {}

export class TimedPcmParser {
  /** Null until the header has come. */
  channels: number | null = null;
  #pending: Buffer = Buffer.alloc(0);
  #skipBytes = 0;
  #clusterMs = 0;

  /** The blocks that are whole by now. @throws UnreadableOutput */
  push(chunk: Buffer): TimedSamples[] {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const blocks: TimedSamples[] = [];
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.#skipBytes, bytes.length - at);
      this.#skipBytes -= skipped;
      at += skipped;
      const element = elementAt(bytes, at);
      if (element === null) break;
      const { id, body, size } = element;
      if (PARENTS.has(id)) at = body;
      else if (!isRead(id)) {
        this.#skipBytes = size;
        at = body;
      } else {
        if (size > MAX_BLOCK_BYTES) throw new UnreadableOutput();
        if (body + size > bytes.length) break;
        const block = this.#take(id, bytes.subarray(body, body + size));
        if (block !== null) blocks.push(block);
        at = body + size;
      }
    }
    this.#pending = bytes.subarray(at);
    if (this.#pending.length > MAX_BLOCK_BYTES + MAX_HEAD_BYTES) throw new UnreadableOutput();
    return blocks;
  }

  #take(id: number, value: Buffer): TimedSamples | null {
    if (id === CHANNELS) this.channels = number(value);
    if (id === TIMESTAMP) this.#clusterMs = number(value);
    if ((id !== SIMPLE_BLOCK && id !== BLOCK) || value.length < BLOCK_HEAD_BYTES) return null;
    return { timeMs: this.#clusterMs + value.readInt16BE(1), bytes: value.subarray(BLOCK_HEAD_BYTES) };
  }
}

const isRead = (id: number) => id === CHANNELS || id === TIMESTAMP || id === SIMPLE_BLOCK || id === BLOCK;

/** Null where the head of the next element has not come as a whole. Parents have any size, also an open one. */
function elementAt(bytes: Buffer, at: number): { id: number; body: number; size: number } | null {
  if (at >= bytes.length) return null;
  const idBytes = Math.clz32(bytes[at] as number) - 23;
  if (idBytes > 4) throw new UnreadableOutput();
  if (at + idBytes >= bytes.length) return null;
  const sizeBytes = Math.clz32(bytes[at + idBytes] as number) - 23;
  if (sizeBytes > 8) throw new UnreadableOutput();
  const body = at + idBytes + sizeBytes;
  if (body > bytes.length) return null;
  let size = (bytes[at + idBytes] as number) & (0xff >>> sizeBytes);
  for (let i = at + idBytes + 1; i < body; i++) size = size * 256 + (bytes[i] as number);
  return { id: bytes.readUIntBE(at, idBytes), body, size };
}

function number(value: Buffer): number {
  return value.reduce((sum, byte) => sum * 256 + byte, 0);
}
