// Ogg page by page (RFC 3533): checksums, the order of pages, and several streams one behind the other (chained).
import type { FileWindow } from './file-window.js';
import { startsWith } from './id3-tag.js';
import { MAX_PARTS, type RecordingPart, type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';

const HEADER_BYTES = 27;
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;
const FIRST_PAGE = 2;
const CRC_AT = 22;
const MAX_STREAMS = 64;
const BYTES_OF_STEP = 64;

const CRC32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = (rest & 0x80000000) === 0 ? rest << 1 : (rest << 1) ^ 0x04c11db7;
  return rest >>> 0;
});

/** First bytes of each codec's first packet. */
const AUDIO_HEADS = ['OpusHead', '\x01vorbis', 'Speex   ', '\x7fFLAC', 'PCM     ', 'fLaC'];

interface Stream {
  sequence: number;
  /**
   * A page of sound has come. Those before it are headers, whose numbers need not lead to that of a stream cut out of a longer
   * one.
   */
  hasSound: boolean;
  /** Its last packet goes on in the next page. */
  isOpen: boolean;
}

interface Page {
  readonly length: number;
  readonly flags: number;
  readonly serial: number;
  readonly sequence: number;
  /** True where a packet of sound ends in the page. */
  readonly hasSound: boolean;
  readonly isOpen: boolean;
  readonly body: Buffer;
  readonly isRight: boolean;
}

export async function planOgg(file: FileWindow): Promise<RecordingPlan> {
  const walk = new PageWalk(file);
  await walk.run();
  if (walk.starts.length === 0) return UNKNOWN_PLAN;
  const parts: RecordingPart[] = walk.starts.map((start, index) => ({
    start,
    end: walk.starts[index + 1] ?? null,
    promisedMs: null,
    gapMs: null,
    raw: null,
  }));
  return { parts, damaged: walk.damaged, audioTracks: Math.max(1, walk.audioTracks), otherTracks: walk.otherTracks };
}

class PageWalk {
  readonly #file: FileWindow;
  readonly #streams = new Map<number, Stream>();
  readonly starts: number[] = [];
  damaged = false;
  audioTracks = 0;
  otherTracks = false;
  /** Pages of sound have come, so that a first page begins another file. */
  #hasSound = false;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  async run(): Promise<void> {
    let junk = false;
    for (let at = 0; at < this.#file.size; ) {
      this.#file.step();
      const page = await this.#page(at);
      if (page?.isRight === true) {
        if (junk && this.#streams.size > 0) this.damaged = true;
        junk = false;
        this.#take(at, page);
        at += page.length;
        continue;
      }
      // A page that is not as it was written, or that the file ends in.
      if (page !== null) this.damaged = true;
      junk = true;
      const next = await this.#findPage(at + 1);
      if (next === null) break;
      at = next;
    }
    this.#endLink();
  }

  #take(at: number, page: Page): void {
    if ((page.flags & FIRST_PAGE) !== 0) this.#begin(at, page);
    const stream = this.#streams.get(page.serial);
    if (stream === undefined) return;
    if (stream.hasSound && page.sequence !== (stream.sequence + 1) >>> 0) this.damaged = true;
    stream.sequence = page.sequence;
    stream.isOpen = page.isOpen;
    stream.hasSound ||= page.hasSound;
    this.#hasSound ||= page.hasSound;
  }

  #begin(at: number, page: Page): void {
    if (this.starts.length === 0) this.starts.push(at);
    else if (this.#hasSound) {
      this.#endLink();
      this.#hasSound = false;
      if (this.starts.length < MAX_PARTS) this.starts.push(at);
    }
    if (this.#streams.size >= MAX_STREAMS) return;
    this.#streams.set(page.serial, { sequence: page.sequence, hasSound: false, isOpen: false });
    if (this.starts.length > 1) return;
    if (AUDIO_HEADS.some((magic) => startsWith(page.body, magic))) this.audioTracks++;
    else this.otherTracks = true;
  }

  #endLink(): void {
    for (const { isOpen } of this.#streams.values()) this.damaged ||= isOpen;
    this.#streams.clear();
  }

  /** Null where none begins. One that the file ends in is not right. */
  async #page(at: number): Promise<Page | null> {
    const head = this.#file.peek(at, MAX_PAGE_BYTES) ?? (await this.#file.load(at, MAX_PAGE_BYTES));
    if (!startsWith(head, 'OggS') || head.length < HEADER_BYTES) return null;
    const segments = head[HEADER_BYTES - 1] as number;
    const table = head.subarray(HEADER_BYTES, HEADER_BYTES + segments);
    const bodyAt = HEADER_BYTES + segments;
    const length = bodyAt + table.reduce((sum, bytes) => sum + bytes, 0);
    // Pages of a hostile file overlap, and each costs its checksum.
    this.#file.step(length / BYTES_OF_STEP);
    return {
      length,
      flags: head[5] as number,
      serial: head.readUInt32LE(14),
      sequence: head.readUInt32LE(18),
      hasSound: head.readBigInt64LE(6) > 0n,
      isOpen: table.at(-1) === 255,
      body: head.subarray(bodyAt, length),
      isRight: length <= head.length && checksum(head, length) === head.readUInt32LE(CRC_AT),
    };
  }

  async #findPage(from: number): Promise<number | null> {
    const step = 64 * 1024;
    for (let at = from; at < this.#file.size; at += step) {
      const found = (await this.#file.load(at, step + 3)).indexOf('OggS', 0, 'latin1');
      if (found >= 0) return at + found;
    }
    return null;
  }
}

/** Over the page with zeros in the place of the checksum. */
function checksum(bytes: Buffer, length: number): number {
  let crc = 0;
  for (let i = 0; i < length; i++) {
    const byte = i >= CRC_AT && i < CRC_AT + 4 ? 0 : (bytes[i] as number);
    crc = ((crc << 8) ^ (CRC32[(crc >>> 24) ^ byte] as number)) >>> 0;
  }
  return crc;
}
