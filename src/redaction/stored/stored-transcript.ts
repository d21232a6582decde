// One version of a stored transcript, as finding reads it and as it is stored again. Pure.
import type {
  TranscriptResponse,
  TranscriptSegmentResponse,
  WordResponse,
} from '../../calls/results/analysis-transcript.response.js';
import type { Word } from '../../ports/transcript.js';
import type { SearchedCall, SearchedSegment } from '../../speech/redaction/sensitive-span.js';
import { textOf } from '../../speech/transcript/transcript-wire.js';

export function searchedCall({ segments, language }: TranscriptResponse): SearchedCall {
  return { segments: segments.map(searchedSegment), language };
}

/** JSON texts, as they are stored. */
export interface StoredTexts {
  readonly words: string;
  readonly transcript: string;
}

/** @param masked by the id of the segment; those that are missing stay */
export function storedAgain(stored: TranscriptResponse, masked: ReadonlyMap<number, SearchedSegment>): StoredTexts {
  const segments = stored.segments.map((segment) => {
    const after = masked.get(segment.id);
    if (after === undefined || after.text === segment.text) return segment;
    return { ...segment, text: after.text, words: after.words?.map(storedWord) ?? null };
  });
  const transcript = { ...stored, text: textOf(segments), segments };
  const withoutWords = { ...transcript, segments: segments.map(({ words: _, ...segment }) => segment) };
  return { words: JSON.stringify(transcript), transcript: JSON.stringify(withoutWords) };
}

function searchedSegment(segment: TranscriptSegmentResponse): SearchedSegment {
  const { id, speaker, channel, start, end, text, words } = segment;
  return {
    id,
    speaker,
    channel,
    startMs: milliseconds(start),
    endMs: milliseconds(end),
    text,
    words: words?.map(heardWord) ?? null,
  };
}

const heardWord = ({ word, start, end, confidence }: WordResponse): Word => ({
  text: word,
  startMs: milliseconds(start),
  endMs: milliseconds(end),
  confidence,
});

const storedWord = ({ text, startMs, endMs, confidence }: Word): WordResponse => ({
  word: text,
  start: startMs / 1000,
  end: endMs / 1000,
  confidence,
});

const milliseconds = (seconds: number) => Math.round(seconds * 1000);
