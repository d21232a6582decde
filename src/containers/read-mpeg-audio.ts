// Reads MPEG audio frame by frame. Tags before, between and after the frames are no audio, nor is an encoder's own frame (Xing,
// Info, VBRI), which declares the number of frames.
import { isPlain } from './browsers.js';
import type { FileWindow } from './file-window.js';
import { startsWith, tagLength } from './id3-tag.js';
import { type MpegFrame, mpegFrame } from './mpeg-frame.js';
import { MAX_PARTS, type RecordingPart, type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';

/** Maximum position, in bytes, where the number of frames ends in an encoder's own frame. */
const MAX_INFO_BYTES = 60;
const VBRI_AT = 36;
/** A last frame that lacks at most this much is complete: its encoder computed the padding wrong. */
const MAX_MISSING_BYTES = 4;
/** Padding of encoders before the first audio and after the last, which decoders drop. */
const MAX_TRIMMED_SAMPLES = 3 * 1152;
/** Cost of a false start in steps: a hostile file has many places where a frame might begin, and each takes several checks. */
const FALSE_START_COST = 8;
/** Fewer frames in a row may be random bytes. */
const MIN_FRAMES = 3;

/** Frames of one of several files that were concatenated. */
interface Stretch {
  start: number;
  end: number;
  frames: number;
  readonly first: MpegFrame;
  /** Number of frames declared by the encoder's own frame; null without one. */
  readonly promised: number | null;
}

export async function planMpegAudio(file: FileWindow, start: number): Promise<RecordingPlan> {
  const walk = new FrameWalk(file);
  await walk.run(start);
  const parts = walk.stretches.filter(({ frames }) => frames > 0).map(partOf);
  if (walk.frames < MIN_FRAMES) return UNKNOWN_PLAN;
  const { damaged, playsExactly } = walk;
  return { parts, damaged, audioTracks: 1, otherTracks: false, playsExactly };
}

function partOf({ start, end, frames, first }: Stretch): RecordingPart {
  const samples = Math.max(0, frames * first.samples - MAX_TRIMMED_SAMPLES);
  return { start, end, promisedMs: (samples * 1000) / first.sampleRate, gapMs: 0, raw: null };
}

class FrameWalk {
  readonly #file: FileWindow;
  readonly stretches: Stretch[] = [];
  damaged = false;
  frames = 0;
  /** Every frame so far is as long as the first. */
  #isEven = true;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  /** A frame of an encoder's own is a part that promises, and browsers take its bytes for time. */
  get playsExactly(): boolean {
    const [only, other] = this.stretches;
    if (only === undefined || other !== undefined || only.promised !== null || this.damaged || !this.#isEven)
      return false;
    return only.first.layer === 3 && isPlain(1, only.first.sampleRate);
  }

  async run(start: number): Promise<void> {
    let unknownBytes = false;
    let behindTag = true;
    for (let at = start; at < this.#file.size; ) {
      this.#file.step();
      const frame = await this.#frameAt(at);
      if (frame !== null) {
        // Bytes that are neither audio nor a tag, between audio on both sides, are damaged audio.
        if (unknownBytes && this.frames > 0) this.damaged = true;
        unknownBytes = false;
        await this.#take(at, frame, behindTag);
        behindTag = false;
        at += frame.length;
        continue;
      }
      const tag = await tagLength(this.#file, at);
      if (tag > 0) {
        behindTag = true;
        at += tag;
        continue;
      }
      this.#file.step(FALSE_START_COST);
      const next = await this.#findFrame(at);
      if (next === null) break;
      unknownBytes ||= !next.isPadding;
      at = next.at;
    }
    this.#checkPromise();
  }

  async #take(at: number, frame: MpegFrame, behindTag: boolean): Promise<void> {
    const promised = this.#promise(await this.#file.load(at, Math.min(frame.length, MAX_INFO_BYTES)), frame);
    const last = this.stretches.at(-1);
    const isOther = last === undefined || frame.kind !== last.first.kind || frame.isMono !== last.first.isMono;
    if ((promised !== null || isOther || behindTag) && this.stretches.length < MAX_PARTS) {
      this.#checkPromise();
      this.stretches.push({ start: at, end: at, frames: 0, first: frame, promised });
    }
    const stretch = this.stretches.at(-1);
    if (stretch === undefined) return;
    stretch.end = Math.min(at + frame.length, this.#file.size);
    if (promised !== null) return;
    stretch.frames++;
    if (frame.length !== stretch.first.length) this.#isEven = false;
    this.frames++;
    if (at + frame.length - this.#file.size > MAX_MISSING_BYTES) this.damaged = true;
  }

  #checkPromise(): void {
    const last = this.stretches.at(-1);
    if (last !== undefined && last.promised !== null && last.frames < last.promised) this.damaged = true;
  }

  /** Number of frames that an encoder's own frame declares; 0 where it declares none; null for a frame of audio. */
  #promise(bytes: Buffer, frame: MpegFrame): number | null {
    if (frame.samples === 1152 && bytes.length < MAX_INFO_BYTES && bytes.length < frame.sideInfoEnd + 12) return null;
    const mark = bytes.subarray(frame.sideInfoEnd);
    if ((startsWith(mark, 'Xing') || startsWith(mark, 'Info')) && mark.length >= 12) {
      return (mark.readUInt32BE(4) & 1) === 1 ? mark.readUInt32BE(8) : 0;
    }
    const vbri = bytes.subarray(VBRI_AT);
    return startsWith(vbri, 'VBRI') && vbri.length >= 18 ? vbri.readUInt32BE(14) : null;
  }

  /** Accepts a frame that continues the one before, or that another frame, a tag or the end of the file follows. */
  async #frameAt(at: number): Promise<MpegFrame | null> {
    const frame = mpegFrame(this.#file.peek(at, 4) ?? (await this.#file.load(at, 4)), 0);
    if (frame === null) return null;
    const last = this.stretches.at(-1);
    if (last !== undefined && last.end === at && frame.kind === last.first.kind) return frame;
    const behind = at + frame.length;
    if (behind >= this.#file.size) return this.frames > 0 || behind === this.#file.size ? frame : null;
    const follower = mpegFrame(await this.#file.load(behind, 4), 0);
    if (follower !== null && follower.kind === frame.kind) return frame;
    return (await tagLength(this.#file, behind)) > 0 ? frame : null;
  }

  /** Next position where a frame or a tag may begin. Only zeros before it are padding. */
  async #findFrame(from: number): Promise<{ at: number; isPadding: boolean } | null> {
    let isPadding = true;
    for (let at = from; at < this.#file.size; ) {
      const bytes = await this.#file.load(at, 64 * 1024);
      for (let i = at === from ? 1 : 0; i < bytes.length; i++) {
        const byte = bytes[i] as number;
        if (at === from && i === 1 && bytes[0] !== 0) isPadding = false;
        if (byte === 0xff && mpegFrame(bytes, i) !== null) return { at: at + i, isPadding };
        if (isTagStart(bytes, i, byte)) return { at: at + i, isPadding };
        if (byte !== 0) isPadding = false;
      }
      // Reads the end of the piece again: a frame or tag may cross the edge.
      at += Math.max(1, bytes.length - 11);
      if (bytes.length < 64 * 1024) return null;
    }
    return null;
  }
}

function isTagStart(bytes: Buffer, at: number, byte: number): boolean {
  if (byte === 0x49) return startsWith(bytes.subarray(at, at + 3), 'ID3');
  if (byte === 0x54) return startsWith(bytes.subarray(at, at + 3), 'TAG');
  if (byte === 0x41) return startsWith(bytes.subarray(at, at + 8), 'APETAGEX');
  return byte === 0x4c && startsWith(bytes.subarray(at, at + 11), 'LYRICSBEGIN');
}
