// Endpoint: an address at which an account is notified of events of all its calls.
import type { WebhookEvent } from '../event-table.js';

/** Stands for every event, also for those of later releases. */
export const EVERY_EVENT = '*';
export type EndpointEvent = WebhookEvent | typeof EVERY_EVENT;

export const PAYLOADS = ['full', 'thin'] as const;
export type Payload = (typeof PAYLOADS)[number];

export const HEALTHS = ['active', 'failing', 'paused'] as const;
export type Health = (typeof HEALTHS)[number];

/** Conditions that an event must fit to be sent. A member that is null excludes nothing. */
export interface EndpointFilter {
  readonly agentId: string | null;
  readonly scorecardId: string | null;
  /** Values of the call's own metadata by key, as text. */
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** Members that a client chooses. */
export interface EndpointFields {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly EndpointEvent[];
  readonly filter: EndpointFilter;
  readonly payload: Payload;
}

export interface EndpointRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly EndpointEvent[];
  readonly payload: Payload;
  readonly agent_id: string | null;
  readonly scorecard_id: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly last_success_at: Date | null;
  readonly last_error: string | null;
  readonly failing_since: Date | null;
  readonly paused_at: Date | null;
  readonly next_probe_at: Date | null;
}

export const ENDPOINT_COLUMNS = `id, created_at, livemode, url, description, events, payload, agent_id, scorecard_id, metadata,
  last_success_at, last_error, failing_since, paused_at, next_probe_at`;

export function healthOf({ paused_at, failing_since }: Pick<EndpointRow, 'paused_at' | 'failing_since'>): Health {
  if (paused_at) return 'paused';
  return failing_since ? 'failing' : 'active';
}
