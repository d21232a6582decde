// Finds persons' quotations in a call, by the same rules as those of an analyst or a judge. Pure.
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import { CallEvidence } from '../../../judgement/call-evidence.js';
import type { ProposedQuote } from '../../../ports/call-analyst.js';
import type { Transcript } from '../../../ports/transcript.js';
import type { Reader } from '../../../speech/transcript/prompt-injection.js';

/** A person's quotations for one finding or one question. */
export interface CitationWish {
  readonly quotes: readonly ProposedQuote[];
  /** Spoken prompt injection is never cited; for a form, this includes sentences that tell its judge how to answer. */
  readonly reader: Reader;
}

/** @returns citations of each wish and each of its quotations; none for a quotation that no speaker said in its segment */
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
