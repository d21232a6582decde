import { Body, Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { notFound } from '../platform/errors/api-error.js';
import { ForCaller } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../platform/http/access/caller.js';
import { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { Post } from '../platform/http/idempotency/post.js';
import { Idempotent, ResponseStore, type StoreResponse } from '../platform/http/idempotency/store-response.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { SampleEvent, sampleOfLiveMode } from './samples/sample-event.service.js';
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
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'getWebhookSecret',
    summary: 'Get the signing secret',
    description: 'The one secret that signs every notification of this account.',
  })
  @ApiOkResponse({ type: WebhookSecretResponse, description: 'The signing secret.' })
  async getWebhookSecret(@CurrentCaller() caller: Caller): Promise<WebhookSecretResponse> {
    return WebhookSecretResponse.of(await this.secrets.get(caller.accountId));
  }

  @Post('secret/rotate')
  @HttpCode(200)
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the signing secret',
    description:
      'For 24 hours notifications carry two signatures, with the new and the previous secret, so that receivers ' +
      'can switch without losing any. Another rotation within that time ends the older secret immediately.',
  })
  @ApiOkResponse({ type: WebhookSecretResponse, description: 'The new signing secret.' })
  async rotateWebhookSecret(
    @CurrentCaller() caller: Caller,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<WebhookSecretResponse> {
    return WebhookSecretResponse.of(await this.secrets.rotate(caller, storeResponse(WebhookSecretResponse.of)));
  }

  @Post('test')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends one signed event to the URL and returns the response: with a sample analysis, or with the one in ' +
      '`analysis_id`. Its `livemode` is false. It is not stored and not retried. `request` is what was sent. ' +
      'With a test key nothing is sent: `request` is what would have been sent, `delivered` is false and ' +
      '`status_code` null.',
  })
  @ApiOkResponse({ type: TestWebhookResponse, description: 'Response of the receiver to the test event.' })
  @Refuses(sampleOfLiveMode(), notFound('Analysis'))
  async testWebhook(
    @CurrentCaller() caller: Caller,
    @Body() { webhook_url, url, event, analysis_id }: TestWebhookRequest,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<TestWebhookResponse> {
    const urlField = url === webhook_url ? 'url' : 'webhook_url';
    const wanted = { url: webhook_url, urlField, event, analysisId: analysis_id ?? null };
    const sample = await this.sample.make(caller, wanted, idempotent?.effectId);
    if (!caller.livemode) return TestWebhookResponse.notSent(sample.id, this.sample.show(sample, new Date()));
    const outcome = await this.sample.send(caller, sample);
    return TestWebhookResponse.sent(sample.id, outcome, this.sample.show(sample, outcome.at));
  }
}
