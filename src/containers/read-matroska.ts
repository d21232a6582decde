// Reads Matroska and WebM, which nest elements. Counts audio tracks, and the gaps between the blocks of each.
import { type EbmlElement, readElement } from './ebml-element.js';
import type { FileWindow } from './file-window.js';
import { MAX_PARTS, type RecordingPart, type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const INFO = 0x1549a966;
const BLOCK_GROUP = 0xa0;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const CODEC = 0x86;
const DISCARD_PADDING = 0x75a2;
const CONTENT_ENCODINGS = 0x6d80;

/** Elements whose children are read; all others are skipped as a whole. */
const PARENTS = new Set([SEGMENT, CLUSTER, TRACKS, INFO, BLOCK_GROUP, TRACK_ENTRY]);
const AUDIO = 2;
const MAX_TRACKS = 64;
const MAX_VALUE_BYTES = 64;
/** Track number (up to 8 bytes), time (2), flags (1), and the first bytes of the packet. */
const BLOCK_HEAD_BYTES = 16;
/** Smaller than the gaps that the decoder's reader fills, so that it never fills more than is found here. */
const MAX_JITTER_MS = 5;
/** Padding of encoders before the first audio and after the last. */
const MAX_TRIMMED_MS = 150;

interface Track {
  /** Whether durations are known: only an Opus packet tells its own, and only if it is alone in its block and not encoded. */
  isReckoned: boolean;
  soundMs: number;
  gapMs: number;
  /** End of the audio so far; null before the first block. */
  endMs: number | null;
}

/** One of several files that were concatenated. */
interface Link {
  readonly start: number;
  readonly tracks: Map<number, Track | null>;
  /** First audio track; the others are not measured. */
  first: number | null;
}

export async function planMatroska(file: FileWindow): Promise<RecordingPlan> {
  const walk = new ElementWalk(file);
  await walk.run();
  const [head] = walk.links;
  if (head === undefined) return UNKNOWN_PLAN;
  const tracks = [...head.tracks.values()];
  const audioTracks = tracks.filter((track) => track !== null).length;
  return {
    parts: walk.links.map((link, index) => partOf(link, walk.links[index + 1]?.start ?? null)),
    damaged: walk.damaged,
    audioTracks: Math.max(1, audioTracks),
    otherTracks: audioTracks < tracks.length,
  };
}

function partOf({ start, tracks, first }: Link, end: number | null): RecordingPart {
  const track = first === null ? null : (tracks.get(first) ?? null);
  const known = track?.isReckoned === true && track.soundMs > 0;
  return {
    start,
    end,
    promisedMs: known ? Math.max(0, track.soundMs - MAX_TRIMMED_MS) : null,
    gapMs: known ? track.gapMs : null,
    raw: null,
  };
}

class ElementWalk {
  readonly #file: FileWindow;
  readonly links: Link[] = [];
  damaged = false;
  #scaleMs = 1;
  #clusterMs = 0;
  /** Null where its length was left open. */
  #segmentEnd: number | null = null;
  #entry = { number: 0, type: 0, codec: '', isEncoded: false };

  constructor(file: FileWindow) {
    this.#file = file;
  }

  async run(): Promise<void> {
    for (let at = 0; at < this.#file.size; ) {
      this.#file.step();
      const element = await readElement(this.#file, at);
      if (element === null) {
        const isBehind = this.#segmentEnd !== null && at >= this.#segmentEnd;
        this.damaged ||= !isBehind && !(await this.#isPadding(at));
        return;
      }
      const { id, body, size } = element;
      // Elements after the end of the segment contain no audio.
      if (this.#segmentEnd !== null && at >= this.#segmentEnd && id !== EBML) return;
      // A live recording has an open length; some writers write 0.
      const isOpen = size === null || (size === 0 && (id === SEGMENT || id === CLUSTER));
      if (!isOpen && body + size > this.#file.size) this.damaged = true;
      if (id === EBML && !this.#begin(at)) return;
      if (PARENTS.has(id)) {
        if (id === SEGMENT) this.#segmentEnd = isOpen ? null : body + size;
        if (id === TRACK_ENTRY) this.#entry = { number: 0, type: 0, codec: '', isEncoded: false };
        at = body;
        continue;
      }
      if (size === null) {
        this.damaged = true;
        return;
      }
      await this.#take(element, size);
      at = body + size;
    }
  }

  /** False when there are more files than this reader supports. */
  #begin(at: number): boolean {
    if (this.links.length >= MAX_PARTS) return false;
    this.links.push({ start: at, tracks: new Map(), first: null });
    this.#scaleMs = 1;
    this.#clusterMs = 0;
    return true;
  }

  async #take({ id, body }: EbmlElement, size: number): Promise<void> {
    if (id === SIMPLE_BLOCK || id === BLOCK) {
      const head = this.#file.peek(body, BLOCK_HEAD_BYTES) ?? (await this.#file.load(body, BLOCK_HEAD_BYTES));
      return this.#takeBlock(head.subarray(0, size));
    }
    if (id === CONTENT_ENCODINGS) {
      this.#entry.isEncoded = true;
      return this.#describeTrack();
    }
    const isWanted = [TIMESTAMP, TIMESTAMP_SCALE, TRACK_NUMBER, TRACK_TYPE, CODEC, DISCARD_PADDING].includes(id);
    if (!isWanted || size > MAX_VALUE_BYTES) return;
    const value = await this.#file.load(body, size);
    if (id === TIMESTAMP) this.#clusterMs = unsigned(value) * this.#scaleMs;
    if (id === TIMESTAMP_SCALE) this.#scaleMs = unsigned(value) / 1e6;
    if (id === DISCARD_PADDING) this.#discard(unsigned(value) / 1e6);
    if (id === TRACK_NUMBER) this.#entry.number = unsigned(value);
    if (id === TRACK_TYPE) this.#entry.type = unsigned(value);
    if (id === CODEC) this.#entry.codec = value.toString('latin1');
    if (id === TRACK_NUMBER || id === TRACK_TYPE || id === CODEC) this.#describeTrack();
  }

  /** The members of a track come in any order. */
  #describeTrack(): void {
    const { number, type, codec, isEncoded } = this.#entry;
    const link = this.links.at(-1);
    if (link === undefined || number === 0 || type === 0 || codec === '' || link.tracks.size >= MAX_TRACKS) return;
    const isAudio = type === AUDIO;
    const isReckoned = codec.startsWith('A_OPUS') && !isEncoded;
    link.tracks.set(number, isAudio ? { isReckoned, soundMs: 0, gapMs: 0, endMs: null } : null);
    if (isAudio) link.first ??= number;
  }

  /**
   * Removes an encoder's padding in the last block. Padding at the beginning is negative, which reads as a very large number
   * here.
   */
  #discard(ms: number): void {
    const link = this.links.at(-1);
    const track = link?.first == null ? null : link.tracks.get(link.first);
    if (track != null && ms < MAX_TRIMMED_MS) track.soundMs -= ms;
  }

  #takeBlock(head: Buffer): void {
    const width = head.length === 0 ? 0 : Math.clz32(head[0] as number) - 23;
    if (width < 1 || width > 2 || head.length < width + 4) return;
    const number = width === 1 ? (head[0] as number) & 0x7f : head.readUInt16BE(0) & 0x3fff;
    const track = this.links.at(-1)?.tracks.get(number);
    if (track === undefined || track === null || !track.isReckoned) return;
    const isLaced = ((head[width + 2] as number) & 0x06) !== 0;
    const soundMs = opusPacketMs(head.subarray(width + 3));
    if (isLaced || soundMs === null) {
      track.isReckoned = false;
      return;
    }
    const startMs = this.#clusterMs + head.readInt16BE(width) * this.#scaleMs;
    track.endMs ??= startMs;
    const gapMs = startMs - track.endMs;
    if (gapMs > MAX_JITTER_MS) {
      track.gapMs += gapMs;
      track.endMs = startMs;
    }
    track.soundMs += soundMs;
    track.endMs += soundMs;
  }

  async #isPadding(at: number): Promise<boolean> {
    return (await this.#file.load(at, MAX_VALUE_BYTES)).every((byte) => byte === 0);
  }
}

function unsigned(value: Buffer): number {
  return value.reduce((sum, byte) => sum * 256 + byte, 0);
}

const SILK_MS = [10, 20, 40, 60] as const;
const HYBRID_MS = [10, 20] as const;
const CELT_MS = [2.5, 5, 10, 20] as const;

/** @returns how long an Opus packet sounds, by its first bytes (RFC 6716, 3.1); null for no packet */
function opusPacketMs(packet: Buffer): number | null {
  const [toc, count] = packet;
  if (toc === undefined) return null;
  const configuration = toc >>> 3;
  const frameMs =
    configuration < 12
      ? SILK_MS[configuration & 3]
      : configuration < 16
        ? HYBRID_MS[configuration & 1]
        : CELT_MS[configuration & 3];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (count ?? 0) & 63;
  return (frameMs ?? 0) * frames;
}
