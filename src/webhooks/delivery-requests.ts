// Reads one delivery with the request that test mode did not send, so that a client can feed it to the receiver under test.
//
// Of a live delivery no request is shown: a signature that is valid now would let a key that may only read send this event to
// the receiver again. Answers with a signature may be compressed: it is another one at each second, so none can be guessed
// from the lengths of several answers.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ANALYSIS_FACTS_COLUMNS, type AnalysisFacts } from '../calls/analysis-json.js';
import { queryRow } from '../platform/database/sql.js';
import { Deliveries } from './deliveries.service.js';
import type { Delivery } from './delivery-log.js';
import type { Payload } from './endpoints/endpoint.js';
import { EndpointSecrets, SEALED_SECRETS } from './endpoints/endpoint-secrets.js';
import { readSubjects, type SubjectColumns, subjectOf } from './event-subjects.js';
import { MAY_SEND_AGAIN, tellsOfDispute } from './event-table.js';
import { eventBody, textEventBody, thinEventBody } from './sending/event-body.js';
import { type DetailColumns, readDetails } from './sending/event-details.js';
import { type SignedRequest, signRequest } from './sending/signed-request.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

interface DeliveryColumns extends SubjectColumns, DetailColumns {
  readonly event_id: string;
  readonly url: string;
  readonly delivery_livemode: boolean;
  readonly recorded_at: Date;
  readonly endpoint_id: string | null;
  readonly payload: Payload | null;
  readonly secret_encrypted: Buffer | null;
  readonly previous_encrypted: Buffer | null;
}

/** The columns of the analysis keep their names, so that the row itself is what `eventBody` takes. */
type SuppressedRow = DeliveryColumns & (AnalysisFacts | { readonly id: null });

/** No row once the analysis was started again: its notification would carry the analysis as it is now. */
const SUPPRESSED = `SELECT d.event_id, d.event, coalesce(e.url, d.url) AS url, d.livemode AS delivery_livemode, d.created_at AS recorded_at,
    d.evaluation_id, d.rescore_id, d.redaction_id, d.export_id, d.batch_id, d.calibration_id, d.judge_change_id, d.hold_id,
    d.erasure_id, d.detail,
    d.detail_id, d.endpoint_id, e.payload, ${SEALED_SECRETS},
    ${ANALYSIS_FACTS_COLUMNS}
  FROM webhook_delivery d LEFT JOIN webhook_endpoint e ON e.id = d.endpoint_id AND e.deleted_at IS NULL
  LEFT JOIN analysis a ON a.id = d.analysis_id LEFT JOIN analysis_payload p ON p.analysis_id = a.id
  WHERE d.id = $1 AND d.account_id = $2 AND d.status = 'suppressed'
    AND (d.endpoint_id IS NULL OR e.id IS NOT NULL)
    AND ${MAY_SEND_AGAIN}`;

@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: Deliveries,
    private readonly secrets: WebhookSecrets,
    private readonly endpointSecrets: EndpointSecrets,
  ) {}

  /**
   * @returns the request as it would be sent now, by all secrets that sign now; null for a delivery that is not suppressed
   * @throws ApiError 404
   */
  async get(
    accountId: string,
    analysisId: string,
    deliveryId: string,
  ): Promise<{ readonly delivery: Delivery; readonly request: SignedRequest | null }> {
    const delivery = await this.deliveries.get(accountId, analysisId, deliveryId);
    return { delivery, request: await this.sign(accountId, delivery) };
  }

  private async sign(accountId: string, { id, status }: Delivery): Promise<SignedRequest | null> {
    if (status !== 'suppressed') return null;
    const found = await queryRow<SuppressedRow>(this.dataSource, SUPPRESSED, [id, accountId]);
    if (!found) return null;
    const body = await this.makeBody(found);
    if (!body) return null;
    const { endpoint_id, secret_encrypted, previous_encrypted } = found;
    const own = endpoint_id !== null && secret_encrypted !== null;
    const secrets = own
      ? this.endpointSecrets.openAll(endpoint_id, { secret_encrypted, previous_encrypted })
      : await this.secrets.getForSigning(accountId);
    return signRequest({ url: found.url, id: found.event_id, body, secrets }, new Date());
  }

  /** @returns null for what was deleted in the meantime */
  private async makeBody(found: SuppressedRow): Promise<Buffer | null> {
    const { event, event_id: id, recorded_at: createdAt, delivery_livemode: livemode } = found;
    const head = { event, id, createdAt, livemode };
    const objectId = subjectOf(found) ?? found.id;
    if (found.payload === 'thin' && objectId !== null) return thinEventBody(head, objectId);
    if (found.id !== null && !tellsOfDispute(event)) {
      const details = await readDetails(this.dataSource, [found]);
      return eventBody(head, found, details.get(found.detail_id ?? '') ?? found.detail);
    }
    const [subject] = (await readSubjects(this.dataSource, [found])).values();
    return subject ? textEventBody(head, subject.data) : null;
  }
}
