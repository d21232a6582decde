import { REVIEW_REASONS, type ReviewReason } from '../../../calls/review-tasks/doubt.js';
import { QUEUE_ORDERS, type QueueOrder } from '../../../calls/review-tasks/review-task.js';
import { Flag, Moment, OneOf, OptionalText, Text, Uuid, Whole } from '../../../platform/http/validation/fields.js';

const MAX_REVIEWER_CHARACTERS = 255;
const MAX_NOTE_CHARACTERS = 2_000;

const ORDER = '`worth`: highest priority first. `severity`: most severe first, then highest priority.';

const REASON = { description: 'Only calls that need review for this reason.', example: 'violation', optional: true };

export class ListReviewQueueQuery {
  @OneOf(REVIEW_REASONS, REASON)
  reason?: ReviewReason | null;

  @OptionalText({ description: 'Only calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @Uuid({
    description: 'Only calls scored with this scorecard.',
    example: '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10',
    optional: true,
  })
  scorecard_id?: string | null;

  @Moment({
    description: 'Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_after?: Date | null;

  @Uuid({
    description: 'Only this call, if it is in the queue.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
    optional: true,
  })
  analysis_id?: string | null;

  @Flag({
    description: '`true`: only calls of live mode. `false`: only those of test mode. If omitted: both.',
    optional: true,
  })
  livemode?: boolean | null;

  @OptionalText({ description: 'Only calls reserved by this reviewer.', example: 'mara' })
  claimed_by?: string | null;

  @OneOf(QUEUE_ORDERS, { description: ORDER, default: 'worth', example: 'severity' })
  order: QueueOrder;

  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class ReviewerRequest {
  @Text({
    description: 'Your identifier of the reviewer.',
    max: MAX_REVIEWER_CHARACTERS,
    trim: true,
    example: 'mara',
  })
  reviewer_id: string;
}

export class ClaimReviewRequest extends ReviewerRequest {
  @OneOf(REVIEW_REASONS, REASON)
  reason?: ReviewReason | null;

  @OptionalText({ description: 'Only a call of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @Flag({
    description: '`true`: only a call of live mode. `false`: only one of test mode. If omitted: either.',
    optional: true,
  })
  livemode?: boolean | null;

  @OneOf(QUEUE_ORDERS, { description: ORDER, example: 'severity', optional: true })
  order?: QueueOrder | null;
}

export class DismissReviewRequest extends ReviewerRequest {
  @Text({
    description: 'Reason for dismissing the call.',
    min: 0,
    max: MAX_NOTE_CHARACTERS,
    example: 'A test call of our own.',
    optional: true,
  })
  note?: string | null;
}
