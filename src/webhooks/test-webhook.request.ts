import { HttpUrl } from '../platform/http/validation/fields.js';

export class TestWebhookRequest {
  @HttpUrl({ description: 'Where the sample goes.', example: 'https://hooks.example.com/calls' })
  url: string;
}
