// From the segments of sherpa-onnx's diarization to turns of voices. The segments are not to be relied on: they
// may overlap, run backwards or lie outside the recording (github.com/k2-fsa/sherpa-onnx/issues/3382).
import type { VoiceTurn } from '../../ports/voice-separation.js';
import type { DiarizedSegment } from './sherpa-process.js';

/**
 * A voice with less speech than this is a cough, not a speaker: the clustering finds as many speakers as it is told to, in a
 * recording of one too.
 */
const MIN_VOICE_MS = 1_500;

/**
 * The turns, ascending and disjoint. Where several voices speak, the one that began first keeps the word. Empty when there is
 * one voice; null when the answer holds no usable segment.
 */
export function voiceTurns(
  segments: readonly DiarizedSegment[],
  durationMs: number,
  maxVoices: number,
): VoiceTurn[] | null {
  const usable = segments
    .flatMap((segment) => turnOf(segment, durationMs, maxVoices))
    .sort((a, b) => a.startMs - b.startMs);
  if (usable.length === 0) return null;
  const turns: VoiceTurn[] = [];
  for (const { startMs, endMs, voice } of usable) {
    const last = turns.at(-1);
    const fromMs = Math.max(startMs, last?.endMs ?? 0);
    if (fromMs >= endMs) continue;
    if (last !== undefined && last.voice === voice && fromMs === last.endMs) {
      turns[turns.length - 1] = { ...last, endMs };
    } else {
      turns.push({ startMs: fromMs, endMs, voice });
    }
  }
  const spokenMs = new Map<number, number>();
  for (const { startMs, endMs, voice } of turns) spokenMs.set(voice, (spokenMs.get(voice) ?? 0) + endMs - startMs);
  const speaks = ({ voice }: VoiceTurn) => (spokenMs.get(voice) ?? 0) >= MIN_VOICE_MS;
  const spoken = turns.filter(speaks);
  return new Set(spoken.map(({ voice }) => voice)).size < 2 ? [] : spoken;
}

function turnOf({ start, end, speaker }: DiarizedSegment, durationMs: number, maxVoices: number): VoiceTurn[] {
  if (start === null || end === null || speaker === null) return [];
  if (!Number.isInteger(speaker) || speaker < 0 || speaker >= maxVoices) return [];
  const startMs = Math.max(0, Math.round(start * 1000));
  const endMs = Math.min(durationMs, Math.round(end * 1000));
  return startMs < endMs ? [{ startMs, endMs, voice: speaker }] : [];
}
