import { HttpUrl, OneOf, SomeOf, Uuid, Whole } from '../platform/http/validation/fields.js';
import { CALL_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from './event-table.js';

export class RegisterWebhookRequest {
  @HttpUrl({ description: 'URL that receives the notification.', example: 'https://example.com/hooks/calls' })
  webhook_url: string;

  @SomeOf(CALL_EVENTS, {
    description: 'Events to be notified of; if omitted, unchanged.',
    example: ['analysis.completed', 'analysis.failed'],
    optional: true,
  })
  webhook_events?: string[] | null;
}

export class TestWebhookRequest {
  @HttpUrl({ description: 'URL that receives the test event.', example: 'https://hooks.example.com/calls' })
  webhook_url: string;

  @HttpUrl({
    description: 'Former name of `webhook_url`: either is enough; if both are given, they must be equal.',
    example: 'https://hooks.example.com/calls',
    optional: true,
    aliasOf: 'webhook_url',
    deprecated: true,
  })
  url?: string | null;

  @OneOf(WEBHOOK_EVENTS, {
    description: 'The event of the sample.',
    example: 'analysis.completed',
    default: 'analysis.completed',
  })
  event: WebhookEvent;

  @Uuid({
    description:
      'The analysis to send; its status must match the event. For `evaluation.completed` its newest completed ' +
      'evaluation; not for `rescore.completed`, `redaction.completed`, `export.completed` and batch events. If ' +
      'omitted, a sample analysis.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
    optional: true,
  })
  analysis_id?: string | null;
}

export class WebhookDeliveryPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
