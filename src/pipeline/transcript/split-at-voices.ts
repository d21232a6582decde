// Gives what was heard to the voices it was heard from: utterances in which the voice changes become several.
import type { HeardSegment } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { VoiceTurn } from '../voices/voice-path.js';
import { meanWordConfidence } from './confidence.js';
import type { HeardPiece } from './merge-pieces.js';

/**
 * Segments with the speakers `voice_0` and `voice_1`. One whose words have times is cut where the voice changes between
 * two words; any other goes whole to the voice that has most of its time. Nothing is lost or reworded.
 * Where the words fall to one voice only, nothing has been told apart, and the pieces are returned as they came.
 * Turns ascending and disjoint; pure.
 */
export function splitAtVoices(heard: readonly HeardPiece[], turns: readonly VoiceTurn[]): readonly HeardPiece[] {
  if (turns.length === 0) return heard;
  const split = heard.map(({ piece, transcript }) => ({
    piece,
    transcript: { ...transcript, segments: transcript.segments.flatMap((segment) => splitSegment(segment, turns)) },
  }));
  const voices = new Set(split.flatMap(({ transcript }) => transcript.segments.map(({ speaker }) => speaker)));
  return voices.size < 2 ? heard : split;
}

/** Shorter speech is no utterance to send anywhere: providers refuse a tenth of a second. */
const LEAST_RUN_MS = 400;

/**
 * The turns in runs in which one voice has the floor: for engines whose text has no times but those of its piece.
 * What is too short for a piece goes with the run before it, or, at the beginning, with the one after.
 */
export function runsOfOneVoice(turns: readonly VoiceTurn[]): VoiceTurn[][] {
  const runs: VoiceTurn[][] = [];
  for (const turn of turns) {
    const run = runs.at(-1);
    if (run?.at(-1)?.voice === turn.voice) run.push(turn);
    else runs.push([turn]);
  }
  const long: { voice: 0 | 1 | null; turns: VoiceTurn[] }[] = [];
  for (const run of runs) {
    const last = long.at(-1);
    const voice = lengthOf(run) < LEAST_RUN_MS ? null : (run[0]?.voice ?? null);
    if (last === undefined || (voice !== null && last.voice !== null && voice !== last.voice)) {
      long.push({ voice, turns: run });
    } else {
      last.turns.push(...run);
      last.voice ??= voice;
    }
  }
  return long.map((run) => run.turns);
}

function lengthOf(spans: readonly SpeechSpan[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

function splitSegment(segment: HeardSegment, turns: readonly VoiceTurn[]): HeardSegment[] {
  const words = segment.words ?? [];
  const texts = segment.text.trim().split(/\s+/);
  if (words.length < 2 || words.length !== texts.length) {
    return [{ ...segment, speaker: `voice_${voiceOf(segment, turns)}` }];
  }
  const voices = words.map((word) => voiceOf(word, turns));
  const starts = voices.flatMap((voice, at) => (voice === voices[at - 1] ? [] : [at]));
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? words.length;
    const own = words.slice(from, to);
    return {
      ...segment,
      speaker: `voice_${voices[from]}`,
      startMs: index === 0 ? segment.startMs : (own[0]?.startMs ?? segment.startMs),
      endMs: to === words.length ? segment.endMs : (own.at(-1)?.endMs ?? segment.endMs),
      text: texts.slice(from, to).join(' '),
      confidence: meanWordConfidence(own) ?? segment.confidence,
      words: own,
    };
  });
}

/** Who has most of the time; where nobody has any, who is nearest. */
function voiceOf(span: SpeechSpan, turns: readonly VoiceTurn[]): 0 | 1 {
  const first = firstEndingAfter(turns, span.startMs);
  const shares = [0, 0];
  for (let at = first; at < turns.length; at++) {
    const turn = turns[at]!;
    if (turn.startMs >= span.endMs) break;
    shares[turn.voice]! += Math.min(turn.endMs, span.endMs) - Math.max(turn.startMs, span.startMs);
  }
  if (shares[0] !== shares[1]) return shares[0]! > shares[1]! ? 0 : 1;
  const [before, after] = [turns[first - 1], turns[first]];
  if (before === undefined || after === undefined) return (before ?? after)?.voice ?? 0;
  return span.startMs - before.endMs <= after.startMs - span.endMs ? before.voice : after.voice;
}

/** Index of the first turn that ends after the moment. */
function firstEndingAfter(turns: readonly VoiceTurn[], ms: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (turns[middle]!.endMs > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}
