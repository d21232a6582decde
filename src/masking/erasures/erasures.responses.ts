import { ApiProperty } from '@nestjs/swagger';
import { ErasureResponse } from '../../wire/erasure.response.js';

export class ErasurePageResponse {
  @ApiProperty({ type: [ErasureResponse], description: 'Newest first.' })
  items: ErasureResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of erasures.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
