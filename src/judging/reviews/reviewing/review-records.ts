// Writes reviews. Their rows never change, except for the mark on a quotation that a correction has made stale.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import type {
  ReviewedFindingResponse,
  ReviewedQuestionResponse,
  ReviewedViolationResponse,
  ReviewQuoteResponse,
  ReviewScoreChangeResponse,
} from '../../../wire/review.response.js';
import { REVIEW_COLUMNS, type ReviewRow } from '../../../wire/review-json.js';
import { viaOf } from '../../../wire/via.js';
import type { GivenQuote, GivenReview } from './given-review.js';

export interface ReviewedCall {
  readonly id: string;
  readonly livemode: boolean;
  readonly agent_id: string;
}

export interface NewReview {
  readonly id: string;
  readonly given: GivenReview;
  /** Version of the transcript. */
  readonly version: number;
  readonly scores: ReviewScoreChangeResponse;
}

/** `greatest`: reviews of a call stay in the order in which they took effect, even if the clock is set back. */
const INSERT: PreparedStatement = {
  name: 'insert-review',
  text: `WITH written AS (
      INSERT INTO review (id, account_id, analysis_id, created_at, livemode, transcript_version, agent_id, reviewer_id, via,
        principal_id, note, findings, violations, answers, scores)
      VALUES ($1, $2, $3,
        greatest(clock_timestamp(), (SELECT max(created_at) FROM review WHERE analysis_id = $3)),
        $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      RETURNING ${REVIEW_COLUMNS}, seq),
    by_scorecard AS (
      INSERT INTO review_scorecard (account_id, scorecard_id, created_at, seq, review_id)
      SELECT $2, scorecard_id, written.created_at, written.seq, written.id
      FROM written, (SELECT DISTINCT scorecard_id FROM evaluation WHERE analysis_id = $3) AS of_call)
    SELECT ${REVIEW_COLUMNS} FROM written`,
};

/** The caller has locked the analysis. */
export async function insertReview(
  tx: EntityManager,
  caller: Caller,
  call: ReviewedCall,
  { id, given, version, scores }: NewReview,
): Promise<ReviewRow> {
  const findings = given.findings.map(
    ({ finding, answer, note, quotes }): ReviewedFindingResponse => ({ finding, answer, note, quotes: shown(quotes) }),
  );
  const violations = given.violations.map(
    ({ rule, segmentId, upheld, note }): ReviewedViolationResponse => ({ rule, segment_id: segmentId, upheld, note }),
  );
  const answers = given.answers.map(
    ({ evaluationId, question, answer, rationale, quotes }): ReviewedQuestionResponse => ({
      evaluation_id: evaluationId,
      question,
      answer,
      rationale,
      quotes: shown(quotes),
    }),
  );
  const [row] = await queryPrepared<ReviewRow>(tx, INSERT, [
    id,
    caller.accountId,
    call.id,
    call.livemode,
    version,
    call.agent_id,
    given.reviewerId,
    viaOf(caller),
    caller.principal.id,
    given.note,
    ...[findings, violations, answers, scores].map((value) => JSON.stringify(value)),
  ]);
  if (!row) throw new Error('INSERT returns its row');
  return row;
}

const shown = (quotes: readonly GivenQuote[]): ReviewQuoteResponse[] =>
  quotes.map(({ segmentId, quote }) => ({ segment_id: segmentId, quote }));

/** Version of the transcript, and how often it was masked: masking keeps the version. */
export interface TranscriptState {
  readonly version: number;
  readonly maskings: number;
}

/** Separate statement after the lock, so that it sees what was written before. */
export async function readTranscriptState(tx: EntityManager, analysisId: string): Promise<TranscriptState> {
  const [row] = await queryPrepared<{ version: number; maskings: number }>(tx, STATE, [analysisId]);
  if (!row) throw new Error('A completed analysis has its transcript');
  return row;
}

const STATE: PreparedStatement = {
  name: 'transcript-state',
  text: 'SELECT transcript_version AS version, maskings FROM analysis_payload WHERE analysis_id = $1',
};
