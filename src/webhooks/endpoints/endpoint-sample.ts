// A signed sample for an endpoint, on request.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { WebhookEvent } from '../event-table.js';
import { SampleEvent } from '../samples/sample-event.service.js';
import { thinEventBody } from '../sending/event-body.js';
import { signRequest } from '../sending/signed-request.js';
import { WebhookSender } from '../sending/webhook-sender.js';
import { TestWebhookResponse } from '../webhooks.responses.js';
import type { Payload } from './endpoint.js';
import { EndpointSecrets, SEALED_SECRETS, type SealedSecrets } from './endpoint-secrets.js';
import { endpointNotFound } from './endpoints.service.js';

interface SampledEndpoint extends SealedSecrets {
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: Payload;
}

@Injectable()
export class EndpointSample {
  constructor(
    private readonly dataSource: DataSource,
    private readonly samples: SampleEvent,
    private readonly secrets: EndpointSecrets,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * @param effectId the same for repeats of one request, so that a receiver that gets the sample twice can drop the second
   * @throws ApiError 403 for a live endpoint and a test key; 404
   */
  async send(caller: Caller, endpointId: string, event: WebhookEvent, effectId?: string): Promise<TestWebhookResponse> {
    const { accountId } = caller;
    const endpoint = await queryRow<SampledEndpoint>(this.dataSource, SAMPLED, [endpointId, accountId]);
    if (!endpoint) throw endpointNotFound();
    refuseTestKey(caller, endpoint);
    const { url, payload, livemode } = endpoint;
    const { head, body } = await this.samples.madeUp(caller, { url, event }, effectId);
    const made = payload === 'thin' ? thinEventBody(head, JSON.parse(body.toString()).data.id) : body;
    const sample = { url, id: head.id, body: made, secrets: this.secrets.openAll(endpointId, endpoint) };
    if (!livemode) return TestWebhookResponse.notSent(head.id, signRequest(sample, new Date()));
    const outcome = await this.sender.send(accountId, sample);
    return TestWebhookResponse.sent(head.id, outcome, signRequest(sample, outcome.at));
  }
}

const SAMPLED = `SELECT e.url, e.livemode, e.payload, ${SEALED_SECRETS}
  FROM webhook_endpoint e WHERE e.id = $1 AND e.account_id = $2 AND e.deleted_at IS NULL`;
