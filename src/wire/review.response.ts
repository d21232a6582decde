// A review as clients receive it, in the API and in notifications.
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { FINDING_ANSWERS, FINDING_PATHS, type FindingAnswer, type FindingPath } from '../calls/results/verdicts.js';
import { VIAS, type Via } from './via.js';

/** Puts the service's own verdict back. */
export const WITHDRAW = 'withdraw';
export type GivenAnswer = FindingAnswer | typeof WITHDRAW;
export const GIVEN_ANSWERS = [...FINDING_ANSWERS, WITHDRAW] as const;

const EXAMPLE_ID = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';

export class ReviewQuoteResponse {
  @ApiProperty({ type: 'integer', description: 'Segment that holds the quotation.', example: 3 })
  segment_id: number;
  @ApiProperty({
    type: 'string',
    description: 'As the reviewer gave it. The citation in the results has the words of the transcript.',
    example: 'can you confirm your date of birth',
  })
  quote: string;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'True if a correction has since changed the quoted words. Omitted otherwise.',
    example: true,
  })
  stale?: true;
}

@ApiSchema({ name: 'ReviewedFinding' })
export class ReviewedFindingResponse {
  @ApiProperty({
    type: 'string',
    enum: [...FINDING_PATHS],
    description: 'The finding, by its place in `results`.',
    example: 'compliance.identity_verification',
  })
  finding: FindingPath;
  @ApiProperty({
    type: 'string',
    enum: [...GIVEN_ANSWERS],
    description: 'The reviewer’s decision. `withdraw` restored the AI’s decision.',
    example: 'yes',
  })
  answer: GivenAnswer;
  @ApiProperty({ type: 'string', nullable: true, description: 'The reviewer’s note.', example: null })
  note: string | null;
  @ApiProperty({ type: () => [ReviewQuoteResponse], description: 'The reviewer’s quotes.' })
  quotes: ReviewQuoteResponse[];
}

@ApiSchema({ name: 'ReviewedViolation' })
export class ReviewedViolationResponse {
  @ApiProperty({ type: 'string', description: 'Stable name of the rule.', example: 'card_security_code_requested' })
  rule: string;
  @ApiProperty({ type: 'integer', description: 'A segment that the violation cites.', example: 12 })
  segment_id: number;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Whether the reviewer confirmed the violation or dismissed it. Null restored the AI’s decision.',
    example: false,
  })
  upheld: boolean | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The reviewer’s note.', example: null })
  note: string | null;
}

@ApiSchema({ name: 'ReviewedQuestion' })
export class ReviewedQuestionResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'An evaluation of the call.', example: EXAMPLE_ID })
  evaluation_id: string;
  @ApiProperty({ type: 'string', description: 'Key of the question.', example: 'recording_notice' })
  question: string;
  @ApiProperty({
    type: 'string',
    description: 'Key of the answer, or `na`. `withdraw` restored the original answer.',
    example: 'yes',
  })
  answer: string;
  @ApiProperty({ type: 'string', description: 'Reason for the dismissal; empty if none was given.', example: '' })
  rationale: string;
  @ApiProperty({ type: () => [ReviewQuoteResponse], description: 'The reviewer’s quotes.' })
  quotes: ReviewQuoteResponse[];
}

@ApiSchema({ name: 'ReviewScores' })
export class ReviewScoresResponse {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Same as `results.compliance.score`.', example: 70 })
  compliance: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Same as `results.quality.overall_score`.',
    example: 84,
  })
  quality: number | null;
}

@ApiSchema({ name: 'ReviewScoreChange' })
export class ReviewScoreChangeResponse {
  @ApiProperty({ type: () => ReviewScoresResponse, description: 'Until the review.' })
  before: ReviewScoresResponse;
  @ApiProperty({ type: () => ReviewScoresResponse, description: 'After the review.' })
  after: ReviewScoresResponse;
}

@ApiSchema({ name: 'ReviewedEvaluationFigures' })
export class ReviewedEvaluationFiguresResponse {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Same as `score` of the evaluation.', example: 50 })
  score: number | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Same as `outcome` of the evaluation.',
    example: 'failed',
  })
  outcome: string | null;
}

@ApiSchema({ name: 'ReviewedEvaluation' })
export class ReviewedEvaluationResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'An evaluation of the call.', example: EXAMPLE_ID })
  evaluation_id: string;
  @ApiProperty({ type: () => ReviewedEvaluationFiguresResponse, description: 'Before the review.' })
  before: ReviewedEvaluationFiguresResponse;
  @ApiProperty({ type: () => ReviewedEvaluationFiguresResponse, description: 'The score after the review.' })
  after: ReviewedEvaluationFiguresResponse;
}

export class ReviewResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the review. In a dry run it refers to nothing.',
    example: EXAMPLE_ID,
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['review'], description: 'Type of the object.', example: 'review' })
  object: 'review';
  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({ type: 'boolean', description: 'The mode of the analysis.', example: true })
  livemode: boolean;
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The call.', example: EXAMPLE_ID })
  analysis_id: string;
  @ApiProperty({ type: 'integer', description: 'Version of the transcript that was reviewed.', example: 1 })
  transcript_version: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Your identifier of the reviewer. Null only if `PUT /evaluations/{id}/answers/{question}` named none.',
    example: 'mara',
  })
  reviewer_id: string | null;
  @ApiProperty({ type: 'string', enum: VIAS, description: 'Credential of the reviewer.', example: 'api_key' })
  via: Via;
  @ApiProperty({ type: 'string', nullable: true, description: 'The reviewer’s note on the call.', example: null })
  note: string | null;
  @ApiProperty({ type: () => [ReviewedFindingResponse], description: 'In the order of the request.' })
  findings: ReviewedFindingResponse[];
  @ApiProperty({ type: () => [ReviewedViolationResponse], description: 'In the order of the request.' })
  violations: ReviewedViolationResponse[];
  @ApiProperty({ type: () => [ReviewedQuestionResponse], description: 'In the order of the request.' })
  answers: ReviewedQuestionResponse[];
  @ApiProperty({ type: () => ReviewScoreChangeResponse, description: 'The scores of the call itself.' })
  scores: ReviewScoreChangeResponse;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'True in the answer to a dry run, which has done nothing. Omitted otherwise.',
    example: true,
  })
  dry_run?: true;
  @ApiProperty({
    type: () => [ReviewedEvaluationResponse],
    required: false,
    description: 'Dry run only: the evaluations of the call whose score or outcome the review would change.',
  })
  evaluations?: ReviewedEvaluationResponse[];
}
