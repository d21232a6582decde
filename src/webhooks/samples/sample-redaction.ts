// The made-up job that a sample event carries: it masked stored calls.
import type { RedactionJobResponse } from '../../wire/redaction-job.response.js';
import { SAMPLE_ID } from './sample-analysis.js';

/** @param url where the sample goes @param at when it was made */
export function makeSampleRedaction(url: string, at: Date): RedactionJobResponse {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    id: SAMPLE_ID,
    object: 'redaction',
    created: seconds,
    status: 'completed',
    livemode: false,
    preset: 'pci',
    types: ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'],
    counts: { total: 3, completed: 2, failed: 0, skipped: 1 },
    webhook_url: url,
    webhook_events: ['redaction.completed'],
    completed_at: seconds,
  };
}
