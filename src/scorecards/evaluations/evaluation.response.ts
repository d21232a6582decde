import { ApiProperty } from '@nestjs/swagger';
import { EVALUATION_OUTCOMES, type EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import { FAILURE_CODES, type FailureCode } from '../../ports/failure-code.js';
import { EvaluationAnswerResponse, SectionScoreResponse } from '../answers/answers.response.js';
import type { Form } from '../form/form.js';
import { FORM_EXAMPLE } from '../form/form-example.js';
import { FORM_SECTION } from '../form/scorecard-references.js';

export const EVALUATION_STATUSES = ['processing', 'completed', 'failed'] as const;
export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number];

/** `evaluation_limit`: EVALUATIONS_PER_MONTH was reached when the call made the evaluation itself. */
export const EVALUATION_ERROR_CODES = [...FAILURE_CODES, 'evaluation_limit'] as const;
export type EvaluationErrorCode = FailureCode | 'evaluation_limit';

export class EvaluatedScorecardResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the scorecard.',
    example: 'c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36',
  })
  id: string;
  @ApiProperty({ type: 'string', description: 'Its name as it is now.', example: 'Retention line' })
  name: string;
  @ApiProperty({ type: 'integer', description: 'Revision that scored the call.', example: 3 })
  revision: number;
}

export class EvaluationCostResponse {
  @ApiProperty({ type: 'integer', description: 'Millionths of the currency’s unit.', example: 4200 })
  amount_micros: number;
  @ApiProperty({ type: 'string', enum: ['usd'], description: 'ISO 4217, in lower case.', example: 'usd' })
  currency: 'usd';
}

export class EvaluationProvenanceResponse {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Language model that was used; null if none.',
    example: 'openai:gpt-6-luna',
  })
  judge: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Version of the model’s instructions; null if no model was used.',
    example: '1',
  })
  prompt_version: string | null;
  @ApiProperty({
    type: 'string',
    description: 'The `content_hash` of the revision.',
    example: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  revision_hash: string;
  @ApiProperty({
    type: 'string',
    description: 'Hash of the transcript that was scored.',
    example: 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  })
  transcript_hash: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null if no model was used, or its provider does not report it.',
    example: 8120,
  })
  input_tokens: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null if no model was used, or its provider does not report it.',
    example: 610,
  })
  output_tokens: number | null;
  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description: 'Cost of the model at the configured prices; null if no model was used or its price is unknown.',
  })
  cost: EvaluationCostResponse | null;
}

export class EvaluatedFormResponse implements Form {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'ISO 639-1: the language of the phrases.',
    example: 'en',
  })
  language: string | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Minimum rounded score for the outcome `passed`. Null: every score passes.',
    example: 80,
  })
  pass_mark: number | null;
  @ApiProperty({ type: 'number', description: 'Below this coverage there is no score.', example: 0.5 })
  min_coverage: number;
  @ApiProperty({
    type: 'array',
    items: FORM_SECTION,
    description: 'Includes the texts of questions and answers.',
    example: FORM_EXAMPLE.sections,
  })
  sections: Form['sections'];
}

export class AcknowledgementResponse {
  @ApiProperty({ type: 'integer', description: 'When, in Unix seconds.', example: 1790000200 })
  at: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'The agent’s note.', example: null })
  note: string | null;
}

export class OpenDisputeResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the dispute.',
    example: '6a1d9c3e-2b7f-4e58-9d04-7c5b1f8e3a62',
  })
  id: string;
  @ApiProperty({ type: 'integer', description: 'When it was opened, in Unix seconds.', example: 1790000300 })
  created: number;
  @ApiProperty({ type: 'string', description: 'Who raised it.', example: 'agent-7' })
  raised_by: string;
  @ApiProperty({ type: [String], description: 'Keys of the disputed questions.', example: ['empathy'] })
  questions: string[];
}

