import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../platform/http/access.js';
import { RawBody } from '../platform/http/body.guard.js';
import type { ServiceRequest } from '../platform/http/caller.js';
import { NotRateLimited } from '../platform/http/rate-limit/budgets.js';
import { PaymentEventResponse } from './payment-event.response.js';
import { PaymentEvents } from './payment-events.service.js';

@ApiTags('Billing')
@Controller('webhooks/stripe')
export class PaymentEventsController {
  constructor(private readonly events: PaymentEvents) {}

  @Post()
  @HttpCode(200)
  @Public()
  @NotRateLimited()
  @RawBody()
  @ApiOperation({
    operationId: 'receivePaymentEvent',
    summary: "Take in the payment provider's events",
    description:
      'For Stripe, not for clients: the signature in `Stripe-Signature` is the credential. An event is worked on once, ' +
      'however often and in whatever order it comes. 400 for a bad signature, 404 without a payment provider.',
  })
  @ApiOkResponse({ type: PaymentEventResponse })
  async receivePaymentEvent(
    @Req() request: ServiceRequest,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<PaymentEventResponse> {
    await this.events.receive(request.rawBody ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
