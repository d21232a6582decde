import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { HELD_KINDS, type HeldKind } from '../../platform/database/held-bytes.js';
import { PLANS, type Plan } from '../periods/plan-terms.js';
import { toMinutes } from './minutes.js';
import type { CurrentUsage, PeriodSummary, UsageRecord } from './usage.service.js';

const HELD_EXAMPLES: Readonly<Record<HeldKind, number>> = {
  reviews: 184_320,
  corrections: 1_204_224,
  batches: 912_384,
  sources: 65_536,
  answers: 40_960,
  exports: 2_359_296,
  redactions: 0,
  rescores: 1_024,
  engine_trials: 0,
  notifications: 24_576,
  statistics: 393_216,
  calibrations: 24_576,
  holds: 8_192,
  erasures: 4_096,
};
const HELD_EXAMPLE = Object.values(HELD_EXAMPLES).reduce((sum, bytes) => sum + bytes, 0);

@ApiSchema({ name: 'UsageStorage' })
export class UsageStorageResponse {
  @ApiProperty({ type: 'integer', description: 'The sum of `by`.', example: HELD_EXAMPLE })
  held_bytes: number;

  @ApiProperty({
    type: 'integer',
    description: 'At this sum, requests that would store more are refused with 400; calls never are.',
    example: 2_147_483_648,
  })
  limit_bytes: number;

  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(HELD_KINDS.map((kind) => [kind, { type: 'integer' }])),
    required: [...HELD_KINDS],
    description:
      'Type of data. `corrections`: including earlier versions of transcripts. `batches`: their lines until they ' +
      'are deleted. `sources`: objects found and callbacks. `answers`: responses stored for an Idempotency-Key. ' +
      '`exports`: their files. `notifications`: those of reviews, corrections and jobs. `statistics`: sums of ' +
      'test calls.',
    example: HELD_EXAMPLES,
  })
  by: Readonly<Record<HeldKind, number>>;
}

export class UsageSummaryResponse {
  @ApiProperty({ enum: ['usage_summary'], description: 'Always `usage_summary`.', example: 'usage_summary' })
  object: 'usage_summary';

  @ApiProperty({ enum: PLANS, description: 'The plan in force.', example: 'starter' })
  plan: Plan;

  @ApiProperty({ description: 'False for a test key: then all of this is about the test allowance.', example: true })
  livemode: boolean;

  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1795200000 })
  period_start: number;

  @ApiProperty({
    type: 'integer',
    description: 'Unix seconds; the first moment after the period.',
    example: 1797792000,
  })
  period_end: number;

  @ApiProperty({ description: 'Minutes of completed analyses that were accepted in this period.', example: 412.37 })
  minutes_used: number;

  @ApiProperty({ description: 'Minutes reserved for calls in progress.', example: 6.02 })
  minutes_reserved: number;

  @ApiProperty({ description: 'Minutes that the plan includes.', example: 1000 })
  minutes_included: number;

  @ApiProperty({ description: 'Included minutes that are neither used nor reserved.', example: 581.61 })
  minutes_remaining: number;

  @ApiProperty({ description: 'Additional minutes used.', example: 0 })
  overage_minutes: number;

  @ApiProperty({ description: 'Additional minutes that may still be used.', example: 50 })
  overage_limit_minutes: number;

  @ApiProperty({ type: 'integer', description: 'Price of the overage so far, in cents.', example: 0 })
  overage_cost_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ type: 'integer', description: 'Analyses billed in this period.', example: 128 })
  analyses_count: number;

  @ApiProperty({
    type: 'integer',
    description: 'Scorecard evaluations in this period. They use no minutes; failed ones do not count.',
    example: 96,
  })
  evaluations_count: number;

  @ApiProperty({ description: 'Minutes of the test allowance used in its current month.', example: 3.9 })
  test_minutes_used: number;

  @ApiProperty({ description: 'Minutes of the test allowance in a month.', example: 100 })
  test_minutes_included: number;

  @ApiProperty({
    type: UsageStorageResponse,
    description: 'Storage used by the account beyond its recordings, in both modes.',
  })
  storage: UsageStorageResponse;

  @ApiProperty({
    enum: ['none', 'stripe'],
    description: 'Who collects payments. `none`: nothing is charged.',
    example: 'stripe',
  })
  collection: 'none' | 'stripe';

  static of(period: CurrentUsage, collection: 'none' | 'stripe'): UsageSummaryResponse {
    return {
      object: 'usage_summary',
      plan: period.plan,
      livemode: period.livemode,
      period_start: Math.floor(period.startsAt.getTime() / 1000),
      period_end: Math.floor(period.endsAt.getTime() / 1000),
      minutes_used: toMinutes(period.used),
      minutes_reserved: toMinutes(period.reserved),
      minutes_included: toMinutes(period.includedHundredths),
      minutes_remaining: toMinutes(Math.max(0, period.includedHundredths - period.used - period.reserved)),
      overage_minutes: toMinutes(period.overage),
      overage_limit_minutes: toMinutes(period.overageLimitHundredths),
      overage_cost_cents: period.overageCents,
      currency: 'usd',
      analyses_count: period.analyses,
      evaluations_count: period.evaluations,
      test_minutes_used: toMinutes(period.test.used),
      test_minutes_included: toMinutes(period.test.includedHundredths),
      storage: {
        held_bytes: Object.values(period.storage.by).reduce((sum, bytes) => sum + bytes, 0),
        limit_bytes: period.storage.limitBytes,
        by: period.storage.by,
      },
      collection,
    };
  }
}

