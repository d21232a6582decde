import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ReviewResponse } from '../../../wire/review.response.js';
import { MAX_COUNTED } from './review-page.js';

@ApiSchema({ name: 'ReviewPage' })
export class ReviewPageResponse {
  @ApiProperty({ type: () => [ReviewResponse], description: 'Newest first.' })
  items: ReviewResponse[];
  @ApiProperty({
    type: 'integer',
    maximum: MAX_COUNTED,
    description: `All that pass the filters; ${MAX_COUNTED} where there are as many or more, and no more are listed: go on with \`created_before\`.`,
    example: 1,
  })
  total: number;
  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}
