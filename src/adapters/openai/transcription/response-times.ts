// Tells whether a transcription server gives times. Its status and its documentation do not say: whisper.cpp answers a format
// that it does not know with text alone, and some of LocalAI's backends put the whole text into one segment from 0 to 0.
import { z } from 'zod';
import type { PieceTranscript } from '../../../ports/speech-to-text.js';
import { spokenText } from '../../spoken-only.js';

const timed = z.object({ start: z.number().catch(0), end: z.number().catch(0) });
const words = z
  .array(timed.catch({ start: 0, end: 0 }))
  .nullish()
  .catch(null);
const heardText = z.object({
  text: z.string().nullish().catch(null),
  segments: z
    .array(timed.extend({ text: z.string().catch(''), words }))
    .nullish()
    .catch(null),
  words,
});

/** Whisper's segments are at most this long; a longer one is the whole text with the length of the recording. */
const MAX_SEGMENT_MS = 30_000;

/** A mark for a sound is no word: it says nothing about what the server does with speech. */
const holdsWords = (text: string | null | undefined) => /[\p{L}\p{N}]/u.test(spokenText(text ?? ''));
const hasLength = ({ start, end }: z.infer<typeof timed>) => end > start;

/** True when the response says when something was said, false when it holds words without times, null without words. */
export function givesTimes(answer: unknown): boolean | null {
  const { success, data } = heardText.safeParse(answer);
  if (!success) return null;
  const spoken = (data.segments ?? []).filter(({ text }) => holdsWords(text));
  if (spoken.length === 0 && !holdsWords(data.text)) return null;
  const listed = [...(data.words ?? []), ...spoken.flatMap((segment) => segment.words ?? [])];
  return spoken.some(hasLength) || listed.some(hasLength);
}

/** The answer as if the server had given its text alone, for segments whose times mean nothing. */
export function withoutTimes(answer: unknown): unknown {
  const { success, data } = heardText.safeParse(answer);
  if (!success) return answer;
  const text = data.text ?? data.segments?.map((segment) => segment.text).join(' ') ?? '';
  return { ...Object(answer), text, segments: null, words: null };
}

/** True when one segment stands for the whole of a long piece: its times say nothing about what was said when. */
export function isOneLongSegment({ segments }: PieceTranscript): boolean {
  const [only, second] = segments;
  return (
    only !== undefined && second === undefined && only.words === null && only.endMs - only.startMs > MAX_SEGMENT_MS
  );
}
