// What persons decided, on the next version of the transcript.
import { describe, expect, it } from 'vitest';
import type { Verdicts } from '../../../../../src/calls/results/verdicts.js';
import { restateVerdicts } from '../../../../../src/judging/reviews/corrections/correcting/restate-verdicts.js';
import { markEntry } from '../../../../../src/judging/reviews/corrections/mark-quotes.js';
import { toTranscriptResponse } from '../../../../../src/speech/transcript/transcript-wire.js';
import { CLEAR_TRANSCRIPT } from '../../../../support/builders/judged-call.js';

const CITATION = {
  segment_id: 0,
  speaker: 'agent',
  start: 0,
  end: 1,
  quote: 'This call is recorded.',
  verification: 'verified',
};
const transcript = toTranscriptResponse(CLEAR_TRANSCRIPT, false);
const verdictsWith = (
  citation: Verdicts['findings'] extends infer _ ? typeof CITATION & { stale?: true } : never,
): Verdicts => ({
  findings: { 'compliance.mandatory_disclosures': { answer: 'yes', citations: [citation], reviewId: 'r1' } },
  violations: [{ rule: 'pin', segmentId: 2, upheld: false, reviewId: 'r2' }],
});
const reworded = (text: string) => ({
  segments: transcript.segments.map((segment) => (segment.id === 0 ? { ...segment, text } : segment)),
});

describe('verdicts on a corrected transcript', () => {
  it('stay, with a mark on a quotation whose words are gone', () => {
    const { verdicts, quotes } = restateVerdicts(reworded('Good day.'), verdictsWith(CITATION), [
      { reviewId: 'r3', question: 'notice', citations: [CITATION] },
    ]);
    expect(verdicts).toEqual(verdictsWith({ ...CITATION, stale: true }));
    expect(quotes).toEqual([
      { reviewId: 'r1', of: 'compliance.mandatory_disclosures', segmentId: 0, stale: true },
      { reviewId: 'r3', of: 'notice', segmentId: 0, stale: true },
    ]);
  });

  it('lose the mark when the words stand again, and follow the speaker', () => {
    const swapped = { segments: transcript.segments.map((segment) => ({ ...segment, speaker: 'customer' })) };
    const { verdicts } = restateVerdicts(swapped, verdictsWith({ ...CITATION, stale: true }), []);
    expect(verdicts).toEqual(verdictsWith({ ...CITATION, speaker: 'customer' }));
  });
});

describe('the quotations of a review', () => {
  const quote = (segment_id: number, stale?: true) => ({ segment_id, quote: 'x', ...(stale && { stale }) });
  const restated = (segmentId: number, stale: boolean) => ({ reviewId: 'r', of: 'quality.greeting', segmentId, stale });

  it('are marked by their first segment, and those of other findings are left alone', () => {
    const own = [restated(3, false), restated(4, true), restated(8, false)];
    const greeting = { answer: 'yes', quotes: [quote(3), quote(8, true)] };
    expect(markEntry(greeting, 'quality.greeting', own)).toEqual({ answer: 'yes', quotes: [quote(3, true), quote(8)] });
    const resolution = { answer: 'no', quotes: [quote(4)] };
    expect(markEntry(resolution, 'quality.call_resolution', own)).toBe(resolution);
  });
});
