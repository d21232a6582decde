import { Body, Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForCaller, ForToken } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../platform/http/access/caller.js';
import { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { Post } from '../platform/http/idempotency/post.js';
import { AnswerStore, Idempotent, type StoreAnswer } from '../platform/http/idempotency/store-answer.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { noWebhooksInTestMode } from './deliveries.service.js';
import { SampleEvent } from './sample-event.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { TestWebhookRequest } from './webhooks.requests.js';
import { TestWebhookResponse, WebhookSecretResponse } from './webhooks.responses.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly sample: SampleEvent,
  ) {}

  @Get('secret')
  @ForToken()
  @ApiOperation({
    operationId: 'getWebhookSecret',
    summary: 'Read the signing secret',
    description: 'The one secret that signs every notification of this account.',
  })
  @ApiOkResponse({ type: WebhookSecretResponse, description: 'The signing secret.' })
  async getWebhookSecret(@CurrentCaller() caller: Caller): Promise<WebhookSecretResponse> {
    return WebhookSecretResponse.of(await this.secrets.get(caller.accountId));
  }

  @Post('secret/rotate')
  @HttpCode(200)
  @ForToken()
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the signing secret',
    description:
      'For 24 hours notifications carry two signatures, by the new secret and by the one before, so that receivers can ' +
      'change over without losing any. A further rotation within that time ends the older secret at once.',
  })
  @ApiOkResponse({ type: WebhookSecretResponse, description: 'The new signing secret.' })
  async rotateWebhookSecret(
    @CurrentCaller() caller: Caller,
    @AnswerStore() storeAnswer: StoreAnswer,
  ): Promise<WebhookSecretResponse> {
    return WebhookSecretResponse.of(await this.secrets.rotate(caller.accountId, storeAnswer(WebhookSecretResponse.of)));
  }

  @Post('test')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a signed sample',
    description:
      'Sends one made-up `analysis.completed` to the URL, signed like every notification, and tells what came back. ' +
      'It is not recorded and not repeated. Test keys send nothing and get 403.',
  })
  @ApiOkResponse({ type: TestWebhookResponse, description: 'What the receiver answered to the sample event.' })
  @Refuses(noWebhooksInTestMode())
  async testWebhook(
    @CurrentCaller() caller: Caller,
    @Body() { url }: TestWebhookRequest,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<TestWebhookResponse> {
    if (!caller.livemode) throw noWebhooksInTestMode();
    const { id, outcome } = await this.sample.send(caller.accountId, url, idempotent?.effectId);
    return TestWebhookResponse.of(id, url, outcome);
  }
}
