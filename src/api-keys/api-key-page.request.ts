import { Whole } from '../platform/http/validation/fields.js';

export class ApiKeyPageRequest {
  @Whole({ min: 0, default: 0, description: 'How many to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}
