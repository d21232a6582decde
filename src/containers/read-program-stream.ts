// MPEG program stream: packs and packets follow each other without a byte between them.
import type { FileWindow } from './file-window.js';
import { type RecordingPlan, WHOLE_FILE } from './recording-plan.js';

const PACK = 0xba;
const END = 0xb9;
const isAudio = (id: number) => id === 0xbd || (id >= 0xc0 && id <= 0xdf);
const isVideo = (id: number) => id >= 0xe0 && id <= 0xef;

export async function planProgramStream(file: FileWindow): Promise<RecordingPlan> {
  const audio = new Set<number>();
  let [damaged, otherTracks] = [false, false];
  for (let at = 0; at < file.size; ) {
    file.step();
    const head = file.peek(at, 14) ?? (await file.load(at, 14));
    const id = head.length >= 4 && head.readUInt32BE(0) >>> 8 === 1 ? (head[3] as number) : 0;
    if (id === END) break;
    const length = id < END ? null : id === PACK ? packLength(head) : head.length < 6 ? null : 6 + head.readUInt16BE(4);
    if (length === null || at + length > file.size) {
      damaged = head.some((byte) => byte !== 0);
      break;
    }
    if (isAudio(id)) audio.add(id);
    otherTracks ||= isVideo(id);
    at += length;
  }
  return { parts: [WHOLE_FILE], damaged, audioTracks: Math.max(1, audio.size), otherTracks };
}

/** MPEG-1 packs have a fixed length, those of MPEG-2 up to seven bytes of stuffing. */
function packLength(head: Buffer): number | null {
  if (head.length < 12) return null;
  const mark = head[4] as number;
  if (mark >>> 4 === 2) return 12;
  return mark >>> 6 === 1 && head.length >= 14 ? 14 + ((head[13] as number) & 7) : null;
}
