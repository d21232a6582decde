import { KEY_SCOPES, type KeyScope, UNASKED_SCOPES } from '../../access/scopes.js';
import { CustomMetadata } from '../../platform/http/validation/custom-metadata.js';
import { OneOf, SomeOf, Text, Whole } from '../../platform/http/validation/fields.js';
import type { NewApiKey } from './api-keys.service.js';

export class CreateApiKeyRequest {
  @Text({ max: 100, trim: true, description: 'Name.', example: 'Nightly import' })
  name: string;

  @OneOf(['live', 'test'], {
    default: 'live',
    description: 'A test key runs everything, but charges nothing and sends nothing.',
    example: 'live',
  })
  mode: 'live' | 'test';

  @SomeOf(KEY_SCOPES, {
    default: UNASKED_SCOPES,
    description:
      'Permissions of the key. `settings:write`, `recordings:original` and `data:govern` must be requested by name.',
    example: ['analysis:read'],
  })
  scopes: KeyScope[];

  @CustomMetadata()
  metadata?: Record<string, unknown> | null;

  newApiKey(): NewApiKey {
    return {
      name: this.name,
      livemode: this.mode === 'live',
      scopes: this.scopes,
      metadata: this.metadata ?? {},
    };
  }
}

export class ApiKeyPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items to return.', example: 20 })
  limit: number;
}
