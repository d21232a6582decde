// Which stretches of earlier pieces tell an engine who is who in the next one.
import type { KnownVoice, PieceTranscript } from '../../ports/speech-to-text.js';

const SHORTEST_SAMPLE_MS = 2_000;
const LONGEST_SAMPLE_MS = 10_000;
/** What a provider takes. */
const MOST_VOICES = 4;

/** For each speaker met, in order of appearance, the longest stretch in which nobody else speaks. Pure. */
export function knownVoices(earlier: readonly PieceTranscript[]): KnownVoice[] {
  const segments = earlier.flatMap((piece) => piece.segments);
  const best = new Map<string, { startMs: number; endMs: number }>();
  for (const { speaker, startMs, endMs } of segments) {
    if (speaker === null) continue;
    const alone = segments.every(
      (other) => other.speaker === speaker || other.endMs <= startMs || other.startMs >= endMs,
    );
    const sample = { startMs, endMs: Math.min(endMs, startMs + LONGEST_SAMPLE_MS) };
    const known = best.get(speaker);
    if (!alone || lengthOf(sample) < SHORTEST_SAMPLE_MS || (known && lengthOf(known) >= lengthOf(sample))) continue;
    best.set(speaker, sample);
  }
  return [...best].slice(0, MOST_VOICES).map(([label, sample]) => ({ label, sample }));
}

function lengthOf({ startMs, endMs }: { startMs: number; endMs: number }): number {
  return endMs - startMs;
}
