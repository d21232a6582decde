import { ApiProperty } from '@nestjs/swagger';
import { Config } from '../platform/config/config.js';
import { PLANS, type Plan } from './periods/plan-terms.js';

export class PlanOfferResponse {
  @ApiProperty({ enum: ['plan'], description: 'Always `plan`.', example: 'plan' })
  object: 'plan';

  @ApiProperty({ enum: PLANS, description: 'The plan, as `POST /billing/subscription` takes it.', example: 'starter' })
  plan: Plan;

  @ApiProperty({ type: 'integer', description: 'Price of the plan for a month, in cents.', example: 4900 })
  price_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ description: 'Minutes that the plan includes each month.', example: 1000 })
  included_minutes: number;

  @ApiProperty({ type: 'boolean', description: 'Whether additional minutes can be bought.', example: true })
  overage_available: boolean;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Price of an additional minute, in cents; null if none can be bought.',
    example: 5,
  })
  overage_price_cents_per_minute: number | null;
}

export class PlanListResponse {
  @ApiProperty({ type: [PlanOfferResponse], description: 'Cheapest first.' })
  items: PlanOfferResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of plans.', example: 3 })
  total: number;

  static of({ plans }: Pick<Config, 'plans'>): PlanListResponse {
    const items = PLANS.map((plan): PlanOfferResponse => {
      const { priceCents, includedMinutes, overageCentsPerMinute } = plans[plan];
      return {
        object: 'plan',
        plan,
        price_cents: priceCents,
        currency: 'usd',
        included_minutes: includedMinutes,
        overage_available: plan !== 'free',
        overage_price_cents_per_minute: plan === 'free' ? null : overageCentsPerMinute,
      };
    });
    return { items, total: items.length };
  }
}
