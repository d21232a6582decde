// The quotations of persons on another version of the transcript. Pure.
import type { TranscriptSegmentResponse } from '../results/analysis-transcript.response.js';
import type { CitationResponse } from '../results/findings.response.js';

export type RestatedCitations = (citations: readonly CitationResponse[]) => CitationResponse[];

/** A quotation stands while its segment holds the words, by whichever speaker. One that does not is marked. */
export function restateCitations(
  segments: readonly Pick<TranscriptSegmentResponse, 'id' | 'speaker' | 'text'>[],
): RestatedCitations {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const restate = ({ stale: _, ...citation }: CitationResponse): CitationResponse => {
    const segment = byId.get(citation.segment_id);
    const restated = { ...citation, speaker: segment?.speaker ?? citation.speaker };
    return segment?.text.includes(citation.quote) ? restated : { ...restated, stale: true };
  };
  return (citations) => citations.map(restate);
}
