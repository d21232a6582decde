// Puts what was heard piece by piece together again: every word once, under the speaker who said it.
import type { HeardPhrase, HeardSegment, PieceTranscript } from '../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../ports/transcript.js';
import { meanConfidenceByLength, meanWordConfidence } from './confidence.js';
import type { PiecePlan } from './cut-pieces.js';

export interface HeardPiece {
  readonly piece: PiecePlan;
  readonly transcript: PieceTranscript;
}

/** One utterance, before it is known who is agent and who customer. */
export interface MergedSegment extends HeardSegment {
  /** Position, from 0. */
  readonly id: number;
  /** `channel_0`, `channel_1` on stereo; the engine's own label on mono; null where nobody told speakers apart. */
  readonly speaker: string | null;
  readonly channel: number | null;
}

export interface MergedPhrase extends HeardPhrase {
  readonly channel: number | null;
}

export interface MergedTranscript {
  /** Ascending by start. */
  readonly segments: readonly MergedSegment[];
  /** Ascending by start. */
  readonly spotted: readonly MergedPhrase[];
  /** The language of most of the text; null when no engine named one. */
  readonly language: string | null;
}

export interface MergeOptions {
  /** As in {@link SpeechCapabilities}: without it, equal labels of two mono pieces are two speakers. */
  readonly carriesSpeakers: boolean;
  /** Level of a channel over a stretch, in dB; null when it was not measured. */
  readonly levelAt: (channel: number, startMs: number, endMs: number) => number | null;
}

/** A pause within a segment that begins a new utterance, where words have times. */
const UTTERANCE_PAUSE_MS = 1000;
/** Segments longer than this are split at their longest pause. */
const LONGEST_SEGMENT_MS = 30_000;
/** Two halves of one utterance, parted by a seam. */
const SEAM_PAUSE_MS = 200;

/** The same words within half of the time on both channels are one voice that leaked into the other channel. */
const LEAK_OVERLAP = 0.5;
const LEAK_LIKENESS = 0.8;
/** Two people do say "hello" or "thank you, bye" at once: so few words must also be clearly weaker to be a leak. */
const FEW_WORDS = 4;
const FEW_WORDS_BELOW_DB = 10;

interface Draft extends HeardSegment {
  readonly channel: number | null;
  readonly pieceIndex: number;
}

/** A level lookup from the spans of the measured tracks, for {@link MergeOptions.levelAt}. */
export function levelsOf(
  tracks: readonly { channel: number | null; speech: readonly (SpeechSpan & { levelDb: number })[] }[],
): MergeOptions['levelAt'] {
  return (channel, startMs, endMs) => {
    let [weighted, totalMs] = [0, 0];
    for (const span of tracks.find((track) => track.channel === channel)?.speech ?? []) {
      if (span.startMs >= endMs) break;
      const overlapMs = overlap(span, { startMs, endMs });
      weighted += overlapMs * span.levelDb;
      totalMs += overlapMs;
    }
    return totalMs === 0 ? null : weighted / totalMs;
  };
}

/** Pieces in any order; pure. */
export function mergePieces(heard: readonly HeardPiece[], options: MergeOptions): MergedTranscript {
  const pieces = [...heard].sort((a, b) => a.piece.startMs - b.piece.startMs);
  const tracks = new Map<number | null, Draft[]>();
  for (const [pieceIndex, { piece, transcript }] of pieces.entries()) {
    const track = tracks.get(piece.channel) ?? [];
    tracks.set(piece.channel, track);
    for (const segment of transcript.segments) {
      const speaker = trackSpeaker(piece.channel, segment.speaker, pieceIndex, options.carriesSpeakers);
      const draft: Draft = { ...segment, speaker, channel: piece.channel, pieceIndex };
      if (segment.text.trim() === '' || repeatsSeam(track, draft)) continue;
      track.push(draft);
    }
  }

  const single = [...tracks.values()].flatMap((track) =>
    joinAtSeams(track.map(clampTo(pieces))).flatMap(splitAtPauses),
  );
  const segments = withoutLeaks(single, options.levelAt)
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || (a.channel ?? 0) - (b.channel ?? 0))
    .map(({ pieceIndex: _, ...segment }, id) => ({ id, ...segment }));
  const spotted = pieces
    .flatMap(({ piece, transcript }) => transcript.spotted.map((phrase) => ({ ...phrase, channel: piece.channel })))
    .sort((a, b) => a.startMs - b.startMs);
  return { segments, spotted, language: commonLanguage(pieces) };
}

