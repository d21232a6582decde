// A dispute of an evaluation as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';
import { VIAS, type Via } from './via.js';

export const DISPUTE_STATUSES = ['open', 'resolved'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const DISPUTE_DECISIONS = ['upheld', 'overturned', 'partly'] as const;
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number];

export interface DisputeRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly analysis_id: string;
  readonly evaluation_id: string;
  readonly scorecard_id: string;
  readonly agent_id: string;
  readonly raised_by: string;
  readonly via: Via;
  /** JSON text of the members of `DisputedAnswerResponse`. */
  readonly answers: string;
  readonly status: DisputeStatus;
  readonly decision: DisputeDecision | null;
  readonly reviewer_id: string | null;
  readonly note: string | null;
  readonly review_id: string | null;
  readonly resolved_at: Date | null;
}

export const SELECT_DISPUTES = `SELECT d.id, d.created_at, d.livemode, d.analysis_id, d.evaluation_id, d.scorecard_id, d.agent_id,
    d.raised_by, d.via, d.answers, d.status, d.decision, d.reviewer_id, d.note, d.review_id, d.resolved_at
  FROM dispute d`;

export class DisputedAnswerResponse {
  @ApiProperty({ type: 'string', description: 'Key of the question.', example: 'empathy' })
  question: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The disputed answer, as it was when the dispute was opened; null if there was none.',
    example: 'no',
  })
  answer: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Reviewer who gave the disputed answer and may not resolve the dispute; null for an answer of the AI.',
    example: null,
  })
  answered_by: string | null;

  @ApiProperty({ type: 'string', description: 'The answer that would be right.', example: 'yes' })
  claim: string;

  @ApiProperty({ type: 'string', description: 'Why.', example: 'I said that I was sorry in my second sentence.' })
  note: string;
}

export class DisputeResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Identifier of the dispute.',
    example: '6a1d9c3e-2b7f-4e58-9d04-7c5b1f8e3a62',
  })
  id: string;

  @ApiProperty({ type: 'string', enum: ['dispute'], description: 'Always `dispute`.', example: 'dispute' })
  object: 'dispute';

  @ApiProperty({ type: 'integer', description: 'When it was opened, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ type: 'boolean', description: 'Mode of the evaluation.', example: true })
  livemode: boolean;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The call.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description:
      'The disputed evaluation. If the call was corrected or masked since, another one by the same revision took its place.',
    example: '8e2b6a10-5c3d-4f71-9a46-1d0c7e5b3f28',
  })
  evaluation_id: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Scorecard of the evaluation.',
    example: 'c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36',
  })
  scorecard_id: string;

  @ApiProperty({ type: 'string', description: 'Agent of the call.', example: 'agent-7' })
  agent_id: string;

  @ApiProperty({ type: 'string', description: 'Who raised it.', example: 'agent-7' })
  raised_by: string;

  @ApiProperty({ type: 'string', enum: VIAS, description: 'Credential with which it was opened.', example: 'api_key' })
  via: Via;

  @ApiProperty({ type: () => [DisputedAnswerResponse], description: 'The disputed answers.' })
  answers: DisputedAnswerResponse[];

  @ApiProperty({
    type: 'string',
    enum: DISPUTE_STATUSES,
    description: '`open`: its call is in the review queue, with the reason `disputed`.',
    example: 'open',
  })
  status: DisputeStatus;

  @ApiProperty({
    type: 'string',
    enum: DISPUTE_DECISIONS,
    nullable: true,
    description: 'About the disputed answers: `upheld` if they stand, `overturned`, or `partly`. Null until resolved.',
    example: null,
  })
  decision: DisputeDecision | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Who resolved it; null until then.', example: null })
  reviewer_id: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why it was decided so; null until then.',
    example: null,
  })
  note: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Review that changed the answers; null until resolved, and if they were upheld.',
    example: null,
  })
  review_id: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was resolved, in Unix seconds.',
    example: null,
  })
  resolved_at: number | null;

  static of(this: void, row: DisputeRow): DisputeResponse {
    return {
      id: row.id,
      object: 'dispute',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      analysis_id: row.analysis_id,
      evaluation_id: row.evaluation_id,
      scorecard_id: row.scorecard_id,
      agent_id: row.agent_id,
      raised_by: row.raised_by,
      via: row.via,
      answers: JSON.parse(row.answers),
      status: row.status,
      decision: row.decision,
      reviewer_id: row.reviewer_id,
      note: row.note,
      review_id: row.review_id,
      resolved_at: row.resolved_at && unixSeconds(row.resolved_at),
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
