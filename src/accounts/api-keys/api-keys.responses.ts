import { ApiProperty } from '@nestjs/swagger';
import { KEY_SCOPES, type KeyScope } from '../../access/scopes.js';
import type { ApiKeyEntity } from './api-key.entity.js';
import type { CreatedApiKey } from './api-keys.service.js';

export class ApiKeyResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the key.',
    example: '9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42',
  })
  id: string;

  @ApiProperty({ enum: ['api_key'], description: 'Always `api_key`.', example: 'api_key' })
  object: 'api_key';

  @ApiProperty({ description: 'Name given by the client.', example: 'Nightly import' })
  name: string;

  @ApiProperty({ description: 'The first characters of the key, to tell keys apart.', example: 'sk_live_AbC1' })
  key_prefix: string;

  @ApiProperty({ description: 'False for a test key.', example: true })
  livemode: boolean;

  @ApiProperty({ enum: KEY_SCOPES, isArray: true, description: 'Scopes of the key.', example: [...KEY_SCOPES] })
  scopes: KeyScope[];

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The member who made it; null for a key of the account itself.',
    example: '2b8f7c1e-6d0a-4c53-9e14-8a7f3d5b9c60',
  })
  created_by: string | null;

  @ApiProperty({ format: 'date-time', description: 'ISO 8601.', example: '2026-11-20T10:00:00.000Z' })
  created_at: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'ISO 8601, to the minute; null before the first use.',
    example: null,
  })
  last_used_at: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Program that used it last: the first product of its `User-Agent`. Null if it names none, and before the ' +
      'first use. No address is stored.',
    example: null,
  })
  last_used_by: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: "The client's own data, returned unchanged.",
    example: { owner: 'ops' },
  })
  metadata: Record<string, unknown>;

  static of(key: ApiKeyEntity): ApiKeyResponse {
    return {
      id: key.id,
      object: 'api_key',
      name: key.name,
      key_prefix: key.keyPrefix,
      livemode: key.livemode,
      scopes: key.scopes,
      created_by: key.createdBy,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      last_used_by: key.lastUsedBy,
      metadata: JSON.parse(key.metadata),
    };
  }
}

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

export class ApiKeyPageResponse {
  @ApiProperty({ type: [ApiKeyResponse], description: 'Newest first.' })
  items: ApiKeyResponse[];

  @ApiProperty({ type: 'integer', description: 'All keys that are not revoked.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of items skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Number of items requested.', example: 20 })
  limit: number;
}

export class DeletedApiKeyResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the key.',
    example: '9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42',
  })
  id: string;

  @ApiProperty({ enum: ['api_key'], description: 'Always `api_key`.', example: 'api_key' })
  object: 'api_key';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}
