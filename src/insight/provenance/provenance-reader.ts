// Reads of one call which engines made its results, what people changed, and who read its original, all at one moment.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EngineResponse } from '../../calls/results/analysis.response.js';
import type { RedactionResponse } from '../../calls/results/redaction.response.js';
import type { FiguresOfStages, StageFigures } from '../../calls/results/stage-figures.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { notFound } from '../../platform/errors/api-error.js';
import type { EvaluationProvenanceResponse } from '../../scorecards/evaluations/evaluation.response.js';
import type {
  ProvenanceReadResponse,
  ProvenanceReadsResponse,
  ProvenanceResponse,
  ProvenanceReviewResponse,
  ProvenanceStageResponse,
  ProvenanceVersionResponse,
} from './provenance.responses.js';

/** Evaluations, reviews and reads that are shown of a call. */
const MAX_ITEMS = 1_000;

interface CallRow {
  readonly livemode: boolean;
  readonly status: string;
  readonly created: number;
  readonly ended_at: number | null;
  readonly seconds: number | null;
  readonly as_of: number;
  /** JSON text; null until the call is completed. */
  readonly engine: string | null;
  /** JSON text; null for a call of an earlier release. */
  readonly stage_figures: string | null;
  readonly redaction: string | null;
  readonly maskings: number | null;
}

interface EvaluationRow {
  readonly id: string;
  readonly scorecard_id: string;
  readonly revision: number;
  readonly attempts: number;
  readonly seconds: number;
  readonly completed_at: number;
  readonly superseded: boolean;
  /** JSON text. */
  readonly provenance: string;
}

@Injectable()
export class ProvenanceReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string): Promise<ProvenanceResponse> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const call = await queryRow<CallRow>(tx, CALL, [accountId, id]);
      if (!call) throw notFound('Analysis');
      const { livemode, status, created, ended_at, seconds, as_of, redaction, maskings } = call;
      return {
        object: 'provenance',
        account_id: accountId,
        analysis_id: id,
        livemode,
        status,
        created,
        ended_at,
        seconds,
        as_of,
        stages: [...stagesOfCall(call), ...(await evaluationsOf(tx, accountId, id))],
        transcript_versions: await queryRows<ProvenanceVersionResponse>(tx, VERSIONS, [accountId, id]),
        redaction: redactionOf(redaction, maskings),
        reviews: await queryRows<ProvenanceReviewResponse>(tx, REVIEWS, [accountId, id]),
        original_reads: await readsOf(tx, accountId, id),
      };
    });
  }
}

const UNKNOWN: StageFigures = { attempts: null, seconds: null, tokens: null, cost: null };

function stagesOfCall({ engine: text, stage_figures: figures }: CallRow): ProvenanceStageResponse[] {
  if (text === null) return [];
  const engine: EngineResponse = JSON.parse(text);
  const { transcription, analysis }: FiguresOfStages = JSON.parse(figures ?? '{}');
  return [
    {
      ...UNKNOWN,
      ...transcription,
      stage: 'transcription',
      engine: engine.transcription,
      named_engine: engine.transcription_engine ?? null,
      version: null,
      evaluation: null,
    },
    {
      ...UNKNOWN,
      ...analysis,
      stage: 'analysis',
      engine: engine.analysis,
      named_engine: engine.analysis_engine ?? null,
      version: engine.rules_version,
      evaluation: null,
    },
  ];
}

async function evaluationsOf(tx: EntityManager, accountId: string, id: string): Promise<ProvenanceStageResponse[]> {
  const rows = await queryRows<EvaluationRow>(tx, EVALUATIONS, [accountId, id]);
  return rows.map(({ provenance: text, attempts, seconds, ...evaluation }) => {
    const provenance: EvaluationProvenanceResponse = JSON.parse(text);
    const { judge, prompt_version, input_tokens: input, output_tokens: output, cost } = provenance;
    const { revision_hash, transcript_hash } = provenance;
    return {
      stage: 'evaluation',
      engine: judge,
      named_engine: null,
      version: prompt_version,
      attempts,
      seconds,
      tokens: input === null && output === null ? null : { input, output },
      cost,
      evaluation: { ...evaluation, revision_hash, transcript_hash },
    };
  });
}

function redactionOf(text: string | null, maskings: number | null): ProvenanceResponse['redaction'] {
  if (text === null) return null;
  const { status, version }: RedactionResponse = JSON.parse(text);
  return status === 'none' ? null : { status, version, later_maskings: maskings ?? 0 };
}

async function readsOf(tx: EntityManager, accountId: string, id: string): Promise<ProvenanceReadsResponse> {
  const since = await queryRow<{ at: number }>(tx, OLDEST_ENTRY, [accountId]);
  const counted = await queryRow<{ n: number }>(tx, `SELECT count(*)::int AS n ${READS}`, [accountId, id]);
  const items = await queryRows<ProvenanceReadResponse>(
    tx,
    `SELECT id, ${unix('at')} AS at, actor_kind, actor_id ${READS} ORDER BY audit_entry.at DESC, id DESC LIMIT ${MAX_ITEMS}`,
    [accountId, id],
  );
  return { since: since?.at ?? null, total: counted?.n ?? 0, items };
}

/** SQL: Unix seconds. */
function unix(column: string): string {
  return `floor(extract(epoch FROM ${column}))::float8`;
}

const CALL = `
  SELECT a.livemode, a.status, ${unix('a.created_at')} AS created, ${unix('a.settled_at')} AS ended_at,
    (a.processing_time_ms / 1000.0)::float8 AS seconds, ${unix('now()')} AS as_of, p.engine, p.stage_figures,
    p.redaction, p.maskings
  FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id AND a.status = 'completed'
  WHERE a.account_id = $1 AND a.id = $2`;
const EVALUATIONS = `
  SELECT e.id, e.scorecard_id, e.revision, e.fence AS attempts,
    round(extract(epoch FROM e.settled_at - e.created_at), 3)::float8 AS seconds, ${unix('e.settled_at')} AS completed_at,
    e.superseded, p.provenance
  FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
  WHERE e.account_id = $1 AND e.analysis_id = $2 AND e.status = 'completed' ORDER BY e.created_at, e.id LIMIT ${MAX_ITEMS}`;
const VERSIONS = `
  SELECT n AS version, CASE WHEN n = 1 THEN 'service' ELSE 'correction' END AS origin,
    ${unix('CASE WHEN n = 1 THEN a.settled_at ELSE c.settled_at END')} AS created, c.id AS correction_id, c.reviewer_id
  FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
    CROSS JOIN LATERAL generate_series(1, p.transcript_version) AS n
    LEFT JOIN correction c ON c.analysis_id = a.id AND c.version = n AND c.status = 'completed' AND n > 1
  WHERE a.account_id = $1 AND a.id = $2 AND a.status = 'completed' ORDER BY n`;
const REVIEWS = `
  SELECT id, ${unix('created_at')} AS created, reviewer_id, via, transcript_version
  FROM review WHERE account_id = $1 AND analysis_id = $2 ORDER BY created_at, seq LIMIT ${MAX_ITEMS}`;
const OLDEST_ENTRY = `SELECT ${unix('at')} AS at FROM audit_entry WHERE account_id = $1 ORDER BY audit_entry.at, id LIMIT 1`;
const READS = "FROM audit_entry WHERE account_id = $1 AND subject_id = $2 AND action = 'recording.original_read'";
