// Converts each text of an engine's response to one line. In a transcript, a line is an utterance with its speaker, so a line
// break within a text would create a false utterance. Pure.
import type { PieceTranscript } from '../../ports/speech-to-text.js';

/** Control characters (C0, DEL, C1, and so every line break up to U+0085) and the separators of lines and paragraphs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Matches white space as a whole: a search from each blank would take the square of its length. */
const SPACES = /[\s\p{Cc}]+/gu;

/** Writes texts on one line. What is nothing then (a word of line breaks, an empty label) is left out. */
export function toOneLine(transcript: PieceTranscript): PieceTranscript {
  const segments = transcript.segments.map((segment) => {
    const words = segment.words
      ?.map((word) => ({ ...word, text: oneLineOf(word.text) }))
      .filter(({ text }) => text !== '');
    const speaker = segment.speaker === null ? null : oneLineOf(segment.speaker) || null;
    return { ...segment, speaker, text: oneLineOf(segment.text), words: words?.length ? words : null };
  });
  return {
    ...transcript,
    segments: segments.filter(({ text }) => text !== ''),
    spotted: transcript.spotted.map((phrase) => ({ ...phrase, phrase: oneLineOf(phrase.phrase) })),
  };
}

/** The text without line breaks and other control characters, and without white space around it. */
export function oneLineOf(text: string): string {
  return text.replace(SPACES, (spaces) => (CONTROL.test(spaces) ? ' ' : spaces)).trim();
}
