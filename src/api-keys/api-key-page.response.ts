import { ApiProperty } from '@nestjs/swagger';
import { ApiKeyResponse } from './api-key.response.js';

export class ApiKeyPageResponse {
  @ApiProperty({ type: [ApiKeyResponse], description: 'Newest first.' })
  items: ApiKeyResponse[];

  @ApiProperty({ type: 'integer', description: 'All keys that are not revoked.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}
