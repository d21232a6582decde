// Merges the transcripts of the pieces into one: every word once, with the speaker who said it. A seam is the cut between two
// neighbouring pieces of a track.
import type { HeardPhrase, HeardSegment, PieceTranscript } from '../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../ports/transcript.js';
import { meanConfidenceByLength, meanWordConfidence } from '../words/confidence.js';
import { overlapMs } from '../words/spans.js';
import type { PiecePlan } from './cut-pieces.js';
import { dropCrosstalk, type LevelAt, tokenize } from './drop-crosstalk.js';

export interface HeardPiece {
  readonly piece: PiecePlan;
  readonly transcript: PieceTranscript;
}

/** One utterance, before roles are assigned. */
export interface MergedSegment extends HeardSegment {
  /** Position, from 0. */
  readonly id: number;
  /** `channel_0` or `channel_1` on stereo; the engine's own label on mono; null without diarization. */
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
  /** The language of most of the text, ISO 639-1; null when the engine named none. */
  readonly language: string | null;
}

export interface MergeOptions {
  /** Capability as in {@link SpeechCapabilities}. When false, equal labels of two mono pieces are two speakers. */
  readonly carriesSpeakers: boolean;
  readonly levelAt: LevelAt;
}

/** A pause of this length within a segment begins a new utterance, when its words have times. */
const UTTERANCE_PAUSE_MS = 1000;
/** Longer segments are split at their longest pause. */
const MAX_SEGMENT_MS = 30_000;
/** Two segments on either side of a seam with at most this pause between them may be halves of one utterance. */
const MAX_SEAM_PAUSE_MS = 200;

interface Draft extends HeardSegment {
  readonly channel: number | null;
  readonly pieceIndex: number;
}

/** Takes pieces in any order. Pure. */
export function mergePieces(heard: readonly HeardPiece[], options: MergeOptions): MergedTranscript {
  const pieces = [...heard].sort((a, b) => a.piece.startMs - b.piece.startMs);
  const tracks = new Map<number | null, Draft[]>();
  for (const [pieceIndex, { piece, transcript }] of pieces.entries()) {
    const track = tracks.get(piece.channel) ?? [];
    tracks.set(piece.channel, track);
    for (const segment of transcript.segments) {
      const speaker = speakerOnTrack(piece.channel, segment.speaker, pieceIndex, options.carriesSpeakers);
      const draft: Draft = { ...segment, speaker, channel: piece.channel, pieceIndex };
      if (segment.text.trim() === '' || repeatsPreviousPiece(track, draft)) continue;
      track.push(draft);
    }
  }

  const utterances = [...tracks.values()].flatMap((track) =>
    joinAtSeams(track.map(clampToPiece(pieces))).flatMap(splitAtPauses),
  );
  const segments = dropCrosstalk(utterances, options.levelAt)
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || Number(a.channel) - Number(b.channel))
    .map(({ pieceIndex: _, ...segment }, id) => ({ id, ...segment }));
  const spotted = pieces
    .flatMap(({ piece, transcript }) => transcript.spotted.map((phrase) => ({ ...phrase, channel: piece.channel })))
    .sort((a, b) => a.startMs - b.startMs);
  return { segments, spotted, language: mainLanguage(pieces) };
}

function speakerOnTrack(channel: number | null, label: string | null, piece: number, carried: boolean): string | null {
  if (channel !== null) return `channel_${channel}`;
  return label === null || carried ? label : `${piece}:${label}`;
}

/**
 * True for words that both pieces of a seam contain, because engines transcribe beyond a piece's edge. The times of such
 * words overlap; words that a speaker said twice have different times.
 */
function repeatsPreviousPiece(track: readonly Draft[], draft: Draft): boolean {
  const previous = track.at(-1);
  if (previous === undefined || previous.pieceIndex === draft.pieceIndex) return false;
  const shorterMs = Math.min(previous.endMs - previous.startMs, draft.endMs - draft.startMs);
  return (
    overlapMs(previous, draft) > shorterMs / 2 && tokenize(previous.text).join(' ') === tokenize(draft.text).join(' ')
  );
}

