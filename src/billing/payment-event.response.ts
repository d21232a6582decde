import { ApiProperty } from '@nestjs/swagger';

export class PaymentEventResponse {
  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true: the event is kept.', example: true })
  received: true;
}
