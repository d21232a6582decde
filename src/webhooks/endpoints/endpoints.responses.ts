import { ApiProperty, OmitType } from '@nestjs/swagger';
import { WEBHOOK_EVENTS } from '../event-table.js';
import { WebhookDeliveryResponse } from '../webhooks.responses.js';
import { type EndpointRow, EVERY_EVENT, HEALTHS, type Health, healthOf, PAYLOADS, type Payload } from './endpoint.js';
import type { EndpointDelivery, Recovery } from './endpoint-deliveries.js';

const ID = 'e1f5c3f4-2d7a-4f0e-9a51-6d1c0b8a7e21';

export class WebhookEndpointFilterResponse {
  @ApiProperty({ type: 'string', nullable: true, description: 'Only of calls of this agent.', example: 'agent-7' })
  agent_id: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Only of this scorecard.',
    example: null,
  })
  scorecard_id: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description: 'Only calls whose custom metadata has all of these values.',
    example: null,
  })
  metadata: Readonly<Record<string, string>> | null;
}

export class WebhookEndpointResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Id of the object.', example: ID })
  id: string;

  @ApiProperty({
    type: 'string',
    enum: ['webhook_endpoint'],
    description: 'Always `webhook_endpoint`.',
    example: 'webhook_endpoint',
  })
  object: 'webhook_endpoint';

  @ApiProperty({ type: 'integer', description: 'Unix time in seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    type: 'boolean',
    description: 'Mode of the events. False: deliveries are recorded as `suppressed` and never sent.',
    example: true,
  })
  livemode: boolean;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'URL that receives notifications.',
    example: 'https://hooks.example.com/calls',
  })
  url: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Name.', example: 'Data warehouse' })
  description: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [EVERY_EVENT, ...WEBHOOK_EVENTS] },
    description: '`*` is every event, also those that later releases add.',
    example: ['analysis.completed', 'evaluation.completed'],
  })
  events: readonly string[];

  @ApiProperty({
    type: () => WebhookEndpointFilterResponse,
    description: 'Which events are sent: those that match every member that is not null.',
  })
  filter: WebhookEndpointFilterResponse;

  @ApiProperty({
    type: 'string',
    enum: [...PAYLOADS],
    description: '`full`: `data` is the whole object. `thin`: only its `id` and `object`.',
    example: 'full',
  })
  payload: Payload;

  @ApiProperty({
    type: 'string',
    enum: [...HEALTHS],
    description:
      '`active`: the last attempt succeeded, or none was made. `failing`: no attempt has succeeded since ' +
      '`failing_since`. `paused`: five days without success; it is tried once an hour, and resumes with the ' +
      'first success.',
    example: 'active',
  })
  health: Health;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it last accepted a notification, to about a minute; null if it never has.',
    example: '2026-11-20T10:00:00.000Z',
  })
  last_success_at: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Error code of the last failed attempt since then, as in a delivery; null if there was none.',
    example: null,
  })
  last_error: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The first failed attempt after the last success; null where there was none.',
    example: null,
  })
  failing_since: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it was paused; null if it is not.',
    example: null,
  })
  paused_at: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'While it is paused: when it is tried again. Otherwise null.',
    example: null,
  })
  next_probe_at: string | null;

  static of(endpoint: EndpointRow): WebhookEndpointResponse {
    return {
      id: endpoint.id,
      object: 'webhook_endpoint',
      created: unixSeconds(endpoint.created_at),
      livemode: endpoint.livemode,
      url: endpoint.url,
      description: endpoint.description,
      events: endpoint.events,
      filter: { agent_id: endpoint.agent_id, scorecard_id: endpoint.scorecard_id, metadata: endpoint.metadata },
      payload: endpoint.payload,
      health: healthOf(endpoint),
      last_success_at: isoOrNull(endpoint.last_success_at),
      last_error: endpoint.last_error,
      failing_since: isoOrNull(endpoint.failing_since),
      paused_at: isoOrNull(endpoint.paused_at),
      next_probe_at: isoOrNull(endpoint.next_probe_at),
    };
  }
}

export class CreatedWebhookEndpointResponse extends WebhookEndpointResponse {
  @ApiProperty({
    type: 'string',
    description:
      'Verifies the signature of every notification to this endpoint, by Standard Webhooks. An access token can read it again ' +
      'at `/secret`.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0ZzXQ9k4N1M=',
  })
  secret: string;

  static withSecret({ endpoint, secret }: { readonly endpoint: EndpointRow; readonly secret: string }) {
    return { ...WebhookEndpointResponse.of(endpoint), secret };
  }
}

export class WebhookEndpointPageResponse {
  @ApiProperty({ type: [WebhookEndpointResponse], description: 'Newest first.' })
  items: WebhookEndpointResponse[];

  @ApiProperty({ type: 'integer', description: 'All endpoints of the mode.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class DeletedWebhookEndpointResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Id of the object.', example: ID })
  id: string;

  @ApiProperty({
    type: 'string',
    enum: ['webhook_endpoint'],
    description: 'Always `webhook_endpoint`.',
    example: 'webhook_endpoint',
  })
  object: 'webhook_endpoint';

  @ApiProperty({ type: 'boolean', enum: [true], description: 'Always true.', example: true })
  deleted: true;
}

export class WebhookRecoveryResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Id of the endpoint.', example: ID })
  id: string;

  @ApiProperty({
    type: 'string',
    enum: ['webhook_recovery'],
    description: 'Always `webhook_recovery`.',
    example: 'webhook_recovery',
  })
  object: 'webhook_recovery';

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'Deliveries that have failed since then are sent again.',
    example: '2026-11-20T10:00:00.000Z',
  })
  since: string;

  @ApiProperty({ type: 'integer', description: 'Number of deliveries.', example: 12 })
  deliveries: number;

  static of({ id, since, deliveries }: Recovery): WebhookRecoveryResponse {
    return { id, object: 'webhook_recovery', since: since.toISOString(), deliveries };
  }
}

export class WebhookEndpointDeliveryResponse extends OmitType(WebhookDeliveryResponse, ['event']) {
  @ApiProperty({
    type: 'string',
    enum: [...WEBHOOK_EVENTS],
    description: 'Type of the event.',
    example: 'analysis.completed',
  })
  event: string;

  @ApiProperty({
    type: 'string',
    description: 'The `webhook-id`: the same for every receiver of the event, and on every attempt.',
    example: 'evt_2f1d0c5e8b7a4d3c9e6f1a2b3c4d5e6f',
  })
  event_id: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The analysis of the event, or of its evaluation; null for a job over past calls.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string | null;

  static ofEndpoint(delivery: EndpointDelivery): WebhookEndpointDeliveryResponse {
    const { eventId, analysisId } = delivery;
    return { ...WebhookDeliveryResponse.of(delivery), event_id: eventId, analysis_id: analysisId };
  }
}

export class WebhookEndpointDeliveryPageResponse {
  @ApiProperty({ type: [WebhookEndpointDeliveryResponse], description: 'Newest first.' })
  items: WebhookEndpointDeliveryResponse[];

  @ApiProperty({ type: 'integer', description: 'All deliveries of the endpoint in the state asked for.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
const isoOrNull = (at: Date | null) => at?.toISOString() ?? null;
