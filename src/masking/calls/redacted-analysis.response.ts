// The answer to a request to mask a stored call.
import { ApiProperty } from '@nestjs/swagger';
import { CompletedAnalysisResponse } from '../../calls/results/analysis-states.response.js';
import type { DeliveredBefore } from '../../webhooks/delivered-before.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../webhooks/event-table.js';

export class DeliveredBeforeResponse {
  @ApiProperty({
    type: 'string',
    enum: WEBHOOK_EVENTS,
    description: 'Type of the event.',
    example: 'analysis.completed',
  })
  event: WebhookEvent;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'URL of the receiver.',
    example: 'https://example.com/webhooks/calls',
  })
  url: string;
  @ApiProperty({ type: 'integer', description: 'When it was delivered; Unix seconds.', example: 1790000010 })
  delivered_at: number;
}

export class RedactedAnalysisResponse extends CompletedAnalysisResponse {
  @ApiProperty({
    type: () => [DeliveredBeforeResponse],
    description:
      'Notifications of the call and its evaluations that were delivered before it was masked, latest first, up ' +
      'to 100: their content cannot be recalled.',
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
