import { ApiProperty } from '@nestjs/swagger';
import { CitationResponse } from '../../analysis/analysis-results.response.js';
import { FAILURE_CODES, type FailureCode } from '../../ports/failure-code.js';
import { NOT_JUDGED_REASONS } from '../../ports/not-judged.js';
import type { NotAssessableReason } from '../answers/judged-answer.js';
import type { JudgeKind } from '../form/form.js';

export const EVALUATION_STATUSES = ['processing', 'completed', 'failed'] as const;
export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number];

export const EVALUATION_OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];

export const ANSWER_STATES = ['answered', 'na', 'not_assessable', 'awaiting_human', 'skipped'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** `evaluation_limit`: EVALUATIONS_PER_MONTH was reached when the call made the evaluation itself. */
export const EVALUATION_ERROR_CODES = [...FAILURE_CODES, 'evaluation_limit'] as const;
export type EvaluationErrorCode = FailureCode | 'evaluation_limit';

const JUDGE_KINDS: readonly JudgeKind[] = ['model', 'phrases', 'metric', 'finding', 'human'];
const REASONS: readonly NotAssessableReason[] = [
  'no_language_model',
  'scenario',
  ...NOT_JUDGED_REASONS,
  'no_answer',
  'no_quotation',
  'other_language',
  'no_conversation',
  'not_heard',
  'roles_unknown',
  'finding_not_assessable',
  'leakage',
  'no_band',
  'too_costly',
];

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
  @ApiProperty({ type: 'integer', description: 'The revision that the call was judged by.', example: 3 })
  revision: number;
}

export class SectionScoreResponse {
  @ApiProperty({ type: 'string', description: 'Key of the section.', example: 'opening' })
  key: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '0 to 100, over the questions that counted; null where none did.',
    example: 100,
  })
  score: number | null;
  @ApiProperty({
    type: 'number',
    description:
      '0 to 1: weight of the questions that counted by the weight of those that apply. 0 where none applies.',
    example: 1,
  })
  coverage: number;
}

export class EvaluationAnswerResponse {
  @ApiProperty({ type: 'string', description: 'Key of the question.', example: 'recording_notice' })
  question: string;
  @ApiProperty({
    type: 'string',
    enum: ANSWER_STATES,
    description:
      '`answered` alone counts. `awaiting_human`: the question is for a person, or the answer is a suggestion that no person ' +
      'has confirmed. `skipped`: the condition of the question is not met.',
    example: 'answered',
  })
  state: AnswerState;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Key of the answer; of a suggestion also `na`. Null where there is none.',
    example: 'yes',
  })
  answer: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: '0 to 1; null where there is no answer.', example: 0.94 })
  confidence: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Points of the answer, as the form gives them; null where there is no answer.',
    example: 1,
  })
  points: number | null;
  @ApiProperty({
    type: 'boolean',
    description: 'True when a person should look: proof was missing, or the confidence is under 0.6.',
    example: false,
  })
  flagged: boolean;
  @ApiProperty({
    type: 'string',
    description: 'One or two sentences for a person; empty where the answer needs none.',
    example: 'The agent says so in the first sentence.',
  })
  rationale: string;
  @ApiProperty({
    type: () => [CitationResponse],
    description: 'What proves the answer; each is checked against the transcript.',
  })
  citations: CitationResponse[];
  @ApiProperty({ type: 'string', enum: JUDGE_KINDS, description: 'Who or what answered.', example: 'model' })
  source: JudgeKind;
  @ApiProperty({
    type: 'string',
    enum: REASONS,
    nullable: true,
    description:
      'Why the question could not be assessed; null unless `not_assessable`. `no_language_model`: none is configured. ' +
      '`scenario`: the call is of the sandbox, for which no model is asked. `no_answer`: the model gave no usable answer. ' +
      '`model_declined`: the model declined to judge the call. `too_long_for_model`: the call does not fit into the model. ' +
      '`no_quotation`: the answer needs a quotation, and none could be checked. `other_language`: no phrase was found, and the ' +
      'call is not known to be in the language of the form. `no_conversation`: the parties do not talk with each other on this ' +
      'call. `not_heard`: the speaker was not heard well enough. `roles_unknown`: it is not known who the agent is. ' +
      '`finding_not_assessable`: the built-in finding is not. ' +
      '`leakage`: one party may be heard in the other’s channel too, so that the talk metrics are not known. ' +
      '`no_band`: the call has no such metric, or no band fits it.',
    example: null,
  })
  reason: NotAssessableReason | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Your own name of the person who answered; null where none was given.',
    example: null,
  })
  reviewer_id: string | null;
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
    description: 'The language model that was asked; null where none was.',
    example: 'openai:gpt-6-luna',
  })
  judge: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Version of the instructions to the model; null where none was asked.',
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
    description: 'Hash of the transcript that was judged.',
    example: 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  })
  transcript_hash: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null where no model was asked, or its provider does not tell.',
    example: 8120,
  })
  input_tokens: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null where no model was asked, or its provider does not tell.',
    example: 610,
  })
  output_tokens: number | null;
  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description:
      'What the model took, by the configured prices; null where no model was asked or its price is not known.',
  })
  cost: EvaluationCostResponse | null;
}

