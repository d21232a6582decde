import { CompletedCallsFilter, WHICH_CALLS } from '../../calls/listing/completed-calls.requests.js';
import { Flag, HttpUrl, Nested, SomeOf, Uuid, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../platform/http/validation/object-rules.js';
import { RESCORE_EVENTS } from './rescore-events.js';

@ObjectWith(objectRulesOf(CompletedCallsFilter))
export class RescoreFilter extends CompletedCallsFilter {}

export class CreateRescoreRequest {
  @Uuid({ description: 'Scorecard to score with.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;

  @Whole({
    description: 'A published revision of it; if omitted, the one published last.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;

  @Nested(RescoreFilter, WHICH_CALLS)
  filter?: RescoreFilter | null;

  @Flag({
    description: '`true` only estimates calls, tokens and cost of the job: nothing is stored.',
    default: false,
    example: false,
  })
  dry_run: boolean;

  @HttpUrl({
    description: 'URL that receives the notification when the job completes.',
    example: 'https://example.com/hooks/calls',
    optional: true,
  })
  webhook_url?: string | null;

  @SomeOf(RESCORE_EVENTS, {
    description: 'Events to be notified of. The evaluations of a job send none of their own.',
    example: ['rescore.completed'],
    default: ['rescore.completed'],
  })
  webhook_events: string[];
}

export class RescorePageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
