// Reads a completed call with the data for its evaluation.

import type { StoredCall } from '../../../judgement/form/evaluated-call.js';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import type { Sql } from '../../../platform/database/sql.js';

export interface CallToEvaluate {
  /** Call as it is stored; a thread parses it. */
  readonly stored: StoredCall;
  readonly agentId: string;
  readonly contactId: string;
  /** Played from a scenario of the sandbox: no provider is asked about it. */
  readonly isScenario: boolean;
  /** SHA-256 of the stored transcript, in hexadecimal digits. */
  readonly transcriptHash: string;
}

interface CallRow extends StoredCall {
  readonly agent_id: string;
  readonly contact_id: string;
  readonly is_scenario: boolean;
  readonly transcript_hash: string;
}

/** @returns null when the account has no such analysis, or it is not completed, or it has lost its transcript */
export async function readCallToEvaluate(
  sql: Sql,
  accountId: string,
  analysisId: string,
): Promise<CallToEvaluate | null> {
  const [row] = await queryPrepared<CallRow>(sql, READ, [analysisId, accountId]);
  if (!row) return null;
  const { agent_id: agentId, contact_id: contactId, is_scenario: isScenario, transcript_hash, ...stored } = row;
  return { stored, agentId, contactId, isScenario, transcriptHash: transcript_hash };
}

const READ: PreparedStatement = {
  name: 'call-to-evaluate',
  // A person's decision on a finding reaches the questions that depend on it when the figures are computed.
  text: `SELECT p.words, p.metrics, coalesce(p.system_results, p.results) AS results, a.duration_ms, a.damaged,
           a.output_language, a.agent_id, a.contact_id, a.scenario IS NOT NULL AS is_scenario, encode(sha256(convert_to(p.transcript, 'UTF8')), 'hex') AS transcript_hash
         FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
         WHERE a.id = $1 AND a.account_id = $2 AND a.status = 'completed' AND p.transcript IS NOT NULL`,
};
