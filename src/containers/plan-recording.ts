// Reads a recording's container from front to back once, and says what it promises.
import { FileWindow, TooManyElements } from './file-window.js';
import { startsWith, tagLength } from './id3-tag.js';
import { planFlac } from './read-flac.js';
import { planMatroska } from './read-matroska.js';
import { planMp4 } from './read-mp4.js';
import { planMpegAudio } from './read-mpeg-audio.js';
import { planOgg } from './read-ogg.js';
import { planProgramStream } from './read-program-stream.js';
import { isWav, planWav } from './read-wav.js';
import { type RecordingPlan, UNKNOWN_PLAN } from './recording-plan.js';

const EBML = 0x1a45dfa3;
const PROGRAM_STREAM = 0x000001ba;
const MAX_TAGS = 100;
const BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'moof']);

/**
 * For a file of no known format, and for one of more elements than any accepted recording has, a plan that promises nothing.
 * @throws UnreadableSamples, or the error of a file that cannot be read
 */
export async function planRecording(path: string, signal: AbortSignal): Promise<RecordingPlan> {
  const file = await FileWindow.open(path, signal);
  try {
    return await planOf(file);
  } catch (error) {
    if (error instanceof TooManyElements) return UNKNOWN_PLAN;
    throw error;
  } finally {
    await file.close();
  }
}

async function planOf(file: FileWindow): Promise<RecordingPlan> {
  const start = await behindTags(file);
  const head = await file.load(start, 64);
  if (head.length < 12) return UNKNOWN_PLAN;
  if (startsWith(head, 'fLaC')) return planFlac(file, start);
  if (start > 0) return planMpegAudio(file, start);
  if (isWav(head)) return planWav(file);
  if (startsWith(head, 'OggS')) return planOgg(file);
  if (head.readUInt32BE(0) === EBML) return planMatroska(file);
  if (head.readUInt32BE(0) === PROGRAM_STREAM) return planProgramStream(file);
  if (BOXES.has(head.toString('latin1', 4, 8))) return planMp4(file);
  return planMpegAudio(file, 0);
}

/** Tags may be of any size, so that the next one lies far behind the file's beginning. */
async function behindTags(file: FileWindow): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const length = await tagLength(file, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}
