import { Body, Controller, Get, Header, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Config } from '../platform/config/config.js';
import { ForCaller, Public } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../platform/http/access/caller.js';
import { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { Post } from '../platform/http/idempotency/post.js';
import { Idempotent, ResponseStore, type StoreResponse } from '../platform/http/idempotency/store-response.js';
import { Refuses, Standalone } from '../platform/http/openapi/refuses.js';
import { Payments } from '../ports/payments.js';
import {
  CancelSubscriptionRequest,
  CreateSubscriptionRequest,
  UpdateSubscriptionRequest,
  UsageHistoryQuery,
} from './billing.requests.js';
import { CustomerPortalResponse } from './billing.responses.js';
import type { SubscriptionRow } from './periods/subscription-rows.js';
import { PlanListResponse } from './plan.responses.js';
import { billingErrors } from './subscriptions/payment-errors.js';
import { SubscriptionResponse } from './subscriptions/subscription.response.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import {
  UsageHistoryResponse,
  UsagePeriodResponse,
  UsageRecordResponse,
  UsageSummaryResponse,
} from './usage/usage.responses.js';
import { UsageService } from './usage/usage.service.js';

@ApiTags('Billing')
@Controller('billing')
export class BillingController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly usage: UsageService,
    private readonly payments: Payments,
    private readonly config: Config,
  ) {}

  @Get('plans')
  @Public()
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({
    operationId: 'listPlans',
    summary: 'List the plans',
    description: 'Plans and prices. Needs no credentials; may be cached for five minutes.',
  })
  @ApiOkResponse({ type: PlanListResponse, description: 'The three plans.' })
  @Standalone()
  listPlans(): PlanListResponse {
    return PlanListResponse.of(this.config);
  }

  @Get('subscription')
  @ForCaller('billing:read')
  @ApiOperation({
    operationId: 'getSubscription',
    summary: 'Get the subscription',
    description: 'Every account has one, initially free. Without a payment provider `collection` is `none`.',
  })
  @ApiOkResponse({ type: SubscriptionResponse, description: 'The subscription.' })
  async getSubscription(@CurrentCaller() caller: Caller): Promise<SubscriptionResponse> {
    return this.answer(await this.subscriptions.get(caller.accountId));
  }

  @Post('subscription')
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'createSubscription',
    summary: 'Subscribe to a paid plan',
    description:
      'The status is `incomplete` until the payment provider confirms the payment made at `checkout_url`; ' +
      'repeating the request returns the same open checkout. Without a payment provider the plan starts ' +
      'immediately and nothing is charged. Minutes already used in this period still count. 400 if a paid plan ' +
      'is active.',
  })
  @ApiCreatedResponse({
    type: SubscriptionResponse,
    description: 'The subscription; `checkout_url`, if there is one, is where the customer pays.',
  })
  @Refuses(
    billingErrors.alreadyPaid(),
    billingErrors.unpaid(),
    billingErrors.providerAway(null),
    billingErrors.unreadable(),
  )
  async createSubscription(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateSubscriptionRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<SubscriptionResponse> {
    const order = { ...request.newSubscription(), effectId: idempotent?.effectId ?? null };
    return this.answer(await this.subscriptions.subscribe(caller.accountId, order, storeResponse(this.answer)));
  }

  @Post('subscription/update')
  @HttpCode(200)
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'updateSubscription',
    summary: 'Change the plan or the overage limit',
    description:
      'An upgrade takes effect immediately and the difference is charged; a downgrade is shown as `pending_plan` ' +
      'and takes effect at the end of the period. Omitted members do not change. 400 on the free plan.',
  })
  @ApiOkResponse({ type: SubscriptionResponse, description: 'The subscription as it now is.' })
  @Refuses(
    billingErrors.onFree('update'),
    billingErrors.unpaid(),
    billingErrors.providerAway(null),
    billingErrors.unreadable(),
  )
  async updateSubscription(
    @CurrentCaller() caller: Caller,
    @Body() request: UpdateSubscriptionRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<SubscriptionResponse> {
    return this.answer(
      await this.subscriptions.update(caller.accountId, request.changes(), storeResponse(this.answer)),
    );
  }

  @Post('subscription/cancel')
  @HttpCode(200)
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'cancelSubscription',
    summary: 'Cancel the paid plan',
    description: 'Needs no body. The free plan follows: at the end of the period, or at once. 400 on the free plan.',
  })
  @ApiOkResponse({ type: SubscriptionResponse, description: 'The subscription as it now is.' })
  @Refuses(billingErrors.onFree('cancel'), billingErrors.providerAway(null), billingErrors.unreadable())
  async cancelSubscription(
    @CurrentCaller() caller: Caller,
    @Body() { at_period_end }: CancelSubscriptionRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<SubscriptionResponse> {
    const wanted = { atPeriodEnd: at_period_end, resumed: idempotent?.resumed ?? false };
    return this.answer(await this.subscriptions.cancel(caller.accountId, wanted, storeResponse(this.answer)));
  }

  @Get('usage')
  @ForCaller('billing:read')
  @ApiOperation({
    operationId: 'getUsage',
    summary: 'Get the usage of the current period',
    description: 'A test key reads the test allowance.',
  })
  @ApiOkResponse({ type: UsageSummaryResponse, description: 'Minutes and amounts of the period.' })
  async getUsage(@CurrentCaller() { accountId, livemode }: Caller): Promise<UsageSummaryResponse> {
    return UsageSummaryResponse.of(await this.usage.current(accountId, livemode), this.payments.collection);
  }

  @Get('history')
  @ForCaller('billing:read')
  @ApiOperation({
    operationId: 'getUsageHistory',
    summary: 'Get the usage history',
    description:
      'Newest first: one item for each period, or one for each billed analysis. A test key reads the test allowance.',
  })
  @ApiOkResponse({ type: UsageHistoryResponse, description: 'One page of months, or of single records.' })
  async getUsageHistory(
    @CurrentCaller() { accountId, livemode }: Caller,
    @Query() { view, skip, limit }: UsageHistoryQuery,
  ): Promise<UsageHistoryResponse> {
    if (view === 'records') {
      const { items, total } = await this.usage.recordsOf(accountId, livemode, { skip, limit });
      return { items: items.map(UsageRecordResponse.of), total, skip, limit };
    }
    const { items, total } = await this.usage.periodsOf(accountId, livemode, { skip, limit });
    return { items: items.map(UsagePeriodResponse.of), total, skip, limit };
  }

  @Get('customer-portal')
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'getCustomerPortal',
    summary: "Get the payment provider's customer portal",
    description: 'Invoices and means of payment. 404 without a payment provider, and before the first checkout.',
  })
  @ApiOkResponse({ type: CustomerPortalResponse, description: 'The address of the payment provider’s page.' })
  @Refuses(billingErrors.noCustomer(), billingErrors.notConfigured(), billingErrors.providerAway(null))
  async getCustomerPortal(@CurrentCaller() { accountId }: Caller): Promise<CustomerPortalResponse> {
    return { object: 'customer_portal', url: await this.subscriptions.portalUrl(accountId) };
  }

  private readonly answer = (subscription: SubscriptionRow): SubscriptionResponse =>
    SubscriptionResponse.of(subscription, this.config, this.payments.collection);
}
