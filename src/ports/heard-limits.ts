// Limits of what an engine can have heard in an interval of sound. A server that writes more is broken or hostile: its response
// is refused before anything is computed from it, so that no response costs more than its sound justifies.
import type { HeardPhrase, HeardSegment } from './speech-to-text.js';
import type { SpeechSpan } from './transcript.js';

/**
 * Twice the fastest speech on record: 655 words a minute, 11 a second (Sean Shannon, Guinness World Records, 1995). The channel
 * of a mono recording holds two voices at most times, never two of this kind.
 */
const MAX_WORDS_PER_SECOND = 22;
/** Characters of a second, at nine a word with its blank; the languages with the longest words have eight on average. */
const MAX_CHARACTERS_PER_SECOND = 200;
/** Whisper writes up to 224 tokens for a window of 30 s, however short the sound in it is, and some windows overlap. */
const SPARE_WORDS = 1_000;
const SPARE_CHARACTERS = 8_000;
/** The longest word that is printed in a dictionary has 45 letters, a place name 85, a compound in Sanskrit 195. */
const MAX_WORD_CHARACTERS = 1_000;
const MAX_LABEL_CHARACTERS = 200;

export interface HeardLimits {
  /** Maximum number of words in all lists together; also of segments, and of phrases. */
  readonly words: number;
  /** Maximum number of characters of all texts together, in UTF-16. */
  readonly characters: number;
}

/** Limits of a piece. */
export function heardLimitsOf({ startMs, endMs }: SpeechSpan): HeardLimits {
  const seconds = Math.max(0, endMs - startMs) / 1000;
  return {
    words: Math.ceil(SPARE_WORDS + MAX_WORDS_PER_SECOND * seconds),
    characters: Math.ceil(SPARE_CHARACTERS + MAX_CHARACTERS_PER_SECOND * seconds),
  };
}

export function isWordTooLong(text: string): boolean {
  return text.length > MAX_WORD_CHARACTERS;
}

/** True when the transcript contains more than anyone can have said in the piece. Takes no longer than counting. */
export function isMoreThanHeard(
  { segments, spotted = [] }: { readonly segments: readonly HeardSegment[]; readonly spotted?: readonly HeardPhrase[] },
  piece: SpeechSpan,
): boolean {
  const most = heardLimitsOf(piece);
  if (segments.length > most.words || spotted.length > most.words) return true;
  let [words, characters] = [0, 0];
  for (const { text, speaker, words: own } of segments) {
    characters += text.length;
    words += own?.length ?? 0;
    if (words > most.words || characters > most.characters) return true;
    if ((speaker?.length ?? 0) > MAX_LABEL_CHARACTERS || own?.some((word) => isWordTooLong(word.text))) return true;
  }
  return spotted.some(({ phrase }) => isWordTooLong(phrase));
}
