import { ApiProperty } from '@nestjs/swagger';
import type { Delivery, DeliveryAttempt } from './delivery-log.js';
import { CALL_EVENTS } from './event-table.js';
import type { SignedRequest } from './sending/signed-request.js';
import type { SendOutcome } from './sending/webhook-sender.js';
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
    description: 'When it was created.',
    example: '2026-11-20T10:00:00.000Z',
  })
  created_at: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'After a rotation: when notifications stop carrying a second signature, by the previous secret. Otherwise null.',
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

export class SignedRequestResponse {
  @ApiProperty({ type: 'string', enum: ['POST'], description: 'Always `POST`.', example: 'POST' })
  method: 'POST';

  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'URL of the receiver.',
    example: 'https://hooks.example.com/calls',
  })
  url: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'By lower-case name: `content-type`, `user-agent`, `webhook-id`, `webhook-timestamp` and `webhook-signature`. The ' +
      'signature is made when it is read, so that its time is within the tolerance of receivers.',
    example: {
      'content-type': 'application/json',
      'user-agent': 'CallAnalysis/1',
      'webhook-id': 'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
  })
  headers: Readonly<Record<string, string>>;

  @ApiProperty({
    type: 'string',
    description: 'The exact text that is signed.',
    example: '{"event":"analysis.completed","id":"evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f"}',
  })
  body: string;

  static of({ method, url, headers, body }: SignedRequest): SignedRequestResponse {
    return { method, url, headers, body: body.toString('utf8') };
  }
}

export class TestWebhookResponse {
  @ApiProperty({
    type: 'string',
    description: 'Its `webhook-id`.',
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
    description: 'URL that received the request, or would have.',
    example: 'https://hooks.example.com/calls',
  })
  url: string;

  @ApiProperty({
    type: 'boolean',
    description:
      'True if the receiver responded with a status from 200 to 299. False with a test key: nothing is sent.',
    example: true,
  })
  delivered: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Status of the response; null if there was none.',
    example: 200,
  })
  status_code: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Milliseconds until the response or the timeout.',
    example: 84,
  })
  duration_ms: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Null if it was accepted or not sent, otherwise an error code as in a delivery attempt.',
    example: null,
  })
  error: string | null;

  @ApiProperty({
    type: () => SignedRequestResponse,
    nullable: true,
    description: 'The signed request, as sent or, with a test key, as it would be sent.',
    example: null,
  })
  request: SignedRequestResponse | null;

  static sent(id: string, outcome: SendOutcome, request: SignedRequest): TestWebhookResponse {
    return {
      id,
      object: 'webhook_test',
      url: request.url,
      delivered: outcome.delivered,
      status_code: outcome.statusCode,
      duration_ms: outcome.durationMs,
      error: outcome.error,
      request: SignedRequestResponse.of(request),
    };
  }

  static notSent(id: string, request: SignedRequest): TestWebhookResponse {
    return {
      id,
      object: 'webhook_test',
      url: request.url,
      delivered: false,
      status_code: null,
      duration_ms: 0,
      error: null,
      request: SignedRequestResponse.of(request),
    };
  }
}

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
    description: 'Status of the response; null if there was none.',
    example: 500,
  })
  status_code: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Milliseconds until the response or the timeout.',
    example: 84,
  })
  duration_ms: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Null if it was accepted. Otherwise an error code: `unsuccessful_status`, `gone`, `redirect_not_followed`, ' +
      '`timeout`, `connection`, `dns`, `tls`, `bad_response`, `bad_url` or `refused_address`.',
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
    description: 'Id of the object.',
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
    enum: [...CALL_EVENTS],
    description: 'Type of the event.',
    example: 'analysis.completed',
  })
  event: string;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'URL of the receiver.',
    example: 'https://hooks.example.com/calls',
  })
  url: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description:
      'The endpoint of the account that it goes to; null for the address that the call or the job names itself.',
    example: null,
  })
  endpoint_id: string | null;

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
    description:
      'When the next attempt is due; in the past while it is being sent, null when no attempt follows or its ' +
      'endpoint is paused.',
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
      endpoint_id: delivery.endpointId,
      status: delivery.status,
      attempts: delivery.attempts.map(WebhookAttemptResponse.of),
      next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
      created: Math.floor(delivery.createdAt.getTime() / 1000),
    };
  }
}

export class WebhookDeliveryWithRequestResponse extends WebhookDeliveryResponse {
  @ApiProperty({
    type: () => SignedRequestResponse,
    nullable: true,
    description:
      'For a `suppressed` delivery: the request that would be sent now. Null for all others, and after the ' +
      'analysis was retried.',
  })
  request: SignedRequestResponse | null;

  static withRequest(delivery: Delivery, request: SignedRequest | null): WebhookDeliveryWithRequestResponse {
    return { ...WebhookDeliveryResponse.of(delivery), request: request && SignedRequestResponse.of(request) };
  }
}

export class WebhookDeliveryPageResponse {
  @ApiProperty({ type: [WebhookDeliveryResponse], description: 'Newest first.' })
  items: WebhookDeliveryResponse[];

  @ApiProperty({ type: 'integer', description: 'All deliveries of the analysis.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
