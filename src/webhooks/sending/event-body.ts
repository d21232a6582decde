// The body of a notification: an envelope around the object as JSON. Stored wire parts are never parsed again.
import {
  type AnalysisFacts,
  analysisAudio,
  analysisCallJson,
  analysisMetadataJson,
  analysisRedactionJson,
} from '../../calls/analysis-json.js';
import { detailOf, EVENT_TABLE, type WebhookEvent } from '../event-table.js';
import type { AnalysisCompletedEvent, AnalysisFailedEvent } from '../webhooks.notifications.js';

export interface EventHead {
  readonly event: WebhookEvent;
  /** Equal to the `webhook-id` header. */
  readonly id: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
}

/** `Omit` that fails to compile once the type loses one of the keys. */
type Without<Type, Key extends keyof Type> = Omit<Type, Key>;
type DocumentedEvent = AnalysisCompletedEvent | AnalysisFailedEvent;
type Envelope = Without<DocumentedEvent, 'data'>;
/** The members of `data` that are not JSON texts already. */
type DataFromColumns = Without<DocumentedEvent['data'], 'call' | 'redaction' | 'transcript' | 'results' | 'metadata'>;

/**
 * The body of a notification of an analysis: `{"event", "id", "created", "livemode", "data"}`.
 * @param detail JSON text of what was done to the analysis, with the events that tell of it
 */
export function eventBody(head: EventHead, analysis: AnalysisFacts, detail: string | null = null): Buffer {
  const { event, id, createdAt, livemode } = head;
  const envelope = JSON.stringify({ event, id, created: unixSeconds(createdAt), livemode } satisfies Envelope);
  const data = JSON.stringify({
    id: analysis.id,
    object: 'analysis',
    created: unixSeconds(analysis.created_at),
    livemode: analysis.livemode,
    status: analysis.status,
    audio: analysisAudio(analysis),
  } satisfies DataFromColumns);
  return utf8([
    `${envelope.slice(0, -1)},"data":${data.slice(0, -1)},"call":${analysisCallJson(analysis)},"redaction":${analysisRedactionJson(analysis)},"transcript":`,
    analysis.transcript ?? 'null',
    ',"results":',
    analysis.results ?? 'null',
    `,"metadata":${analysisMetadataJson(analysis)}`,
    ...(detail === null ? [] : [`,"${detailOf(event)}":`, detail]),
    '}}',
  ]);
}

/** The same around `data` that is JSON text as a whole: an evaluation, or a job that judges stored calls again. */
export function textEventBody({ event, id, createdAt, livemode }: EventHead, data: string): Buffer {
  const envelope = JSON.stringify({ event, id, created: unixSeconds(createdAt), livemode } satisfies Envelope);
  return utf8([`${envelope.slice(0, -1)},"data":`, data, '}']);
}

/** Ids alone, for endpoints that ask for no more: the receiver reads the object itself. `object` is the subject of the event. */
export function thinEventBody({ event, id, createdAt, livemode }: EventHead, objectId: string): Buffer {
  const data = { id: objectId, object: EVENT_TABLE[event].subject };
  return utf8([
    JSON.stringify({ event, id, created: unixSeconds(createdAt), livemode, data } satisfies Envelope & {
      data: object;
    }),
  ]);
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Writes the texts one after the other. Joining them first would copy each transcript: most of the garbage collector's work. */
function utf8(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}
