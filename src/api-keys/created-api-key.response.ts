import { ApiProperty } from '@nestjs/swagger';
import { ApiKeyResponse } from './api-key.response.js';
import type { CreatedApiKey } from './api-keys.service.js';

export class CreatedApiKeyResponse extends ApiKeyResponse {
  @ApiProperty({
    description: 'The secret. It is shown here and never again.',
    example: 'sk_live_AbC1x9TQ0mZr4VbKf27LsYwE8uHdJpN3cGtXo6iRqaMWnB51kUe',
  })
  key: string;

  static withSecret({ key, secret }: CreatedApiKey): CreatedApiKeyResponse {
    return { ...ApiKeyResponse.of(key), key: secret };
  }
}