function trackSpeaker(channel: number | null, label: string | null, piece: number, carried: boolean): string | null {
  if (channel !== null) return `channel_${channel}`;
  return label === null || carried ? label : `${piece}:${label}`;
}

/** Engines that read beyond a piece's edge tell the same words twice, at the same time; words said twice have two times. */
function repeatsSeam(track: readonly Draft[], draft: Draft): boolean {
  const previous = track.at(-1);
  if (previous === undefined || previous.pieceIndex === draft.pieceIndex) return false;
  const shorterMs = Math.min(previous.endMs - previous.startMs, draft.endMs - draft.startMs);
  return overlap(previous, draft) > shorterMs / 2 && tokens(previous.text).join(' ') === tokens(draft.text).join(' ');
}

/** Engines round and drift; a time outside the piece is none of the piece's. */
function clampTo(pieces: readonly HeardPiece[]): (draft: Draft) => Draft {
  return (draft) => {
    const { startMs, endMs } = (pieces[draft.pieceIndex] as HeardPiece).piece;
    const within = (ms: number) => Math.round(Math.min(endMs, Math.max(startMs, ms)));
    const clamp = <T extends SpeechSpan>(span: T): T => {
      const start = within(span.startMs);
      return { ...span, startMs: start, endMs: Math.max(start, within(span.endMs)) };
    };
    return { ...clamp(draft), words: draft.words?.map(clamp) ?? null };
  };
}

/** A seam without a pause runs through an utterance: its halves become one again. */
function joinAtSeams(track: readonly Draft[]): Draft[] {
  const joined: Draft[] = [];
  for (const draft of [...track].sort((a, b) => a.startMs - b.startMs)) {
    const previous = joined.at(-1);
    const halves =
      previous !== undefined &&
      previous.pieceIndex !== draft.pieceIndex &&
      previous.speaker === draft.speaker &&
      draft.startMs - previous.endMs <= SEAM_PAUSE_MS &&
      draft.endMs - previous.startMs <= LONGEST_SEGMENT_MS &&
      !/[.?!…]["'”’)]*$/.test(previous.text.trim());
    if (!halves) {
      joined.push(draft);
      continue;
    }
    const words = previous.words === null || draft.words === null ? null : [...previous.words, ...draft.words];
    joined[joined.length - 1] = {
      ...draft,
      startMs: previous.startMs,
      endMs: Math.max(previous.endMs, draft.endMs),
      text: `${previous.text.trim()} ${draft.text.trim()}`,
      words,
      confidence: words === null ? meanConfidenceByLength([previous, draft]) : meanWordConfidence(words),
    };
  }
  return joined;
}

/** Splits where the words' times allow it and their text is the segment's, so that nothing is lost or reworded. */
function splitAtPauses(draft: Draft): Draft[] {
  const words = draft.words;
  const parts = draft.text.trim().split(/\s+/);
  if (words === null || words.length < 2 || words.length !== parts.length) return [draft];

  const lengthMs = draft.endMs - draft.startMs;
  let seam = longestPause(words, 0, Number.POSITIVE_INFINITY);
  if (seam.pauseMs < UTTERANCE_PAUSE_MS) {
    if (lengthMs <= LONGEST_SEGMENT_MS) return [draft];
    // No pause to speak of: near the middle, lest single words be peeled off.
    seam = longestPause(words, draft.startMs + lengthMs / 4, draft.endMs - lengthMs / 4);
    if (seam.at === 0) return [draft];
  }
  const part = (from: number, to: number, edges: Partial<SpeechSpan>): Draft => {
    const own = words.slice(from, to);
    return {
      ...draft,
      startMs: edges.startMs ?? (own[0] as Word).startMs,
      endMs: edges.endMs ?? (own.at(-1) as Word).endMs,
      text: parts.slice(from, to).join(' '),
      words: own,
      confidence: meanWordConfidence(own) ?? draft.confidence,
    };
  };
  return [
    ...splitAtPauses(part(0, seam.at, { startMs: draft.startMs })),
    ...splitAtPauses(part(seam.at, words.length, { endMs: draft.endMs })),
  ];
}

/** The word after the longest pause among those that begin within the given time; 0 when none does. */
function longestPause(words: readonly Word[], fromMs: number, toMs: number): { at: number; pauseMs: number } {
  let longest = { at: 0, pauseMs: Number.NEGATIVE_INFINITY };
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as Word;
    const pauseMs = word.startMs - (words[at - 1] as Word).endMs;
    if (word.startMs >= fromMs && word.startMs <= toMs && pauseMs > longest.pauseMs) longest = { at, pauseMs };
  }
  return longest;
}

