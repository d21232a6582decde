// Results of a call: the service's own, the decisions of persons, and the results in force. A change needs the lock on the row of
// `analysis`.
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { storable } from '../../platform/database/storable.js';
import type { ResultsResponse } from './analysis-results.response.js';
import { summariseResults } from './summarise-results.js';
import { readVerdicts, type Verdicts } from './verdicts.js';

export interface JudgedResults {
  /** The service's own results. */
  readonly system: ResultsResponse;
  /** Results as clients see them: with the verdicts. */
  readonly results: ResultsResponse;
  readonly verdicts: Verdicts;
}

/**
 * Reads with a statement of its own after the lock, so that it sees what was written before. @returns null for a call that is not
 * completed
 */
export async function readJudgedResults(tx: EntityManager, analysisId: string): Promise<JudgedResults | null> {
  const found = await queryRow<{ results: string; system: string; verdicts: string | null }>(
    tx,
    `SELECT results, coalesce(system_results, results) AS system, verdicts FROM analysis_payload WHERE analysis_id = $1`,
    [analysisId],
  );
  if (!found) return null;
  const system: ResultsResponse = JSON.parse(found.system);
  const results: ResultsResponse = JSON.parse(found.results);
  return { system, results, verdicts: readVerdicts(found.verdicts) };
}

/** The results of a call about which a person has ever decided something; null otherwise. */
export async function readDecidedResults(tx: EntityManager, analysisId: string): Promise<ResultsResponse | null> {
  const found = await queryRow<{ results: string }>(
    tx,
    'SELECT results FROM analysis_payload WHERE analysis_id = $1 AND verdicts IS NOT NULL',
    [analysisId],
  );
  if (!found) return null;
  const results: ResultsResponse = JSON.parse(found.results);
  return results;
}

/** Keeps the service's own results from the first verdict on. @param results results with the verdicts */
export async function writeVerdicts(
  tx: EntityManager,
  analysisId: string,
  { results, verdicts }: Omit<JudgedResults, 'system'>,
): Promise<void> {
  const text = storable(JSON.stringify(results));
  await tx.query(
    `UPDATE analysis_payload
     SET system_results = coalesce(system_results, results), results = $2, results_summary = $3, verdicts = $4
     WHERE analysis_id = $1`,
    [analysisId, text, summariseResults(text), storable(JSON.stringify(verdicts))],
  );
}

/** JSON texts. */
export interface JudgedAgain {
  /** Results as clients see them: with the verdicts. */
  readonly results: string;
  /** The service's own results. These and the verdicts are null where no person has decided anything. */
  readonly systemResults: string | null;
  readonly verdicts: string | null;
  readonly engine: string;
}

/** Writes new results of a call whose transcript keeps its version: it was masked, or judged again. */
export async function writeJudged(
  tx: EntityManager,
  analysisId: string,
  { results, systemResults, verdicts, engine }: JudgedAgain,
): Promise<void> {
  const texts = [results, summariseResults(results), systemResults, verdicts, engine];
  await tx.query(
    `UPDATE analysis_payload SET results = $2, results_summary = $3, system_results = $4, verdicts = $5, engine = $6
     WHERE analysis_id = $1`,
    [analysisId, ...texts.map((text) => text && storable(text))],
  );
}
