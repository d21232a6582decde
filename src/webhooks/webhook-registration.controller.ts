import { Body, Controller, Header, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { examplesOf } from '../calls/analysis-examples.js';
import { AnalysisReader } from '../calls/analysis-reader.js';
import { ANALYSIS } from '../calls/results/analysis-references.js';
import { liveObject } from '../platform/database/lock-for-change.js';
import { notFound } from '../platform/errors/api-error.js';
import { ForCaller } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../platform/http/access/caller.js';
import { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { Post } from '../platform/http/idempotency/post.js';
import { Idempotent } from '../platform/http/idempotency/store-response.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { UuidParam } from '../platform/http/validation/path-ids.js';
import { tooManyDeliveries } from './deliveries.service.js';
import { WebhookRegistration } from './webhook-registration.js';
import { RegisterWebhookRequest } from './webhooks.requests.js';

@ApiTags('Analyses')
@Controller('analysis/:id/webhook')
export class WebhookRegistrationController {
  constructor(
    private readonly registration: WebhookRegistration,
    private readonly reader: AnalysisReader,
  ) {}

  @Post()
  @HttpCode(200)
  @ForCaller('analysis:write')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({
    operationId: 'registerWebhook',
    summary: 'Register a webhook for an analysis',
    description:
      'Replaces the URL. If the analysis is already completed, the notification is sent immediately; in test ' +
      'mode it is recorded but never sent. A test key cannot register one for a live analysis.',
  })
  @ApiOkResponse({
    schema: ANALYSIS,
    description: 'The analysis with the new URL.',
    examples: examplesOf('processing'),
  })
  @Refuses(tooManyDeliveries(), liveObject(), notFound('Analysis'))
  async registerWebhook(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Body() { webhook_url: url, webhook_events }: RegisterWebhookRequest,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<string> {
    const webhook = { url, events: webhook_events ?? null };
    if (!idempotent?.created) await this.registration.register(caller, id, webhook, idempotent);
    return this.reader.getJson(caller.accountId, id);
  }
}