/** Drops what one channel only picked up from the other: the louder channel keeps the words. */
function withoutLeaks(segments: readonly Draft[], levelAt: MergeOptions['levelAt']): Draft[] {
  const ordered = [...segments].sort((a, b) => a.startMs - b.startMs);
  const dropped = new Set<Draft>();
  for (const [index, first] of ordered.entries()) {
    for (let at = index + 1; at < ordered.length && !dropped.has(first); at++) {
      const second = ordered[at] as Draft;
      if (second.startMs >= first.endMs) break;
      if (first.channel === null || second.channel === null || first.channel === second.channel) continue;
      if (dropped.has(second)) continue;
      const leak = leakOf(first, second, levelAt);
      if (leak !== null) dropped.add(leak);
    }
  }
  return ordered.filter((segment) => !dropped.has(segment));
}

/** Which of two segments is the other's echo; null when both were said, or when it cannot be told. */
function leakOf(a: Draft, b: Draft, levelAt: MergeOptions['levelAt']): Draft | null {
  const shorterMs = Math.min(a.endMs - a.startMs, b.endMs - b.startMs);
  if (overlap(a, b) < LEAK_OVERLAP * shorterMs) return null;
  const aTokens = tokens(a.text);
  const bTokens = tokens(b.text);
  const common = commonInOrder(aTokens, bTokens);
  if (common < LEAK_LIKENESS * Math.min(aTokens.length, bTokens.length)) return null;
  const aLevel = a.channel === null ? null : levelAt(a.channel, a.startMs, a.endMs);
  const bLevel = b.channel === null ? null : levelAt(b.channel, b.startMs, b.endMs);
  if (aLevel === null || bLevel === null || aLevel === bLevel) return null;
  const [weak, count] = aLevel < bLevel ? [a, aTokens.length] : [b, bTokens.length];
  if (count === 0 || common < LEAK_LIKENESS * count) return null;
  const fewAndClose = count < FEW_WORDS && Math.abs(aLevel - bLevel) < FEW_WORDS_BELOW_DB;
  return fewAndClose ? null : weak;
}

function overlap(a: SpeechSpan, b: SpeechSpan): number {
  return Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs));
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** Length of the longest common subsequence. */
function commonInOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const token of a) {
    const next = [0];
    for (let at = 1; at <= b.length; at++) {
      const same = token === b[at - 1];
      next.push(same ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function commonLanguage(pieces: readonly HeardPiece[]): string | null {
  const lengths = new Map<string, number>();
  for (const { transcript } of pieces) {
    if (transcript.language === null) continue;
    const length = transcript.segments.reduce((sum, { text }) => sum + text.length, 0);
    lengths.set(transcript.language, (lengths.get(transcript.language) ?? 0) + length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
