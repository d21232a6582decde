// A page of corrections. wire/correction.response.ts has the object itself.
import { ApiProperty } from '@nestjs/swagger';
import { CorrectionResponse } from '../../../wire/correction.response.js';

export class CorrectionPageResponse {
  @ApiProperty({ type: () => [CorrectionResponse], description: 'Newest first.' })
  items: CorrectionResponse[];
  @ApiProperty({ type: 'integer', description: 'All corrections of the analysis.', example: 1 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
