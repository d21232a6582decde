import { Moment } from '../../platform/http/validation/fields.js';
import { AnalysisFilterFields } from '../analysis.requests.js';

/** Selects the calls of a job: the filters of the list of analyses. */
export class CompletedCallsFilter extends AnalysisFilterFields {
  @Moment({
    description: 'Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare created_after?: Date | null;

  @Moment({
    description: 'Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare created_before?: Date | null;

  @Moment({
    description:
      'Unix seconds: only calls that began after it. ISO 8601 is accepted too. A call whose start is not known is left ' +
      'out, also by `call_before`.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare call_after?: Date | null;

  @Moment({
    description: 'Unix seconds: only calls that did not begin after it. ISO 8601 is accepted too.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare call_before?: Date | null;
}

/** Options of a member `filter`. */
export const WHICH_CALLS = {
  description:
    'Which calls: the filters of `GET /analysis`, all of which must match. If omitted: all calls. Only calls that ' +
    'are completed ' +
    'when the job starts belong to it. An unknown filter is refused, because a misspelled one would widen the job.',
  optional: true,
  isClosed: true,
} as const;