/** Limits times to the piece: engines round them, and their clocks drift. */
function clampToPiece(pieces: readonly HeardPiece[]): (draft: Draft) => Draft {
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

/** Joins the halves of an utterance that a seam without a pause cut in two. A sentence end is never joined over. */
function joinAtSeams(track: readonly Draft[]): Draft[] {
  const joined: Draft[] = [];
  for (const draft of [...track].sort((a, b) => a.startMs - b.startMs)) {
    const previous = joined.at(-1);
    const halves =
      previous !== undefined &&
      previous.pieceIndex !== draft.pieceIndex &&
      previous.speaker === draft.speaker &&
      draft.startMs - previous.endMs <= MAX_SEAM_PAUSE_MS &&
      draft.endMs - previous.startMs <= MAX_SEGMENT_MS &&
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

/**
 * Splits a segment into utterances, and an utterance that is too long near its middle. Needs words with times that match
 * the words of the text, so that no word is lost or changed; other segments stay whole.
 */
function splitAtPauses(draft: Draft): Draft[] {
  const words = draft.words;
  const parts = draft.text.trim().split(/\s+/);
  if (words === null || words.length !== parts.length) return [draft];
  const seams = words.flatMap((word, at) => {
    const before = words[at - 1];
    return before !== undefined && word.startMs - before.endMs >= UTTERANCE_PAUSE_MS ? [at] : [];
  });
  return splitAt(draft, parts, seams).flatMap(splitLong);
}

/** An utterance that is too long, at its longest pause. */
function splitLong(draft: Draft): Draft[] {
  const lengthMs = draft.endMs - draft.startMs;
  if (draft.words === null || lengthMs <= MAX_SEGMENT_MS) return [draft];
  // Without a clear pause, split in the middle half: pauses at the edges would peel off single words.
  const seam = findLongestPause(draft.words, draft.startMs + lengthMs / 4, draft.endMs - lengthMs / 4);
  return seam === 0 ? [draft] : splitAt(draft, draft.text.trim().split(/\s+/), [seam]).flatMap(splitLong);
}

/** @param texts of the words @param seams ascending indexes of the words that begin a new part */
function splitAt(draft: Draft, texts: readonly string[], seams: readonly number[]): Draft[] {
  const words = draft.words ?? [];
  if (seams.length === 0) return [draft];
  return [0, ...seams].map((from, index) => {
    const to = seams[index] ?? words.length;
    const own = words.slice(from, to);
    return {
      ...draft,
      startMs: from === 0 ? draft.startMs : (own[0] as Word).startMs,
      endMs: to === words.length ? draft.endMs : (own.at(-1) as Word).endMs,
      text: texts.slice(from, to).join(' '),
      words: own,
      confidence: meanWordConfidence(own) ?? draft.confidence,
    };
  });
}

/** Index of the word after the longest pause, among words that begin within the given time; 0 when none does. */
function findLongestPause(words: readonly Word[], fromMs: number, toMs: number): number {
  let longest = { at: 0, pauseMs: Number.NEGATIVE_INFINITY };
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as Word;
    const pauseMs = word.startMs - (words[at - 1] as Word).endMs;
    if (word.startMs >= fromMs && word.startMs <= toMs && pauseMs > longest.pauseMs) longest = { at, pauseMs };
  }
  return longest.at;
}

function mainLanguage(pieces: readonly HeardPiece[]): string | null {
  const lengths = new Map<string, number>();
  for (const { transcript } of pieces) {
    if (transcript.language === null) continue;
    const length = transcript.segments.reduce((sum, { text }) => sum + text.length, 0);
    lengths.set(transcript.language, (lengths.get(transcript.language) ?? 0) + length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
