// Builds the JSON text of the Evaluation object. Its large members are stored as JSON text and are copied without being parsed.

import type { EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import type {
  AcknowledgementResponse,
  EvaluationErrorCode,
  EvaluationResponse,
  EvaluationStatus,
  OpenDisputeResponse,
} from './evaluation.response.js';

/** Members whose values are JSON text already. */
type EvaluationTexts = 'sections' | 'auto_fails' | 'answers' | 'provenance';
/** Members that are included only on request. */
type AskedFor = 'form';

export interface EvaluationRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: EvaluationStatus;
  readonly livemode: boolean;
  readonly analysis_id: string;
  readonly agent_id: string;
  readonly contact_id: string;
  readonly scorecard_id: string;
  readonly scorecard_name: string;
  readonly dispute_window_days: number;
  readonly revision: number;
  readonly rescore_id: string | null;
  readonly settled_at: Date | null;
  readonly error_message: string | null;
  readonly error_code: EvaluationErrorCode | null;
  readonly score: number | null;
  readonly coverage: number | null;
  readonly outcome: EvaluationOutcome | null;
  readonly system_score: number | null;
  /** Null where no person decided anything: then score and outcome are those of the judges. */
  readonly system_outcome: EvaluationOutcome | null;
  readonly superseded: boolean;
  readonly acknowledged: AcknowledgementResponse | null;
  readonly open_dispute: OpenDisputeResponse | null;
  // JSON text as clients receive it; null until the evaluation is completed.
  readonly sections: string | null;
  readonly auto_fails: string | null;
  readonly answers: string | null;
  readonly provenance: string | null;
}

/** SQL columns of `EvaluationRow`; `EVALUATION_JOINS` gives their tables. `e` must be the row of `evaluation`. */
export const EVALUATION_COLUMNS = `e.id, e.created_at, e.status, e.livemode, e.analysis_id, e.agent_id, e.contact_id,
  e.scorecard_id, s.name AS scorecard_name, s.dispute_window_days, e.revision, e.rescore_id, e.settled_at, e.error_message,
  e.error_code, e.score, e.coverage, e.outcome, e.system_score, e.system_outcome,
  e.superseded, p.sections, p.auto_fails, p.answers,
  p.provenance, (SELECT json_build_object('at', floor(extract(epoch FROM k.acknowledged_at))::bigint, 'note', k.note)
    FROM evaluation_acknowledgement k WHERE k.evaluation_id = e.id) AS acknowledged,
  (SELECT json_build_object('id', d.id, 'created', floor(extract(epoch FROM d.created_at))::bigint, 'raised_by', d.raised_by,
      'questions', (SELECT json_agg(one->'question') FROM json_array_elements(d.answers::json) AS one))
    FROM dispute d WHERE d.analysis_id = e.analysis_id AND d.status = 'open' AND (d.evaluation_id = e.id OR (NOT e.superseded
      AND d.scorecard_id = e.scorecard_id AND d.revision = e.revision
      AND NOT EXISTS (SELECT FROM evaluation o WHERE o.id = d.evaluation_id AND NOT o.superseded)))
    ORDER BY d.created_at LIMIT 1) AS open_dispute`;

export const EVALUATION_JOINS = `JOIN scorecard s ON s.id = e.scorecard_id
  LEFT JOIN evaluation_payload p ON p.evaluation_id = e.id`;

/** @param form JSON text of the form; null omits it */
export function evaluationJson(row: EvaluationRow, form: string | null = null): string {
  const own: Omit<EvaluationResponse, EvaluationTexts | AskedFor> = {
    id: row.id,
    object: 'evaluation',
    created: unixSeconds(row.created_at),
    status: row.status,
    livemode: row.livemode,
    analysis_id: row.analysis_id,
    agent_id: row.agent_id,
    contact_id: row.contact_id,
    scorecard: { id: row.scorecard_id, name: row.scorecard_name, revision: row.revision },
    rescore_id: row.rescore_id,
    completed_at: row.settled_at && unixSeconds(row.settled_at),
    error_message: row.error_message,
    error_code: row.error_code,
    score: row.score,
    coverage: row.coverage,
    outcome: row.outcome,
    system_score: row.system_outcome === null ? row.score : row.system_score,
    system_outcome: row.system_outcome ?? row.outcome,
    superseded: row.superseded,
    acknowledged: row.acknowledged,
    open_dispute: row.open_dispute,
    disputable_until: disputableUntil(row),
  };
  const texts: Readonly<Record<EvaluationTexts, string>> = {
    sections: row.sections ?? '[]',
    auto_fails: row.auto_fails ?? '[]',
    answers: row.answers ?? '[]',
    provenance: row.provenance ?? 'null',
  };
  const members = Object.entries(form === null ? texts : { ...texts, form }).map(
    ([name, text]) => `,"${name}":${text}`,
  );
  return `${JSON.stringify(own).slice(0, -1)}${members.join('')}}`;
}

/** Evaluation as an object, for a response stored with its Idempotency-Key, and for a notification. */
export function evaluationOf(row: EvaluationRow): EvaluationResponse {
  const evaluation: EvaluationResponse = JSON.parse(evaluationJson(row));
  return evaluation;
}

const DAY_SECONDS = 86_400;

const disputableUntil = ({ status, settled_at, dispute_window_days: days }: EvaluationRow): number | null =>
  status === 'completed' && settled_at && days > 0 ? unixSeconds(settled_at) + days * DAY_SECONDS : null;

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
