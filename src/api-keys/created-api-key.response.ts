import { ApiProperty } from '@nestjs/swagger';
import type { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeyResponse } from './api-key.response.js';

export class CreatedApiKeyResponse extends ApiKeyResponse {
  @ApiProperty({
    description: 'The secret. It is shown here and never again.',
    example: 'sk_live_AbC1x9TQ0mZr4VbKf27LsYwE8uHdJpN3cGtXo6iRqaMWnB51kUe',
  })
  key: string;

  static withSecret(key: ApiKeyEntity, secret: string): CreatedApiKeyResponse {
    return { ...ApiKeyResponse.of(key), key: secret };
  }
}
