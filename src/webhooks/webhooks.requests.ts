import { HttpUrl, SomeOf, Whole } from '../platform/http/validation/fields.js';
import { WEBHOOK_EVENTS } from './webhook-events.js';

export class RegisterWebhookRequest {
  @HttpUrl({ description: 'Where the notification goes.', example: 'https://example.com/hooks/calls' })
  webhook_url: string;

  @SomeOf(WEBHOOK_EVENTS, {
    description: 'Events to be notified of; those asked for before where it is left out.',
    example: ['analysis.completed', 'analysis.failed'],
    optional: true,
  })
  webhook_events?: string[] | null;
}

export class TestWebhookRequest {
  @HttpUrl({ description: 'Where the sample goes.', example: 'https://hooks.example.com/calls' })
  url: string;
}

export class WebhookDeliveryPageRequest {
  @Whole({ min: 0, default: 0, description: 'How many to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}
