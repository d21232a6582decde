import { ApiProperty } from '@nestjs/swagger';
import type { SendOutcome } from './webhook-sender.js';

export class TestWebhookResponse {
  @ApiProperty({
    type: 'string',
    description: 'The `webhook-id` that was sent.',
    example: 'evt_test_5f0c8a4c7d7e4f0c9d3b2a1908f7e6d5',
  })
  id: string;

  @ApiProperty({
    type: 'string',
    enum: ['webhook_test'],
    description: 'Always `webhook_test`.',
    example: 'webhook_test',
  })
  object: 'webhook_test';

  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Where it went.',
    example: 'https://hooks.example.com/calls',
  })
  url: string;

  @ApiProperty({
    type: 'boolean',
    description: 'True when the receiver answered with a status from 200 to 299.',
    example: true,
  })
  delivered: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The status that came back; null when no answer came.',
    example: 200,
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
    description: 'Null when it was taken, otherwise one of the words of a delivery attempt.',
    example: null,
  })
  error: string | null;

  static of(id: string, url: string, outcome: SendOutcome): TestWebhookResponse {
    return {
      id,
      object: 'webhook_test',
      url,
      delivered: outcome.delivered,
      status_code: outcome.statusCode,
      duration_ms: outcome.durationMs,
      error: outcome.error,
    };
  }
}
