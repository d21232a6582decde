import { Controller, Headers, HttpCode, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../platform/http/access/access.js';
import type { ServiceRequest } from '../../platform/http/access/caller.js';
import { RawBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { NotRateLimited } from '../../platform/http/rate-limit/budgets.js';
import { PaymentEventResponse } from '../billing.responses.js';
import { billingErrors } from './payment-errors.js';
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
    summary: 'Receive events from the payment provider',
    description:
      'For Stripe, not for clients: the signature in `Stripe-Signature` is the credential. Each event is ' +
      'processed once, however often and in whatever order it arrives. 400 for a bad signature, 404 without a ' +
      'payment provider.',
  })
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    description: 'Stripe signs the bytes of the body with it.',
    example: 't=1790000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  })
  @ApiBody({
    schema: { type: 'object', additionalProperties: true, description: "One of Stripe's event objects." },
    examples: { paid: { value: { id: 'evt_1', object: 'event', type: 'invoice.paid' } } },
  })
  @ApiOkResponse({ type: PaymentEventResponse, description: 'The event is kept.' })
  @Refuses(billingErrors.badSignature(), billingErrors.notConfigured())
  async receivePaymentEvent(
    @Req() request: ServiceRequest,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<PaymentEventResponse> {
    await this.events.receive(request.rawBody ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
