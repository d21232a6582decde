// Selects a voice sample of each speaker in the earlier pieces. The engine gets the samples with the next piece, so that it
// gives the same speaker the same label.
import type { KnownVoice, PieceTranscript } from '../../ports/speech-to-text.js';

const MIN_SAMPLE_MS = 2_000;
const MAX_SAMPLE_MS = 10_000;
/** OpenAI takes samples of at most four known speakers. */
const MAX_VOICES = 4;

/**
 * Selects the longest stretch in which no other speaker talks, for each speaker of the earlier pieces, by first appearance. Pure.
 */
export function selectVoiceSamples(earlier: readonly PieceTranscript[]): KnownVoice[] {
  const segments = earlier.flatMap((piece) => piece.segments);
  const longest = new Map<string, { startMs: number; endMs: number }>();
  for (const { speaker, startMs, endMs } of segments) {
    if (speaker === null) continue;
    const alone = segments.every(
      (other) => other.speaker === speaker || other.endMs <= startMs || other.startMs >= endMs,
    );
    const sample = { startMs, endMs: Math.min(endMs, startMs + MAX_SAMPLE_MS) };
    const lengthMs = sample.endMs - sample.startMs;
    const known = longest.get(speaker);
    if (!alone || lengthMs < MIN_SAMPLE_MS || (known && known.endMs - known.startMs >= lengthMs)) continue;
    longest.set(speaker, sample);
  }
  return [...longest].slice(0, MAX_VOICES).map(([label, sample]) => ({ label, sample }));
}
