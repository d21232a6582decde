import { ApiProperty } from '@nestjs/swagger';
import type { Delivery, DeliveryAttempt } from './deliveries.service.js';

export class WebhookAttemptResponse {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it was sent.',
    example: '2026-11-20T10:00:01.000Z',
  })
  at: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The status that came back; null when no answer came.',
    example: 500,
  })
  status_code: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Milliseconds until the answer, or until it was given up.',
    example: 84,
  })
  duration_ms: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Null when it was taken. Otherwise one word: `unsuccessful_status`, `gone`, `redirect_not_followed`, `timeout`, ' +
      '`connection`, `dns`, `tls`, `bad_response`, `bad_url` or `refused_address`.',
    example: 'unsuccessful_status',
  })
  error: string | null;

  static of({ at, statusCode, durationMs, error }: DeliveryAttempt): WebhookAttemptResponse {
    return { at: at.toISOString(), status_code: statusCode, duration_ms: durationMs, error };
  }
}

export class WebhookDeliveryResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Its id.',
    example: '7d1f1c5a-3c0e-4b0f-9a4e-2b7f7b0a1c9d',
  })
  id: string;

  @ApiProperty({
    type: 'string',
    enum: ['webhook_delivery'],
    description: 'Always `webhook_delivery`.',
    example: 'webhook_delivery',
  })
  object: 'webhook_delivery';

  @ApiProperty({
    type: 'string',
    enum: ['analysis.completed', 'analysis.failed'],
    description: 'What is told.',
    example: 'analysis.completed',
  })
  event: string;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Where it goes.',
    example: 'https://hooks.example.com/calls',
  })
  url: string;

  @ApiProperty({
    type: 'string',
    enum: ['pending', 'delivered', 'failed', 'suppressed'],
    description:
      '`suppressed`: recorded in test mode, never sent. `failed`: no attempt is left, or the receiver answered 410.',
    example: 'pending',
  })
  status: string;

  @ApiProperty({ type: [WebhookAttemptResponse], description: 'Oldest first.' })
  attempts: WebhookAttemptResponse[];

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it is due to be sent; past while it is being sent, and null once it is over.',
    example: '2026-11-20T10:05:01.000Z',
  })
  next_attempt_at: string | null;

  @ApiProperty({ type: 'integer', description: 'Unix time in seconds.', example: 1790000000 })
  created: number;

  static of(delivery: Delivery): WebhookDeliveryResponse {
    return {
      id: delivery.id,
      object: 'webhook_delivery',
      event: delivery.event,
      url: delivery.url,
      status: delivery.status,
      attempts: delivery.attempts.map(WebhookAttemptResponse.of),
      next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
      created: Math.floor(delivery.createdAt.getTime() / 1000),
    };
  }
}
