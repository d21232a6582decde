import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { REVIEW_REASONS, type ReviewReason } from '../../../calls/review-tasks/doubt.js';
import type { ReviewTask } from '../../../calls/review-tasks/review-task.js';

@ApiSchema({ name: 'ReviewDoubt' })
export class ReviewDoubtResponse {
  @ApiProperty({
    type: 'string',
    enum: [...REVIEW_REASONS],
    description: 'As in `reasons` of the call.',
    example: 'violation',
  })
  reason: ReviewReason;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The finding as reviews name it, the rule of a violation, the question of a scorecard, or the score that is missing ' +
      '(`compliance`, `quality`); `redaction` where it is not sure that all was masked. Null: the call or the evaluation as a whole.',
    example: 'pin_requested',
  })
  subject: string | null;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Scorecard of the question; null for the results of the call.',
    example: null,
  })
  scorecard_id: string | null;
}

@ApiSchema({ name: 'ReviewQueueItem' })
export class ReviewQueueItemResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The call.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;
  @ApiProperty({ type: 'integer', description: 'When the call was submitted; Unix seconds.', example: 1790000000 })
  created: number;
  @ApiProperty({ type: 'string', description: 'Agent of the call.', example: 'agent-7' })
  agent_id: string;
  @ApiProperty({ type: 'string', description: 'Customer of the call.', example: 'cust-42' })
  contact_id: string;
  @ApiProperty({ type: 'number', description: 'How long the call is.', example: 92.34 })
  duration_seconds: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...REVIEW_REASONS] },
    description:
      'Why it deserves a look; what a person has decided is no reason any more. `needs_review`: an answer would end the call ' +
      'as failed and lacks its proof. `awaiting_human`: a question waits for a person. `violation`: the agent is held to have ' +
      'violated a rule. `flagged`: a finding or an answer is not sure, or is held against the agent. `roles_unclear`: it is ' +
      'not known who the agent is (`role_confidence` under 0.6), so that nothing was judged. `withheld`: a score is null, ' +
      'because too little could be assessed.',
    example: ['violation', 'flagged'],
  })
  reasons: ReviewReason[];
  @ApiProperty({
    type: () => [ReviewDoubtResponse],
    description:
      'Each doubt behind `reasons`. Of a call that a person has reviewed or dismissed before, those that are new since: a doubt ' +
      'is new where the machine says of its subject what it did not say then. Empty for doubts that a release before this member wrote.',
  })
  doubts: ReviewDoubtResponse[];
  @ApiProperty({
    type: 'boolean',
    description:
      'Whether the call is back: a person has reviewed or dismissed it, and a correction, a masking or an evaluation has put ' +
      'something new in doubt.',
    example: false,
  })
  returned: boolean;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 4,
    description:
      'The most severe of its doubts. 1: a violation, or an answer that fails the call automatically. 2: a question that waits ' +
      'for a person. 3: something that is not sure. 4: too little could be assessed.',
    example: 1,
  })
  severity: number;
  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'What a look is worth: of all that is in doubt, its weight in its score × (1 − confidence), added up. 0 where it changes ' +
      'no score.',
    example: 0.73,
  })
  worth: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Who looks at it now; null where no one does.',
    example: 'mara',
  })
  claimed_by: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'When the claim ends by itself: 30 minutes after it was made; ISO 8601. Null where no one has claimed it.',
    example: '2026-11-26T09:30:00.000Z',
  })
  claimed_until: string | null;

  static of(task: ReviewTask): ReviewQueueItemResponse {
    return {
      analysis_id: task.analysisId,
      created: Math.floor(task.createdAt.getTime() / 1000),
      agent_id: task.agentId,
      contact_id: task.contactId,
      duration_seconds: task.durationMs / 1000,
      reasons: REVIEW_REASONS.filter((reason) => task.reasons.includes(reason)),
      doubts: doubtsOf(task),
      returned: task.returned,
      severity: task.severity,
      worth: task.worth,
      claimed_by: task.claimedBy,
      claimed_until: task.claimedUntil?.toISOString() ?? null,
    };
  }
}

@ApiSchema({ name: 'ReviewQueuePage' })
export class ReviewQueuePageResponse {
  @ApiProperty({
    type: () => [ReviewQueueItemResponse],
    description: 'In the wanted `order`; of equal ones the oldest call first.',
  })
  items: ReviewQueueItemResponse[];
  @ApiProperty({
    type: 'integer',
    maximum: 10_000,
    description:
      'All calls in the queue that pass the filters; 10000 where there are as many or more, and no more are listed.',
    example: 1,
  })
  total: number;
  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}

/** One for each subject, in the order of the reasons. */
function doubtsOf({ doubts }: ReviewTask): ReviewDoubtResponse[] {
  const found = Object.entries(doubts).flatMap(([part, { items = [] }]) =>
    items.map(({ reason, subject }) => ({ reason, subject, scorecard_id: part === 'call' ? null : part })),
  );
  const distinct = new Map(found.map((doubt) => [JSON.stringify(doubt), doubt]));
  return REVIEW_REASONS.flatMap((wanted) => [...distinct.values()].filter(({ reason }) => reason === wanted));
}
