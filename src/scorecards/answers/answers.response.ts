// Answers and scores as clients receive them, of evaluations and of tries.
import { ApiProperty } from '@nestjs/swagger';
import { CitationResponse } from '../../calls/results/findings.response.js';
import { JUDGE_KINDS, type JudgeKind } from '../form/form.js';
import { NOT_ASSESSABLE, type NotAssessableReason } from './judged-answer.js';

export const ANSWER_STATES = ['answered', 'na', 'not_assessable', 'awaiting_human', 'skipped'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

const REASON_MEANINGS = Object.entries(NOT_ASSESSABLE).map(([reason, { means }]) => `\`${reason}\`: ${means}.`);

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

/** An answer as the judges alone gave it. */
export class SystemAnswer {
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
    enum: Object.keys(NOT_ASSESSABLE),
    nullable: true,
    description: ['Why the question could not be assessed; null unless `not_assessable`.', ...REASON_MEANINGS].join(
      ' ',
    ),
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

export class EvaluationAnswerResponse extends SystemAnswer {
  @ApiProperty({
    type: () => SystemAnswer,
    nullable: true,
    required: false,
    description:
      'What the judges alone answered, where a person decided: in an answer, or in the finding that the question follows. Null ' +
      'otherwise, and for a question that is for a person. Left out of evaluations that an earlier release judged and that no ' +
      'person has reviewed since.',
    example: null,
  })
  system?: SystemAnswer | null;
}
