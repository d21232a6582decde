import { ApiProperty } from '@nestjs/swagger';
import { toMinutes } from './minutes.js';
import type { Plan } from './plan-terms.js';
import type { PeriodSummary } from './usage.service.js';

export class UsagePeriodResponse {
  @ApiProperty({ enum: ['usage_period'], description: 'Always `usage_period`.', example: 'usage_period' })
  object: 'usage_period';

  @ApiProperty({ enum: ['free', 'starter', 'growth'], description: 'The plan of the period.', example: 'starter' })
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

  @ApiProperty({ description: 'Minutes beyond the included ones.', example: 12.4 })
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
