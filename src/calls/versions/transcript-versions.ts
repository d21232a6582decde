// Versions of a transcript, each with its results. The current one is in `analysis_payload`, earlier ones are in
// `transcript_version`.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import { summariseResults } from '../results/summarise-results.js';
import { wordsOfTranscript, writeCallWords } from '../words/write-call-words.js';

/** JSON texts, exactly as clients receive them. */
export interface NextVersion {
  readonly transcript: string;
  readonly words: string;
  readonly results: string;
  readonly metrics: string;
  readonly engine: string;
  /**
   * The service's own results of the version. These and the verdicts are null where no person has decided anything about the
   * call.
   */
  readonly systemResults: string | null;
  readonly verdicts: string | null;
}

/**
 * Keeps the current version and replaces it by the next one, in the transaction of the caller, which has locked the analysis.
 * @param version number of the current version @returns false where the transcript has another version
 */
export async function replaceVersion(
  tx: EntityManager,
  analysisId: string,
  version: number,
  next: NextVersion,
): Promise<boolean> {
  const { transcript, words, results, metrics, engine, systemResults, verdicts } = next;
  const said = await wordsOfTranscript(tx, transcript);
  const kept = await queryPrepared(tx, KEEP, [analysisId, version]);
  if (kept.length === 0) return false;
  const texts = [transcript, words, results, metrics, engine, summariseResults(results), systemResults, verdicts];
  await queryPrepared(tx, REPLACE, [analysisId, ...texts.map((text) => text && storable(text))]);
  await writeCallWords(tx, analysisId, said);
  return true;
}

const KEEP: PreparedStatement = {
  name: 'keep-transcript-version',
  text: `INSERT INTO transcript_version (analysis_id, version, transcript, words, results, metrics, engine)
         SELECT analysis_id, transcript_version, transcript, words, results, metrics, engine FROM analysis_payload
         WHERE analysis_id = $1 AND transcript_version = $2
         RETURNING version`,
};
const REPLACE: PreparedStatement = {
  name: 'replace-transcript',
  text: `UPDATE analysis_payload SET transcript_version = transcript_version + 1, transcript = $2, words = $3, results = $4,
           metrics = $5, engine = $6, results_summary = $7, system_results = $8, verdicts = $9
         WHERE analysis_id = $1`,
};
