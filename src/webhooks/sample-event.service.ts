// Sends one signed sample event, so that clients can try a receiver before they have a call. It is neither recorded nor retried.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalid } from '../platform/errors/api-error.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { eventBody } from './event-body.js';
import { makeSampleAnalysis } from './sample-analysis.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type SendOutcome, WebhookSender } from './webhook-sender.js';

@Injectable()
export class SampleEvent {
  constructor(
    private readonly door: OutboundDoor,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * @param eventId the same for repeats of one request, so that a receiver that gets the sample twice can drop the second
   * @throws ApiError 422 when the URL may not be used
   */
  async send(
    accountId: string,
    url: string,
    eventId = randomUUID().replaceAll('-', ''),
  ): Promise<{ id: string; outcome: SendOutcome }> {
    const fault = this.door.check(url, { livemode: true });
    if (fault) throw invalid([{ type: fault.type, loc: ['body', 'url'], msg: fault.msg }]);
    const id = `evt_test_${eventId}`;
    const createdAt = new Date();
    const head = { event: 'analysis.completed', id, createdAt, livemode: false } as const;
    const body = eventBody(head, makeSampleAnalysis(url, createdAt));
    const secrets = await this.secrets.getForSigning(accountId);
    const outcome = await this.sender.send({ accountId, url, id, body, secrets });
    return { id, outcome };
  }
}
