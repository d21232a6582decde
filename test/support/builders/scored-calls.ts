// Completed calls with given scores at given times, written straight into the database.
import type pg from 'pg';
import type { ResultsResponse } from '../../../src/calls/results/analysis-results.response.js';
import { storeCall } from './evaluated-calls.js';
import { judge, reportOf } from './judged-call.js';
import { SYSTEM_RESULTS } from './reviewable-call.js';

export interface ScoredCall {
  readonly agent: string;
  readonly at: Date;
  readonly livemode?: boolean;
  /** Null: withheld. */
  readonly compliance?: number | null;
  readonly quality?: number | null;
  readonly kind?: 'conversation' | 'voicemail';
  /** With the two violations of `SYSTEM_RESULTS`. */
  readonly isViolating?: boolean;
  readonly direction?: 'inbound' | 'outbound';
  readonly metadata?: Readonly<Record<string, string>>;
}

/** @returns the id of the analysis */
export async function storeScoredCall(
  db: Pick<pg.Pool, 'query'>,
  accountId: string,
  { agent, at, livemode = true, compliance = 80, quality = 90, kind = 'conversation', ...call }: ScoredCall,
): Promise<string> {
  const id = await storeCall(db, accountId, { livemode });
  const judged = call.isViolating ? SYSTEM_RESULTS : judge(reportOf());
  const results: ResultsResponse = {
    ...judged,
    call_kind: kind,
    compliance: { ...judged.compliance, score: compliance },
    quality: { ...judged.quality, overall_score: quality },
  };
  await db.query(
    'UPDATE analysis SET agent_id = $2, created_at = $3, direction = $4, custom_metadata = $5 WHERE id = $1',
    [id, agent, at, call.direction ?? null, JSON.stringify(call.metadata ?? {})],
  );
  await db.query('UPDATE analysis_payload SET results = $2, results_summary = NULL WHERE analysis_id = $1', [
    id,
    JSON.stringify(results),
  ]);
  return id;
}
