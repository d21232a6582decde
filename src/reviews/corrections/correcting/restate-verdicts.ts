// What persons decided, carried to the next version of the transcript. Verdicts stay; a quotation that no longer stands is marked.
// Pure.
import type { TranscriptResponse } from '../../../analysis/analysis-transcript.response.js';
import type { CitationResponse } from '../../../analysis/results/findings.response.js';
import type { FindingPath, FindingVerdict, Verdicts } from '../../../analysis/results/verdicts.js';

/** The quotations of a person's verdict in one segment, as they stand now. */
export interface RestatedQuotes {
  readonly reviewId: string;
  readonly finding: FindingPath;
  readonly segmentId: number;
  readonly stale: boolean;
}

export interface RestatedVerdicts {
  readonly verdicts: Verdicts;
  /** For the reviews that gave them. */
  readonly quotes: readonly RestatedQuotes[];
}

/** A quotation stands while its segment holds the words, whoever is said to have spoken them. */
export function restateVerdicts(
  { segments }: Pick<TranscriptResponse, 'segments'>,
  { findings, violations }: Verdicts,
): RestatedVerdicts {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const restate = ({ stale: _, ...citation }: CitationResponse): CitationResponse => {
    const segment = byId.get(citation.segment_id);
    const speaker = segment?.speaker ?? citation.speaker;
    return segment?.text.includes(citation.quote) ? { ...citation, speaker } : { ...citation, speaker, stale: true };
  };
  const restated = Object.entries(findings).map(([path, verdict]): [FindingPath, FindingVerdict] => [
    path as FindingPath,
    { ...verdict, citations: verdict.citations.map(restate) },
  ]);
  const quotes = restated.flatMap(([finding, { reviewId, citations }]) =>
    citations.map(
      ({ segment_id: segmentId, stale = false }): RestatedQuotes => ({ reviewId, finding, segmentId, stale }),
    ),
  );
  return { verdicts: { findings: Object.fromEntries(restated), violations }, quotes };
}
