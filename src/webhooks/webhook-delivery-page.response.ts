import { ApiProperty } from '@nestjs/swagger';
import { WebhookDeliveryResponse } from './webhook-delivery.response.js';

export class WebhookDeliveryPageResponse {
  @ApiProperty({ type: [WebhookDeliveryResponse], description: 'Newest first.' })
  items: WebhookDeliveryResponse[];

  @ApiProperty({ type: 'integer', description: 'All deliveries of the analysis.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}
