// Answers and scores as clients receive them, of evaluations and of tries.
import { ApiProperty } from '@nestjs/swagger';
import { CitationResponse } from '../../analysis/analysis-results.response.js';
import { NOT_JUDGED_REASONS } from '../../ports/not-judged.js';
import type { JudgeKind } from '../form/form.js';
import type { NotAssessableReason } from './judged-answer.js';

export const EVALUATION_OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];

export const ANSWER_STATES = ['answered', 'na', 'not_assessable', 'awaiting_human', 'skipped'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

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
