import { AnalysisFilterFields } from '../../analysis/analysis.requests.js';
import { Flag, HttpUrl, Moment, Nested, SomeOf, Uuid, Whole } from '../../platform/http/validation/fields.js';
import { RESCORE_EVENTS } from './rescore-events.js';

/** The filters of the list of analyses. */
export class RescoreFilter extends AnalysisFilterFields {
  @Moment({
    description: 'Unix seconds: only calls whose `created` is greater. A date and a time of day is taken too.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare created_after?: Date | null;

  @Moment({
    description: 'Unix seconds: only calls whose `created` is not greater. A date and a time of day is taken too.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare created_before?: Date | null;
}

export class CreateRescoreRequest {
  @Uuid({ description: 'The scorecard to judge by.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;

  @Whole({
    description: 'A published revision of it; the one published last where it is left out.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;

  @Nested(RescoreFilter, {
    description:
      'Which calls: the filters of `GET /analysis`, all of which must hold. Left out: every call. Only calls that are completed ' +
      'when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen the job.',
    optional: true,
    isClosed: true,
  })
  filter?: RescoreFilter | null;

  @Flag({
    description: '`true` only tells how many calls, tokens and what cost the job would take: nothing is stored.',
    default: false,
    example: false,
  })
  dry_run: boolean;

  @HttpUrl({
    description: 'Where the notification goes when the job completes.',
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
  @Whole({ min: 0, default: 0, description: 'How many to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}
