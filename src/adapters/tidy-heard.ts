// Holds what a recogniser on this machine wrote to the promises of the port: a program and a model are not under our control.
import { isMoreThanHeard } from '../ports/heard-limits.js';
import { ProviderError } from '../ports/provider-error.js';
import { type HeardSegment, informs, type SpeechPiece } from '../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../ports/transcript.js';
import { cleanText } from './clean-text.js';
import { keepSpoken } from './spoken-only.js';

/**
 * Cleans texts, brings times into order and into the piece, and drops what was not said. Confidences that tell nothing about the
 * piece become null throughout.
 * Throws a final ProviderError where there is more than can have been said.
 */
export function tidyHeard(segments: readonly HeardSegment[], piece: SpeechPiece): HeardSegment[] {
  if (isMoreThanHeard({ segments }, piece)) {
    throw new ProviderError('The local speech engine wrote more than can be said in the time.', {
      retryable: false,
      code: 'provider_failed',
    });
  }
  const ordered = segments.map((segment) => tidySegment(segment, piece)).filter(({ text }) => text !== '');
  ordered.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const tidy = keepSpoken(ordered);
  if (informs(tidy.flatMap(({ words }) => words ?? []).map(({ confidence }) => confidence))) return tidy;
  return tidy.map((segment) => ({
    ...segment,
    confidence: null,
    words: segment.words?.map((word) => ({ ...word, confidence: null })) ?? null,
  }));
}

function tidySegment(segment: HeardSegment, piece: SpeechPiece): HeardSegment {
  if (segment.words === null) return { ...segment, ...within(piece, segment), text: cleanText(segment.text).trim() };
  const words = segment.words
    .map((word): Word => ({ ...word, ...within(piece, word), text: cleanText(word.text).trim() }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.startMs - b.startMs);
  return {
    ...segment,
    startMs: words[0]?.startMs ?? piece.startMs,
    endMs: words.reduce((latest, { endMs }) => Math.max(latest, endMs), piece.startMs),
    text: words.map(({ text }) => text).join(' '),
    words,
  };
}

function within(piece: SpeechPiece, { startMs, endMs }: SpeechSpan): SpeechSpan {
  const start = Math.min(piece.endMs, Math.max(piece.startMs, startMs));
  return { startMs: start, endMs: Math.max(start, Math.min(piece.endMs, endMs)) };
}
