import { CompletedCallsFilter } from '../../calls/listing/completed-calls.requests.js';
import { Instant, Nested, Text, Uuids, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../platform/http/validation/object-rules.js';

@ObjectWith(objectRulesOf(CompletedCallsFilter))
export class HoldFilter extends CompletedCallsFilter {}

const REASON = { max: 1_000, trim: true } as const;

export class CreateHoldRequest {
  @Text({
    description: 'Your name for the hold, which refused deletions tell.',
    max: 255,
    trim: true,
    example: 'litigation 2026-11',
  })
  name: string;

  @Text({ ...REASON, description: 'Why the calls are held.', example: 'Claim 4711 of cust-42' })
  reason: string;

  @Uuids({
    description: 'Calls to hold, in any state. These, a `filter`, or both.',
    min: 1,
    max: 1_000,
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
    optional: true,
  })
  analysis_ids?: string[] | null;

  @Nested(HoldFilter, {
    description:
      'Which calls: the filters of `GET /analysis`, all of which must hold. An empty object: every call. Holds ' +
      'the calls that it ' +
      'finds now and that have ended, and those that end while the hold is active and match then. An unknown filter is refused.',
    optional: true,
    isClosed: true,
  })
  filter?: HoldFilter | null;

  @Instant({
    description: 'When the hold is released by itself; Unix seconds are taken too. At most a minute late.',
    example: '2031-12-01T00:00:00Z',
    alsoReads: 'unix-seconds',
    optional: true,
  })
  until?: Date | null;
}

export class ReleaseHoldRequest {
  @Text({ ...REASON, description: 'Why the calls are held no longer.', example: 'The claim is settled' })
  reason: string;
}

export class HoldPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
