// The made-up batch that a sample event carries.
import type { BatchResponse } from '../../wire/batch.response.js';
import { SAMPLE_ID } from './sample-analysis.js';

/** @param url where the sample goes @param at when it ended, or began to wait */
export function makeSampleBatch(url: string, at: Date, status: 'completed' | 'waiting_for_quota'): BatchResponse {
  const seconds = Math.floor(at.getTime() / 1000);
  const isCompleted = status === 'completed';
  return {
    id: SAMPLE_ID,
    object: 'batch',
    created: seconds,
    livemode: false,
    status,
    counts: {
      total: 100,
      queued: isCompleted ? 0 : 60,
      processing: 0,
      completed: isCompleted ? 92 : 34,
      failed: 1,
      existing: 2,
      refused: isCompleted ? 5 : 3,
      canceled: 0,
    },
    format: 'csv',
    ignored_columns: [],
    on_quota: 'wait',
    webhook_url: url,
    completed_at: isCompleted ? seconds : null,
    error_message: null,
  };
}