export class EvaluationResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the evaluation.',
    example: '8e2b6a10-5c3d-4f71-9a46-1d0c7e5b3f28',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['evaluation'], description: 'Type of the object.', example: 'evaluation' })
  object: 'evaluation';
  @ApiProperty({ type: 'integer', description: 'When it was requested; Unix seconds.', example: 1790000100 })
  created: number;
  @ApiProperty({
    type: 'string',
    enum: EVALUATION_STATUSES,
    description:
      'Until it is `completed` there are no scores and no answers. A `failed` evaluation can be requested again.',
    example: 'completed',
  })
  status: EvaluationStatus;
  @ApiProperty({
    type: 'boolean',
    description: 'The mode of the key that asked for it, or of the call that made it itself.',
    example: true,
  })
  livemode: boolean;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The call that is scored.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;
  @ApiProperty({ type: 'string', description: 'Agent of the call.', example: 'agent-7' })
  agent_id: string;
  @ApiProperty({ type: 'string', description: 'Contact of the call.', example: 'cust-42' })
  contact_id: string;
  @ApiProperty({ type: () => EvaluatedScorecardResponse, description: 'Revision that scores the call.' })
  scorecard: EvaluatedScorecardResponse;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The job that asked for it; null where a client or the call itself did.',
    example: null,
  })
  rescore_id: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed or failed; Unix seconds.',
    example: 1790000104,
  })
  completed_at: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed; null otherwise.', example: null })
  error_message: string | null;
  @ApiProperty({
    type: 'string',
    enum: EVALUATION_ERROR_CODES,
    nullable: true,
    description:
      'Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as ' +
      '`not_processable`.',
    example: null,
  })
  error_code: EvaluationErrorCode | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      '0 to 100, rounded half up. Null until completed, and if too little of the form was scored (`coverage` ' +
      'under `min_coverage`).',
    example: 86,
  })
  score: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Share of the applicable form that was scored, 0 to 1, by weight; two decimals. Null until completed.',
    example: 0.93,
  })
  coverage: number | null;
  @ApiProperty({
    type: 'string',
    enum: EVALUATION_OUTCOMES,
    nullable: true,
    description:
      'The first that applies: `auto_failed` (an answer failed the call, with evidence), `needs_review` (such an ' +
      'answer without evidence), `not_assessable` (no score), `passed` or `failed` (score and `pass_mark`). Null ' +
      'until completed.',
    example: 'passed',
  })
  outcome: EvaluationOutcome | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The score without reviewers’ answers; it differs from `score` only if a reviewer decided. Null as `score` ' +
      'is.',
    example: 86,
  })
  system_score: number | null;
  @ApiProperty({
    type: 'string',
    enum: EVALUATION_OUTCOMES,
    nullable: true,
    description: 'The outcome without reviewers’ answers. Null until completed.',
    example: 'passed',
  })
  system_outcome: EvaluationOutcome | null;
  @ApiProperty({
    type: 'boolean',
    description:
      'The transcript was corrected since: the evaluation is listed only with its analysis, and the scorecard ' +
      'has scored the call again.',
    example: false,
  })
  superseded: boolean;
  @ApiProperty({
    type: () => AcknowledgementResponse,
    nullable: true,
    description: 'Acknowledgement by the agent, the last one; null before the first.',
  })
  acknowledged: AcknowledgementResponse | null;
  @ApiProperty({
    type: () => OpenDisputeResponse,
    nullable: true,
    description: 'The open dispute; null if there is none. Resolved ones: `GET /disputes`.',
  })
  open_dispute: OpenDisputeResponse | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'End of the time in which it can be disputed, in Unix seconds: `dispute_window_days` of its scorecard after its ' +
      'completion. ' +
      'Null: without end, or not completed.',
    example: 1791209704,
  })
  disputable_until: number | null;
  @ApiProperty({ type: () => [SectionScoreResponse], description: 'In the order of the form; empty until completed.' })
  sections: SectionScoreResponse[];
  @ApiProperty({
    type: [String],
    description: 'Keys of the questions whose answers failed the call automatically.',
    example: [],
  })
  auto_fails: string[];
  @ApiProperty({
    type: () => [EvaluationAnswerResponse],
    description: 'In the order of the form; empty until completed.',
  })
  answers: EvaluationAnswerResponse[];
  @ApiProperty({
    type: () => EvaluationProvenanceResponse,
    nullable: true,
    description: 'Version of the rules or model that scored it; null until completed.',
  })
  provenance: EvaluationProvenanceResponse | null;
  @ApiProperty({
    type: () => EvaluatedFormResponse,
    required: false,
    description: 'In lists with `include=form` only: what was asked, and the answers that each question takes.',
  })
  form?: EvaluatedFormResponse;
}

export class EvaluationPageResponse {
  @ApiProperty({ type: () => [EvaluationResponse], description: 'Newest first.' })
  items: EvaluationResponse[];
  @ApiProperty({ type: 'integer', description: 'All evaluations that pass the filters.', example: 1 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
