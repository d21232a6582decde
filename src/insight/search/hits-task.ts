// Task of a thread: find the hits of some calls.
import { findHits, type Looked, type SearchedSegment } from './find-hits.js';
import type { SearchHitResponse } from './search.responses.js';

export interface HitsTask {
  /** JSON texts. */
  readonly transcripts: readonly string[];
  readonly looked: Looked;
}

export function hitsOfTranscript(transcript: string, looked: Looked): SearchHitResponse[] {
  const { segments = [] }: { readonly segments?: readonly SearchedSegment[] } = JSON.parse(transcript);
  return findHits(segments, looked);
}

/** Hits in the order of the transcripts. */
export const runHitsTask = ({ transcripts, looked }: HitsTask): SearchHitResponse[][] =>
  transcripts.map((transcript) => hitsOfTranscript(transcript, looked));
