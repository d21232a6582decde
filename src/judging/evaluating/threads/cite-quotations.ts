// Finds in a call what persons quote from it, by the rules that hold for what an analyst or a judge quotes. Pure.
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import { CallEvidence } from '../../../judgement/call-evidence.js';
import type { ProposedQuote } from '../../../ports/call-analyst.js';
import type { Transcript } from '../../../ports/transcript.js';
import type { Reader } from '../../../speech/transcript/prompt-injection.js';

/** What a person quotes for one finding or one question. */
export interface CitationWish {
  readonly quotes: readonly ProposedQuote[];
  /** Spoken prompt injection is never cited: of a form also what tells its judge how to answer. */
  readonly reader: Reader;
}

/** @returns for each wish and each of its quotations the citations; none for a quotation that no speaker said in its segment */
export function citeAll(transcript: Transcript, wishes: readonly CitationWish[]): CitationResponse[][][] {
  const evidences = new Map<Reader, CallEvidence>();
  return wishes.map(({ quotes, reader }) => {
    const evidence = evidences.get(reader) ?? new CallEvidence(transcript, reader);
    evidences.set(reader, evidence);
    const found = evidence.citeEach(quotes, 'either');
    return quotes.map(({ segmentId }, index) => {
      const citations = found[index] ?? [];
      return citations.some(({ segment_id: id }) => id === segmentId) ? citations : [];
    });
  });
}
