// Reads a transcript that is one text and one list of words with times, as speech vendors give it.
import { z } from 'zod';
import type { PieceTranscript, SpeechPiece } from '../../ports/speech-to-text.js';
import { cleanText } from '../clean-text.js';
import { keepSpoken } from '../spoken-only.js';
import { languageCode } from './language-code.js';
import { withMeanConfidence } from './mean-confidence.js';
import { UnusableResponseError } from './provider-failure.js';
import { refuseMoreThanHeard } from './response-limits.js';
import { type GivenWord, readTimedWords } from './timed-segments.js';

/** Members of a response as they came, of any type. */
export interface GivenTranscript {
  readonly text: unknown;
  readonly words: unknown;
  /** Language that the vendor has detected. */
  readonly language: unknown;
  readonly seconds: unknown;
}

const number = z.number().nullish().catch(null);
const text = z.string().nullish().catch(null);
const givenWord = z
  .object({
    // Deepgram has the spelling with its punctuation beside the plain one; AssemblyAI calls it `text`.
    punctuated_word: text,
    word: text,
    text,
    start: number,
    end: number,
    confidence: number,
    speaker: z.union([z.string(), z.number()]).nullish().catch(null),
  })
  .nullable()
  .catch(null);

/**
 * One segment for each stretch of one speaker without a pause. A word of another shape costs the others nothing.
 * @param unit seconds of a unit of the words' times
 * @param withLabels false for a channel, on which one party speaks
 */
export function readHeardWords(
  given: GivenTranscript,
  piece: SpeechPiece,
  { unit, withLabels }: { readonly unit: number; readonly withLabels: boolean },
): PieceTranscript {
  refuseMoreThanHeard(given, piece);
  const whole = text.parse(given.text) ?? '';
  const listed = Array.isArray(given.words) ? given.words : [];
  const words = listed.flatMap((each): GivenWord[] => {
    const word = givenWord.parse(each);
    const spelling = word?.punctuated_word ?? word?.word ?? word?.text;
    if (word === null || spelling == null) return [];
    return [
      {
        word: spelling,
        start: word.start == null ? null : word.start * unit,
        end: word.end == null ? null : word.end * unit,
        // JSON has a minus zero, which a checkpoint does not keep.
        probability: word.confidence == null ? null : word.confidence + 0,
        speaker: withLabels ? labelOf(word.speaker) : null,
      },
    ];
  });
  const isTimed = words.some(({ start, end }) => start !== null && end !== null);
  if (!isTimed && (whole.trim() !== '' || words.length > 0)) {
    throw new UnusableResponseError('The transcription lacks the times of its words.');
  }
  const seconds = number.parse(given.seconds);
  return {
    segments: withMeanConfidence(keepSpoken(readTimedWords(words, whole, piece))),
    language: languageCode(text.parse(given.language)),
    spotted: [],
    providerSeconds: seconds != null && seconds >= 0 ? seconds : null,
  };
}

function labelOf(speaker: string | number | null | undefined): string | null {
  const label = cleanText(String(speaker ?? '')).trim();
  return label === '' ? null : label;
}