export class UsagePeriodResponse {
  @ApiProperty({ enum: ['usage_period'], description: 'Always `usage_period`.', example: 'usage_period' })
  object: 'usage_period';

  @ApiProperty({ enum: PLANS, description: 'The plan of the period.', example: 'starter' })
  plan: Plan;

  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1795200000 })
  period_start: number;

  @ApiProperty({
    type: 'integer',
    description: 'Unix seconds; the first moment after the period.',
    example: 1797792000,
  })
  period_end: number;

  @ApiProperty({ description: 'Minutes of completed analyses that were accepted in it.', example: 1012.4 })
  minutes_used: number;

  @ApiProperty({ description: 'Additional minutes.', example: 12.4 })
  overage_minutes: number;

  @ApiProperty({ type: 'integer', description: 'Price of the overage, in cents.', example: 62 })
  overage_cost_cents: number;

  @ApiProperty({ type: 'integer', description: 'Price of the plan for a month, in cents.', example: 4900 })
  price_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ type: 'integer', description: 'Analyses billed in it.', example: 230 })
  analyses_count: number;

  static of(period: PeriodSummary): UsagePeriodResponse {
    return {
      object: 'usage_period',
      plan: period.plan,
      period_start: Math.floor(period.startsAt.getTime() / 1000),
      period_end: Math.floor(period.endsAt.getTime() / 1000),
      minutes_used: toMinutes(period.used),
      overage_minutes: toMinutes(period.overage),
      overage_cost_cents: period.overageCents,
      price_cents: period.priceCents,
      currency: 'usd',
      analyses_count: period.analyses,
    };
  }
}

export class UsageRecordResponse {
  @ApiProperty({ enum: ['usage_record'], description: 'Always `usage_record`.', example: 'usage_record' })
  object: 'usage_record';

  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the ledger entry.',
    example: '5d0c7a8e-3f21-4b6d-9a0e-7c1b2d3e4f50',
  })
  id: string;

  @ApiProperty({ type: 'integer', description: 'Unix seconds: when it was billed.', example: 1795203600 })
  created: number;

  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the analysis, even if it has been deleted since.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;

  @ApiProperty({ type: 'integer', description: 'Decoded duration in milliseconds.', example: 361200 })
  duration_ms: number;

  @ApiProperty({ description: 'Billed minutes, rounded up to the next hundredth.', example: 6.02 })
  minutes: number;

  @ApiProperty({
    enum: ['included', 'overage'],
    description: '`overage` when any of the minutes went beyond the included ones.',
    example: 'included',
  })
  kind: 'included' | 'overage';

  @ApiProperty({ description: 'Those of the minutes that went beyond the included ones.', example: 0 })
  overage_minutes: number;

  @ApiProperty({ type: 'integer', description: 'Price of the overage in cents; 0 for included minutes.', example: 0 })
  amount_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ description: 'False for minutes of the test allowance.', example: true })
  livemode: boolean;

  static of(record: UsageRecord): UsageRecordResponse {
    return {
      object: 'usage_record',
      id: record.id,
      created: Math.floor(record.createdAt.getTime() / 1000),
      analysis_id: record.analysisId,
      duration_ms: record.durationMs,
      minutes: toMinutes(record.hundredths),
      kind: record.overage > 0 ? 'overage' : 'included',
      overage_minutes: toMinutes(record.overage),
      amount_cents: record.amountCents,
      currency: 'usd',
      livemode: record.livemode,
    };
  }
}

@ApiExtraModels(UsagePeriodResponse, UsageRecordResponse)
export class UsageHistoryResponse {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(UsagePeriodResponse) }, { $ref: getSchemaPath(UsageRecordResponse) }] },
    description: 'Newest first; periods or records, as `view` asks.',
    example: [
      {
        object: 'usage_period',
        plan: 'starter',
        period_start: 1795200000,
        period_end: 1797792000,
        minutes_used: 1012.4,
        overage_minutes: 12.4,
        overage_cost_cents: 62,
        price_cents: 4900,
        currency: 'usd',
        analyses_count: 230,
      },
    ],
  })
  items: (UsagePeriodResponse | UsageRecordResponse)[];

  @ApiProperty({ type: 'integer', description: 'Number of items.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
