// The made-up review and the made-up correction that sample events carry, of the made-up analysis.

import type { CorrectionResponse } from '../../wire/correction.response.js';
import type { ReviewResponse } from '../../wire/review.response.js';
import { SAMPLE_GREETING, SAMPLE_ID } from './sample-analysis.js';

/** @param at when the sample was made */
export function makeSampleReview(at: Date): ReviewResponse {
  const { id: segment_id, text: quote } = SAMPLE_GREETING;
  return {
    id: SAMPLE_ID,
    object: 'review',
    created: unixSeconds(at),
    livemode: false,
    analysis_id: SAMPLE_ID,
    transcript_version: 1,
    reviewer_id: 'sample-reviewer',
    via: 'api_key',
    note: null,
    findings: [{ finding: 'quality.greeting', answer: 'yes', note: null, quotes: [{ segment_id, quote }] }],
    violations: [],
    answers: [],
    scores: { before: { compliance: 100, quality: 100 }, after: { compliance: 100, quality: 100 } },
  };
}

/** @param at when the sample was made */
export function makeSampleCorrection(at: Date): CorrectionResponse {
  return {
    id: SAMPLE_ID,
    object: 'correction',
    created: unixSeconds(at),
    livemode: false,
    analysis_id: SAMPLE_ID,
    status: 'completed',
    base_version: 1,
    transcript_version: 2,
    swap_roles: true,
    speakers: {},
    edited_segments: 0,
    reviewer_id: 'sample-reviewer',
    via: 'api_key',
    note: null,
    completed_at: unixSeconds(at),
    error_message: null,
    error_code: null,
  };
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
