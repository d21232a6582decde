import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { REVIEW_REASONS, type ReviewReason } from '../../../calls/review-tasks/doubt.js';
import type { ReviewTask } from '../../../calls/review-tasks/review-task.js';
import { isUuid } from '../../../platform/http/validation/fields.js';

@ApiSchema({ name: 'ReviewDoubt' })
export class ReviewDoubtResponse {
  @ApiProperty({
    type: 'string',
    enum: [...REVIEW_REASONS],
    description: 'Same values as `reasons` of the call.',
    example: 'violation',
  })
  reason: ReviewReason;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The finding as named in reviews, the rule of a violation, the question of a scorecard, or the missing ' +
      'score (`compliance`, `quality`); `redaction` if it is uncertain that everything was masked; the id of a sample or of ' +
      'a dispute. Null: the ' +
      'call or the evaluation as a whole.',
    example: 'pin_requested',
  })
  subject: string | null;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Scorecard of the question; null for an item of the call’s own results.',
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
  @ApiProperty({ type: 'number', description: 'Duration of the call.', example: 92.34 })
  duration_seconds: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...REVIEW_REASONS] },
    description:
      'Why the call needs review; items that a reviewer has decided are not listed. `needs_review`: an answer ' +
      'would fail the scorecard but has no verified evidence. `awaiting_human`: a scorecard question needs a ' +
      'reviewer’s answer. `violation`: a violation was found. `flagged`: a finding or an answer has low ' +
      'confidence, or counts against the agent. `roles_unclear`: it is unclear who the agent is ' +
      '(`role_confidence` under 0.6), so the call was not evaluated. `withheld`: a score is null, because too ' +
      'little could be evaluated. `sampled`: a sample was drawn with `queue`. ' +
      '`disputed`: a dispute is open; only resolving it takes the call out of the queue.',
    example: ['violation', 'flagged'],
  })
  reasons: ReviewReason[];
  @ApiProperty({
    type: () => [ReviewDoubtResponse],
    description:
      'The open items behind `reasons`. If the call was reviewed or dismissed before, only the items that are ' +
      'new since then: those for which the AI now says something else. Empty for items recorded by a release ' +
      'without this member.',
  })
  doubts: ReviewDoubtResponse[];
  @ApiProperty({
    type: 'boolean',
    description:
      'Whether the call returned to the queue: it was reviewed or dismissed, and a correction, a masking or an ' +
      'evaluation added a new open item.',
    example: false,
  })
  returned: boolean;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 4,
    description:
      'Severity of the most severe open item. 1: a violation, or an answer that fails the call automatically. 2: ' +
      'a question that needs a reviewer’s answer, or a dispute. 3: low confidence. 4: too little could be evaluated.',
    example: 1,
  })
  severity: number;
  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description:
      'Priority of the review: for each open item, its weight in the score × (1 − confidence), added up. 0 if ' +
      'the items affect no score.',
    example: 0.73,
  })
  worth: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The reviewer who reserved the call; null if it is not reserved.',
    example: 'mara',
  })
  claimed_by: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'When the reservation expires, 30 minutes after it was made; ISO 8601. Null if the call is not reserved.',
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
    description: 'Sorted by `order`, then oldest call first.',
  })
  items: ReviewQueueItemResponse[];
  @ApiProperty({
    type: 'integer',
    maximum: 10_000,
    description: 'Number of calls in the queue that match the filters, 10000 at most; no more are listed.',
    example: 1,
  })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

/** One for each subject, in the order of the reasons. */
function doubtsOf({ doubts }: ReviewTask): ReviewDoubtResponse[] {
  const found = Object.entries(doubts).flatMap(([part, { items = [] }]) =>
    items.map(({ reason, subject }) => ({ reason, subject, scorecard_id: isUuid(part) ? part : null })),
  );
  const distinct = new Map(found.map((doubt) => [JSON.stringify(doubt), doubt]));
  return REVIEW_REASONS.flatMap((wanted) => [...distinct.values()].filter(({ reason }) => reason === wanted));
}
