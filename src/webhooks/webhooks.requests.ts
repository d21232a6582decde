import { HttpUrl, OneOf, SomeOf, Uuid, Whole } from '../platform/http/validation/fields.js';
import { CALL_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from './event-table.js';

export class RegisterWebhookRequest {
  @HttpUrl({ description: 'Where the notification goes.', example: 'https://example.com/hooks/calls' })
  webhook_url: string;

  @SomeOf(CALL_EVENTS, {
    description: 'Events to be notified of; those asked for before where it is left out.',
    example: ['analysis.completed', 'analysis.failed'],
    optional: true,
  })
  webhook_events?: string[] | null;
}

export class TestWebhookRequest {
  @HttpUrl({ description: 'Where the sample goes.', example: 'https://hooks.example.com/calls' })
  webhook_url: string;

  @HttpUrl({
    description: 'The former name of `webhook_url`: one of the two is enough, and both given must be the same.',
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
      'The analysis that the sample carries; it must be in the state that the event tells of. For `evaluation.completed` the ' +
      'newest completed evaluation of it; `rescore.completed`, `redaction.completed`, `export.completed` and those of batches take none. ' +
      'Left out, a made-up one.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
    optional: true,
  })
  analysis_id?: string | null;
}

export class WebhookDeliveryPageRequest {
  @Whole({ min: 0, default: 0, description: 'How many to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}
