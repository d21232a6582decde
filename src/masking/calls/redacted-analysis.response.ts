// The answer to a request to mask a stored call.
import { ApiProperty } from '@nestjs/swagger';
import { CompletedAnalysisResponse } from '../../calls/results/analysis-states.response.js';
import type { DeliveredBefore } from '../../webhooks/delivered-before.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../webhooks/event-table.js';

export class DeliveredBeforeResponse {
  @ApiProperty({ type: 'string', enum: WEBHOOK_EVENTS, description: 'What it told of.', example: 'analysis.completed' })
  event: WebhookEvent;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Where it went.',
    example: 'https://example.com/webhooks/calls',
  })
  url: string;
  @ApiProperty({ type: 'integer', description: 'When it was taken; Unix seconds.', example: 1790000010 })
  delivered_at: number;
}

export class RedactedAnalysisResponse extends CompletedAnalysisResponse {
  @ApiProperty({
    type: () => [DeliveredBeforeResponse],
    description:
      'The notifications of the call and of its evaluations that had been delivered before it was masked, the latest first, up to a ' +
      'hundred: what they hold cannot be called back.',
  })
  delivered_before: DeliveredBeforeResponse[];
}

export function shownDeliveries(delivered: readonly DeliveredBefore[]): DeliveredBeforeResponse[] {
  return delivered.map(({ event, url, deliveredAt }) => ({
    event,
    url,
    delivered_at: Math.floor(deliveredAt.getTime() / 1000),
  }));
}
