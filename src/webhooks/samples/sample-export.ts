// The made-up export that a sample event carries.
import type { ExportResponse } from '../../wire/export.response.js';
import { SAMPLE_ID } from './sample-analysis.js';

const SEVEN_DAYS = 7 * 86_400;

/** @param url where the sample goes @param at when it was made */
export function makeSampleExport(url: string, at: Date): ExportResponse {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    id: SAMPLE_ID,
    object: 'export',
    created: seconds,
    livemode: false,
    status: 'completed',
    of: 'analyses',
    format: 'csv',
    columns: ['id', 'created', 'agent_id', 'quality_score'],
    excel: null,
    rows: 3,
    bytes: 412,
    url: null,
    as_of: seconds,
    expires_at: seconds + SEVEN_DAYS,
    completed_at: seconds,
    error_message: null,
    webhook_url: url,
  };
}
