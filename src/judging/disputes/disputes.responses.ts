import { ApiProperty } from '@nestjs/swagger';
import { DisputeResponse } from '../../wire/dispute.response.js';

export class DisputePageResponse {
  @ApiProperty({ type: () => [DisputeResponse], description: 'Newest first.' })
  items: DisputeResponse[];

  @ApiProperty({ type: 'integer', description: 'All disputes that pass the filters.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
