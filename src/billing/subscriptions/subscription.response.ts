import { ApiProperty } from '@nestjs/swagger';
import type { Config } from '../../platform/config/config.js';
import { liveTerms, PLANS, type Plan, type SubscriptionStanding } from '../periods/plan-terms.js';
import type { SubscriptionRow } from '../periods/subscription-rows.js';
import { usageMonthAt } from '../periods/usage-months.js';
import { toMinutes } from '../usage/minutes.js';

export class SubscriptionResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the subscription.',
    example: 'c0f4a3b2-6d1e-4f5a-9b7c-8e2d1f0a3b4c',
  })
  id: string;

  @ApiProperty({ enum: ['subscription'], description: 'Always `subscription`.', example: 'subscription' })
  object: 'subscription';

  @ApiProperty({ enum: PLANS, description: 'The plan in force.', example: 'starter' })
  plan: Plan;

  @ApiProperty({
    enum: ['active', 'incomplete', 'past_due', 'canceled'],
    description:
      '`incomplete`: a checkout is open and the plan in force is still the free one. ' +
      '`past_due`: the last payment is missing; there is no overage until it is made.',
    example: 'active',
  })
  status: SubscriptionStanding['status'];

  @ApiProperty({ type: 'integer', description: 'Price of the plan for a month, in cents.', example: 4900 })
  price_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ description: 'Minutes that the plan includes each month.', example: 1000 })
  included_minutes: number;

  @ApiProperty({ description: 'Additional minutes that may be used, at a price each.', example: 50 })
  overage_limit_minutes: number;

  @ApiProperty({ description: 'Price of an additional minute, in cents.', example: 5 })
  overage_price_cents_per_minute: number;

  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1795200000 })
  current_period_start: number;

  @ApiProperty({
    type: 'integer',
    description: 'Unix seconds; the first moment after the period.',
    example: 1797792000,
  })
  current_period_end: number;

  @ApiProperty({
    description: 'True when the subscription is cancelled, here or at the payment provider: the free plan follows.',
    example: false,
  })
  cancel_at_period_end: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'When the free plan starts after a cancellation, in Unix seconds: the end of the period, unless another day ' +
      'was set at the payment provider. Null without a cancellation.',
    example: null,
  })
  cancel_at: number | null;

  @ApiProperty({
    description:
      'True while the payment provider collects nothing for the subscription: the minutes of the plan stay, and there is no ' +
      'overage.',
    example: false,
  })
  collection_paused: boolean;

  @ApiProperty({
    enum: PLANS,
    nullable: true,
    type: 'string',
    description: 'The next plan: from the end of the period, or once a checkout or payment is completed.',
    example: null,
  })
  pending_plan: Plan | null;

  @ApiProperty({
    enum: ['none', 'stripe'],
    description: 'Who collects payments. `none`: no payment provider is configured and nothing is charged.',
    example: 'stripe',
  })
  collection: 'none' | 'stripe';

  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'Where to pay while the status is `incomplete`; null otherwise.',
    example: null,
  })
  checkout_url: string | null;

  @ApiProperty({ type: 'integer', description: 'Unix seconds.', example: 1795200000 })
  created: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: "The client's own data, returned unchanged.",
    example: { cost_center: '4711' },
  })
  metadata: Record<string, unknown>;

  static of(row: SubscriptionRow, config: Config, collection: 'none' | 'stripe'): SubscriptionResponse {
    const { priceCents, includedHundredths, overageCentsPerMinute } = liveTerms(config, row);
    const month = usageMonthAt(row.anchorAt, new Date());
    return {
      id: row.id,
      object: 'subscription',
      plan: row.plan,
      status: row.status,
      price_cents: priceCents,
      currency: 'usd',
      included_minutes: toMinutes(includedHundredths),
      overage_limit_minutes: row.plan === 'free' ? 0 : toMinutes(row.overageLimitHundredths),
      overage_price_cents_per_minute: overageCentsPerMinute,
      current_period_start: unix(month.startsAt),
      current_period_end: unix(month.endsAt),
      cancel_at_period_end: row.cancelAtPeriodEnd,
      cancel_at: row.cancelAtPeriodEnd && row.pendingFrom !== null ? unix(row.pendingFrom) : null,
      collection_paused: row.collectionPaused,
      pending_plan: row.pendingPlan,
      collection,
      checkout_url: row.checkoutUrl,
      created: unix(row.createdAt),
      metadata: JSON.parse(row.metadata),
    };
  }
}

function unix(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
