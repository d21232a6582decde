// Masks what a person types into a masked transcript: a number that is typed back would stand in it again. Pure.
import type { TranscriptResponse } from '../../calls/results/analysis-transcript.response.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { findSensitive } from '../../speech/redaction/find-sensitive.js';
import { maskSegments } from '../../speech/redaction/mask-segments.js';

export interface EditedText {
  readonly id: number;
  readonly text: string;
}

export interface EditsTask {
  /** JSON text of the stored transcript. */
  readonly transcript: string;
  /** Texts that are to stand in its segments; each segment once. */
  readonly edits: readonly EditedText[];
  readonly wanted: WantedRedaction;
}

/** Each text is read where it is to stand, beside what was asked before it. Texts of unknown segments come back as they are. */
export function maskEdits({ transcript, edits, wanted }: EditsTask): EditedText[] {
  const { segments: stored, language }: TranscriptResponse = JSON.parse(transcript);
  const texts = new Map(edits.map(({ id, text }) => [id, text]));
  const segments = stored.map(({ id, channel, speaker, start, end, text }) => ({
    id,
    channel,
    speaker,
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text: texts.get(id) ?? text,
    words: null,
  }));
  const { spans } = findSensitive({ segments, language }, wanted);
  const masked = maskSegments(segments, spans, wanted.replacement).segments;
  const after = new Map(masked.map(({ id, text }) => [id, text]));
  return edits.map(({ id, text }) => ({ id, text: after.get(id) ?? text }));
}
