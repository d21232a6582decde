import { ApiProperty } from '@nestjs/swagger';

export class CustomerPortalResponse {
  @ApiProperty({ enum: ['customer_portal'], description: 'Always `customer_portal`.', example: 'customer_portal' })
  object: 'customer_portal';

  @ApiProperty({
    format: 'uri',
    description:
      "The payment provider's page for invoices and means of payment. Valid for a short while; keep it secret.",
    example: 'https://billing.stripe.com/p/session/test_YWNjdF8x',
  })
  url: string;
}

export class PaymentEventResponse {
  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true: the event is kept.', example: true })
  received: true;
}
