// Answers and scores as clients receive them, of evaluations and of tries.
import { ApiProperty } from '@nestjs/swagger';
import { CitationResponse } from '../../calls/results/findings.response.js';
import { JUDGE_KINDS, type JudgeKind } from '../form/form.js';
import { type AnswerReason, BELOW_TARGET, NOT_ASSESSABLE } from './judged-answer.js';

export const ANSWER_STATES = ['answered', 'na', 'not_assessable', 'awaiting_human', 'skipped'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

const REASON_MEANINGS = Object.entries(NOT_ASSESSABLE).map(([reason, { means }]) => `\`${reason}\`: ${means}.`);

export class SectionScoreResponse {
  @ApiProperty({ type: 'string', description: 'Key of the section.', example: 'opening' })
  key: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '0 to 100, from the questions that counted; null if none did.',
    example: 100,
  })
  score: number | null;
  @ApiProperty({
    type: 'number',
    description:
      'Weight of the questions that counted divided by the weight of those that apply, 0 to 1. 0 if none applies.',
    example: 1,
  })
  coverage: number;
}

/** An answer as the judges alone gave it. */
export class SystemAnswer {
  @ApiProperty({ type: 'string', description: 'Key of the question.', example: 'recording_notice' })
  question: string;
  @ApiProperty({
    type: 'string',
    enum: ANSWER_STATES,
    description:
      'Only `answered` counts. `awaiting_human`: the question is for reviewers, or the answer is a suggestion ' +
      'that is not confirmed yet. `skipped`: the condition of the question is not met.',
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
    description: 'True if the answer needs review: evidence was missing, or the confidence is under 0.6.',
    example: false,
  })
  flagged: boolean;
  @ApiProperty({
    type: 'string',
    description: 'One or two sentences of explanation; empty if the answer needs none.',
    example: 'The agent says so in the first sentence.',
  })
  rationale: string;
  @ApiProperty({
    type: () => [CitationResponse],
    description: 'Quotes as evidence; each is verified against the transcript.',
  })
  citations: CitationResponse[];
  @ApiProperty({ type: 'string', enum: JUDGE_KINDS, description: 'Source of the answer.', example: 'model' })
  source: JudgeKind;
  @ApiProperty({
    type: 'string',
    enum: [...Object.keys(NOT_ASSESSABLE), BELOW_TARGET],
    nullable: true,
    description: [
      'Why the question could not be assessed, or why its answer waits for a reviewer; null otherwise.',
      ...REASON_MEANINGS,
      '`below_target`: the confidence is below the line that `target_agreement` of the scorecard asks for, or the question ' +
        'has none.',
    ].join(' '),
    example: null,
  })
  reason: AnswerReason | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Your identifier of the reviewer who answered; null if none was given.',
    example: null,
  })
  reviewer_id: string | null;
}

export class EvaluationAnswerResponse extends SystemAnswer {
  @ApiProperty({
    type: () => SystemAnswer,
    nullable: true,
    required: false,
    description:
      'The original answer, if a reviewer decided: on this question, or on the finding that it uses. Null ' +
      'otherwise, and for questions that only reviewers answer. Omitted in evaluations by an earlier release ' +
      'that were not reviewed since.',
    example: null,
  })
  system?: SystemAnswer | null;
}