export class EvaluationResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the evaluation.',
    example: '8e2b6a10-5c3d-4f71-9a46-1d0c7e5b3f28',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['evaluation'], description: 'What this is.', example: 'evaluation' })
  object: 'evaluation';
  @ApiProperty({ type: 'integer', description: 'When it was asked for; Unix seconds.', example: 1790000100 })
  created: number;
  @ApiProperty({
    type: 'string',
    enum: EVALUATION_STATUSES,
    description: 'Until it is `completed` there are no figures and no answers. A `failed` one may be asked for again.',
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
    description: 'The call that is judged.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;
  @ApiProperty({ type: 'string', description: 'Agent of the call.', example: 'agent-7' })
  agent_id: string;
  @ApiProperty({ type: 'string', description: 'Contact of the call.', example: 'cust-42' })
  contact_id: string;
  @ApiProperty({ type: () => EvaluatedScorecardResponse, description: 'What the call is judged by.' })
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
      'Why it failed, as a word to branch on; null otherwise. A code keeps its meaning; more may come, so treat one that ' +
      'you do not know as `not_processable`.',
    example: null,
  })
  error_code: EvaluationErrorCode | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      '0 to 100, rounded once, halves up. Null until completed, and where too little of the form was judged ' +
      '(`coverage` under `min_coverage`).',
    example: 86,
  })
  score: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: '0 to 1: how much of the applicable form was judged, by weight; two decimals. Null until completed.',
    example: 0.93,
  })
  coverage: number | null;
  @ApiProperty({
    type: 'string',
    enum: EVALUATION_OUTCOMES,
    nullable: true,
    description:
      'The first that holds: `auto_failed` (an answer ended the call as failed, with proof), `needs_review` (such an answer ' +
      'without its proof), `not_assessable` (no score), `passed` or `failed` (the score by the `pass_mark`). Null until completed.',
    example: 'passed',
  })
  outcome: EvaluationOutcome | null;
  @ApiProperty({ type: () => [SectionScoreResponse], description: 'In the order of the form; empty until completed.' })
  sections: SectionScoreResponse[];
  @ApiProperty({
    type: [String],
    description: 'Keys of the questions whose answers ended the call as failed.',
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
    description: 'By what it was judged; null until completed.',
  })
  provenance: EvaluationProvenanceResponse | null;
}

export class EvaluationPageResponse {
  @ApiProperty({ type: () => [EvaluationResponse], description: 'Newest first.' })
  items: EvaluationResponse[];
  @ApiProperty({ type: 'integer', description: 'All evaluations that pass the filters.', example: 1 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}
