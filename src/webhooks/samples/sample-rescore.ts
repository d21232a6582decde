// The made-up job that a sample event carries: it judged stored calls again by a made-up scorecard.
import type { RescoreResponse } from '../../scorecards/rescores/rescore.response.js';
import { SAMPLE_ID } from './sample-analysis.js';

/** @param url where the sample goes @param at when it was made */
export function makeSampleRescore(url: string, at: Date): RescoreResponse {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    id: SAMPLE_ID,
    object: 'rescore',
    created: seconds,
    status: 'completed',
    livemode: false,
    scorecard: { id: SAMPLE_ID, name: 'Sample', revision: 1 },
    counts: { total: 3, completed: 2, failed: 0, skipped: 1 },
    estimate: { calls: 2, input_tokens: null, output_tokens: null, cost: null, background_cost: null },
    webhook_url: url,
    webhook_events: ['rescore.completed'],
    completed_at: seconds,
  };
}
