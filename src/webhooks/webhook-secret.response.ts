import { ApiProperty } from '@nestjs/swagger';
import type { WebhookSecret } from './webhook-secrets.service.js';

export class WebhookSecretResponse {
  @ApiProperty({
    type: 'string',
    enum: ['webhook_secret'],
    description: 'Always `webhook_secret`.',
    example: 'webhook_secret',
  })
  object: 'webhook_secret';

  @ApiProperty({
    type: 'string',
    description: 'Verifies the signature of every notification of this account, by Standard Webhooks.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0ZzXQ9k4N1M=',
  })
  secret: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it was made.',
    example: '2026-11-20T10:00:00.000Z',
  })
  created_at: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'After a rotation: until when notifications also carry a signature by the secret before. Otherwise null.',
    example: '2026-11-21T10:00:00.000Z',
  })
  previous_expires_at: string | null;

  static of({ secret, createdAt, previousUntil }: WebhookSecret): WebhookSecretResponse {
    return {
      object: 'webhook_secret',
      secret,
      created_at: createdAt.toISOString(),
      previous_expires_at: previousUntil?.toISOString() ?? null,
    };
  }
}
