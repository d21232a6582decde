import { ApiProperty } from '@nestjs/swagger';
import { toMinutes } from './minutes.js';
import type { Plan } from './plan-terms.js';
import type { PeriodUsage, UsagePeriod } from './usage-periods.js';

export class UsageSummaryResponse {
  @ApiProperty({ enum: ['usage_summary'], description: 'Always `usage_summary`.', example: 'usage_summary' })
  object: 'usage_summary';

  @ApiProperty({ enum: ['free', 'starter', 'growth'], description: 'The plan in force.', example: 'starter' })
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

  @ApiProperty({ description: 'Minutes set aside for analyses that are being worked on.', example: 6.02 })
  minutes_reserved: number;

  @ApiProperty({ description: 'Minutes that the plan includes.', example: 1000 })
  minutes_included: number;

  @ApiProperty({ description: 'Included minutes that are neither used nor reserved.', example: 581.61 })
  minutes_remaining: number;

  @ApiProperty({ description: 'Minutes used beyond the included ones.', example: 0 })
  overage_minutes: number;

  @ApiProperty({ description: 'Minutes beyond the included ones that may be used now.', example: 50 })
  overage_limit_minutes: number;

  @ApiProperty({ type: 'integer', description: 'Price of the overage so far, in cents.', example: 0 })
  overage_cost_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ type: 'integer', description: 'Analyses billed in this period.', example: 128 })
  analyses_count: number;

  @ApiProperty({
    enum: ['none', 'stripe'],
    description: 'Who collects the money. `none`: nobody is charged.',
    example: 'stripe',
  })
  collection: 'none' | 'stripe';

  static of(period: UsagePeriod, usage: PeriodUsage, collection: 'none' | 'stripe'): UsageSummaryResponse {
    return {
      object: 'usage_summary',
      plan: period.plan,
      livemode: period.livemode,
      period_start: Math.floor(period.startsAt.getTime() / 1000),
      period_end: Math.floor(period.endsAt.getTime() / 1000),
      minutes_used: toMinutes(usage.used),
      minutes_reserved: toMinutes(usage.reserved),
      minutes_included: toMinutes(period.includedHundredths),
      minutes_remaining: toMinutes(Math.max(0, period.includedHundredths - usage.used - usage.reserved)),
      overage_minutes: toMinutes(usage.overage),
      overage_limit_minutes: toMinutes(period.overageLimitHundredths),
      overage_cost_cents: usage.overageCents,
      currency: 'usd',
      analyses_count: usage.analyses,
      collection,
    };
  }
}
