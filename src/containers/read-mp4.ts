// Reads MP4 and QuickTime, which nest boxes, whole or in fragments. Compares the sample tables with the file, and finds gaps in
// the time stamps of the first audio track.
import type { FileWindow } from './file-window.js';
import { Mp4Track } from './mp4-track.js';
import { MAX_PARTS, type RecordingPart, type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';

/** Boxes whose children are read; all others are skipped as a whole. */
const PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf']);
const TABLES = new Set([
  'tkhd',
  'mdhd',
  'mvhd',
  'hdlr',
  'elst',
  'stts',
  'stco',
  'co64',
  'trex',
  'tfhd',
  'tfdt',
  'trun',
]);
/** Size of a table for a day of audio whose samples all differ. */
const MAX_TABLE_BYTES = 16 * 1024 * 1024;
const MAX_TRACKS = 64;

interface Link {
  readonly start: number;
  readonly tracks: Mp4Track[];
  movieScale: number;
  /** False in a file without an index: then nothing can be decoded. */
  hasIndex: boolean;
}

export async function planMp4(file: FileWindow): Promise<RecordingPlan> {
  const walk = new BoxWalk(file);
  await walk.run();
  const [head] = walk.links;
  if (head === undefined) return UNKNOWN_PLAN;
  const audio = walk.links.map(({ tracks }) => tracks.filter(({ kind }) => kind === 'soun'));
  const audioTracks = audio[0]?.length ?? 0;
  return {
    parts: walk.links.map((link, index): RecordingPart => {
      const { promisedMs, gapMs } = audio[index]?.[0]?.reckon(link.movieScale) ?? { promisedMs: null, gapMs: null };
      return { start: link.start, end: walk.links[index + 1]?.start ?? null, promisedMs, gapMs, raw: null };
    }),
    damaged: walk.damaged,
    audioTracks: Math.max(1, audioTracks),
    otherTracks: head.tracks.some(({ kind }) => kind === 'vide'),
  };
}

class BoxWalk {
  readonly #file: FileWindow;
  readonly links: Link[] = [];
  damaged = false;
  /** Track whose fragment is being read. */
  #fragment: Mp4Track | null = null;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  async run(): Promise<void> {
    for (let at = 0; at + 8 <= this.#file.size; ) {
      this.#file.step();
      const head = this.#file.peek(at, 16) ?? (await this.#file.load(at, 16));
      const type = head.toString('latin1', 4, 8);
      const short = head.readUInt32BE(0);
      const isLong = short === 1 && head.length === 16;
      const headBytes = isLong ? 16 : 8;
      const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? this.#file.size - at : short;
      // Bytes after the boxes are no box.
      if (size < headBytes || !/^[\x20-\x7e\xa9]{4}$/.test(type)) break;
      const isMissing = at + size > this.#file.size;
      if (isMissing && (type === 'mdat' || type === 'moof' || PARENTS.has(type))) this.damaged = true;
      if (!this.#begin(type, at)) return;
      if (PARENTS.has(type)) {
        this.#enter(type);
        at += headBytes;
        continue;
      }
      if (TABLES.has(type) && size <= MAX_TABLE_BYTES) {
        this.#take(type, await this.#file.load(at + headBytes, size - headBytes));
      }
      at += size;
    }
    for (const [index, { start, tracks }] of this.links.entries()) {
      const bytes = (this.links[index + 1]?.start ?? this.#file.size) - start;
      this.damaged ||= tracks.some(({ kind, lastChunkAt }) => kind === 'soun' && lastChunkAt >= bytes);
    }
  }

  /** False when there are more files than this reader supports. */
  #begin(type: string, at: number): boolean {
    const last = this.links.at(-1);
    if (last !== undefined && !(type === 'ftyp' && last.hasIndex)) return true;
    if (this.links.length >= MAX_PARTS) return false;
    this.links.push({ start: at, tracks: [], movieScale: 0, hasIndex: false });
    return true;
  }

  #enter(type: string): void {
    const link = this.links.at(-1);
    if (link === undefined) return;
    if (type === 'moov') link.hasIndex = true;
    if (type === 'trak' && link.tracks.length < MAX_TRACKS) link.tracks.push(new Mp4Track());
    if (type === 'traf') this.#fragment = null;
  }

  #take(type: string, body: Buffer): void {
    const link = this.links.at(-1);
    if (link === undefined || body.length < 8) return;
    if (type === 'mvhd') link.movieScale = body.readUInt32BE(body[0] === 1 ? 20 : 12);
    else if (type === 'trex') link.tracks.find(({ id }) => id === body.readUInt32BE(4))?.takeDefaults(body);
    else if (type === 'tfhd') {
      this.#fragment = link.tracks.find(({ id }) => id === body.readUInt32BE(4)) ?? null;
      this.#fragment?.beginFragment(body);
    } else if (type === 'tfdt') this.#fragment?.takeTime(body);
    else if (type === 'trun') this.#fragment?.takeRun(body);
    else link.tracks.at(-1)?.takeTable(type, body);
  }
}
