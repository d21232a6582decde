// Gives the recognised text to the voices found by diarization: a segment in which the voice changes becomes several.
import type { HeardSegment } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { VoiceTurn } from '../../ports/voice-separation.js';
import type { HeardPiece } from '../pieces/merge-pieces.js';
import { meanWordConfidence } from '../words/confidence.js';

/**
 * The pieces with the speakers `voice_0`, `voice_1`, … A segment whose words have times is cut between two words where
 * the voice changes. Any other segment goes whole to the voice that has most of its time. No word is lost or changed.
 * When all segments fall to one voice, diarization found no second speaker, and the given array itself is returned.
 * @param turns ascending and disjoint
 */
export function splitByVoice(heard: readonly HeardPiece[], turns: readonly VoiceTurn[]): readonly HeardPiece[] {
  if (turns.length === 0) return heard;
  const split = heard.map(({ piece, transcript }) => ({
    piece,
    transcript: { ...transcript, segments: transcript.segments.flatMap((segment) => splitSegment(segment, turns)) },
  }));
  const voices = new Set(split.flatMap(({ transcript }) => transcript.segments.map(({ speaker }) => speaker)));
  return voices.size < 2 ? heard : split;
}

function splitSegment(segment: HeardSegment, turns: readonly VoiceTurn[]): HeardSegment[] {
  const words = segment.words ?? [];
  const texts = segment.text.trim().split(/\s+/);
  if (words.length !== texts.length) {
    return [{ ...segment, speaker: `voice_${findVoice(segment, turns)}` }];
  }
  const voices = words.map((word) => findVoice(word, turns));
  const starts = voices.flatMap((voice, at) => (voice === voices[at - 1] ? [] : [at]));
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? words.length;
    const own = words.slice(from, to);
    return {
      ...segment,
      speaker: `voice_${voices[from]}`,
      startMs: index === 0 ? segment.startMs : own[0]!.startMs,
      endMs: to === words.length ? segment.endMs : own.at(-1)!.endMs,
      text: texts.slice(from, to).join(' '),
      confidence: meanWordConfidence(own) ?? segment.confidence,
      words: own,
    };
  });
}

/** The voice that has most of the span's time. When several have the same, or none has any, the nearest voice. */
function findVoice(span: SpeechSpan, turns: readonly VoiceTurn[]): number {
  const first = findFirstEndingAfter(turns, span.startMs);
  const voiceMs = new Map<number, number>();
  for (let at = first; at < turns.length; at++) {
    const turn = turns[at]!;
    if (turn.startMs >= span.endMs) break;
    const sharedMs = Math.min(turn.endMs, span.endMs) - Math.max(turn.startMs, span.startMs);
    voiceMs.set(turn.voice, (voiceMs.get(turn.voice) ?? 0) + sharedMs);
  }
  const [most, next] = [...voiceMs].sort(([, a], [, b]) => b - a);
  if (most && most[1] > (next?.[1] ?? 0)) return most[0];
  const [before, after] = [turns[first - 1], turns[first]];
  if (before === undefined || after === undefined) return (before ?? after)?.voice ?? 0;
  return span.startMs - before.endMs <= after.startMs - span.endMs ? before.voice : after.voice;
}

/** Index of the first turn that ends after the given time. */
function findFirstEndingAfter(turns: readonly VoiceTurn[], atMs: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (turns[middle]!.endMs > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
