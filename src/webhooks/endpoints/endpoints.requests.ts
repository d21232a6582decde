import { valueError } from '../../platform/errors/validation-messages.js';
import type { Problem } from '../../platform/http/validation/field-rules.js';
import {
  Flag,
  HttpUrl,
  Instant,
  Nested,
  OneOf,
  OptionalText,
  SomeOf,
  Uuid,
  Whole,
} from '../../platform/http/validation/fields.js';
import { TextMap } from '../../platform/http/validation/list-fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../event-table.js';
import { type EndpointEvent, type EndpointFields, EVERY_EVENT, PAYLOADS, type Payload } from './endpoint.js';
import { neverFits } from './endpoint-filter.js';

const MAX_ID_CHARACTERS = 255;
const MAX_METADATA_KEYS = 10;
const MAX_RECOVERED_DAYS = 30;
const DAY_MS = 86_400_000;

export class WebhookEndpointFilterRequest {
  @OptionalText({
    max: MAX_ID_CHARACTERS,
    description: 'Your identifier of the agent: only events of calls of this agent.',
    example: 'agent-7',
  })
  agent_id?: string | null;

  @Uuid({
    description: 'Only events of this scorecard: `evaluation.completed` and `rescore.completed`.',
    example: '9b2f7f0e-5d0c-4a53-8f43-0f6f7c1d2e3a',
    optional: true,
  })
  scorecard_id?: string | null;

  @TextMap({
    description:
      'Events of calls whose custom metadata has each of these values; a number or a boolean of the call is ' +
      'compared as text. At most ' +
      `${MAX_METADATA_KEYS} keys.`,
    example: { campaign: 'spring' },
    maxKeys: MAX_METADATA_KEYS,
    key: { max: 40 },
    value: { min: 0, max: 500 },
    optional: true,
  })
  metadata?: Record<string, string> | null;
}

@ObjectWith({ findFaults: filterFaults })
export class WebhookEndpointRequest {
  @HttpUrl({ description: 'URL that receives notifications.', example: 'https://hooks.example.com/calls' })
  url: string;

  @SomeOf([EVERY_EVENT, ...WEBHOOK_EVENTS], {
    description: '`*` is every event, also those that later releases add.',
    example: ['analysis.completed', 'evaluation.completed'],
  })
  events: EndpointEvent[];

  @Nested(WebhookEndpointFilterRequest, {
    description:
      'Which events are sent: those that match every given member. If omitted: all. An event about no call, such ' +
      'as `redaction.completed`, matches neither ' +
      '`agent_id` nor `metadata`.',
    example: { agent_id: 'agent-7' },
    optional: true,
    isClosed: true,
  })
  filter?: WebhookEndpointFilterRequest | null;

  @OneOf(PAYLOADS, {
    description: '`full`: `data` is the whole object, as the API returns it. `thin`: only its `id` and `object`.',
    default: 'full',
    example: 'full',
  })
  payload: Payload;

  @OptionalText({ max: 500, description: 'Name.', example: 'Data warehouse' })
  description?: string | null;

  fields(): EndpointFields {
    const { agent_id, scorecard_id, metadata } = this.filter ?? {};
    return {
      url: this.url,
      description: this.description ?? null,
      events: this.events.includes(EVERY_EVENT) ? [EVERY_EVENT] : this.events,
      filter: { agentId: agent_id ?? null, scorecardId: scorecard_id ?? null, metadata: metadata ?? null },
      payload: this.payload,
    };
  }
}

/** A filter that no event can fit would be a silent endpoint. */
function filterFaults({ events, filter }: Readonly<Record<string, unknown>>): readonly Problem[] {
  const misfit = neverFits(events, filter);
  if (misfit === null) return [];
  return [{ type: 'value_error', msg: valueError('none of the events can fit it'), path: ['filter', misfit] }];
}

export class ListWebhookEndpointsRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;

  @Flag({
    description:
      '`true`: those of live mode. `false`: those of test mode. If omitted: those of the mode of the credential.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;
}

export class TestWebhookEndpointRequest {
  @OneOf(WEBHOOK_EVENTS, {
    description: 'The event of the sample.',
    example: 'analysis.completed',
    default: 'analysis.completed',
  })
  event: WebhookEvent;
}

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'suppressed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export class ListWebhookEndpointDeliveriesRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;

  @OneOf(DELIVERY_STATUSES, { description: 'Only deliveries in this state.', example: 'failed', optional: true })
  status?: DeliveryStatus | null;
}

export class RecoverWebhookEndpointRequest {
  @Instant({
    description:
      `Deliveries that have failed since then are sent again: at most ${MAX_RECOVERED_DAYS} days ago. Unix ` +
      `seconds are accepted too.`,
    alsoReads: 'unix-seconds',
    example: '2026-11-20T10:00:00Z',
    findFault: (at) => {
      const now = Date.now();
      if (at.getTime() > now) return 'it is in the future';
      return now - at.getTime() > MAX_RECOVERED_DAYS * DAY_MS ? `at most ${MAX_RECOVERED_DAYS} days back` : null;
    },
  })
  since: Date;
}
