/** What a receiver is told: the analysis as JSON, its stored wire parts passed through without being parsed again. */

export type WebhookEvent = 'analysis.completed' | 'analysis.failed';

/** The columns of an analysis that its `call` and `metadata` members are made of. */
export interface AnalysisFacts {
  readonly id: string;
  readonly created_at: Date;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly livemode: boolean;
  readonly agent_id: string;
  readonly contact_id: string;
  /** bigint columns arrive as text. */
  readonly duration_ms: string | null;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
  /** JSON object as text. */
  readonly custom_metadata: string;
  readonly settled_at: Date | null;
  readonly processing_time_ms: string | null;
  readonly error_message: string | null;
  /** Wire JSON; null until completed. */
  readonly transcript: string | null;
  readonly results: string | null;
  readonly metrics: string | null;
  readonly engine: string | null;
}

export interface EventHead {
  readonly event: WebhookEvent;
  /** Equal to the `webhook-id` header. */
  readonly id: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
}

const OBJECT_VERSION = '1';

/** The body of a notification: `{"event", "id", "created", "livemode", "data"}`. */
export function eventBody({ event, id, createdAt, livemode }: EventHead, analysis: AnalysisFacts): Buffer {
  const head = JSON.stringify({ event, id, created: unixSeconds(createdAt), livemode });
  const data = JSON.stringify({
    id: analysis.id,
    object: 'analysis',
    created: unixSeconds(analysis.created_at),
    livemode: analysis.livemode,
    status: analysis.status,
  });
  return utf8([
    `${head.slice(0, -1)},"data":${data.slice(0, -1)},"call":${analysisCallJson(analysis)},"transcript":`,
    analysis.transcript ?? 'null',
    ',"results":',
    analysis.results ?? 'null',
    `,"metadata":${analysisMetadataJson(analysis)}}}`,
  ]);
}

/** The `call` member: who spoke, how long, and the talk metrics. */
export function analysisCallJson(analysis: AnalysisFacts): string {
  const durationMs = numberOrNull(analysis.duration_ms);
  const own = JSON.stringify({
    agent_id: analysis.agent_id,
    contact_id: analysis.contact_id,
    duration_ms: durationMs,
    duration_seconds: durationMs === null ? null : durationMs / 1000,
  });
  return `${own.slice(0, -1)},"metrics":${analysis.metrics ?? 'null'}}`;
}

/** The `metadata` member: the service's own fields, then the client's. */
export function analysisMetadataJson(analysis: AnalysisFacts): string {
  const own = JSON.stringify({
    webhook_url: analysis.webhook_url,
    webhook_events: analysis.webhook_events,
    completed_at: analysis.status === 'completed' ? (analysis.settled_at?.toISOString() ?? null) : null,
    processing_time_ms: numberOrNull(analysis.processing_time_ms),
    error_message: analysis.error_message,
    version: OBJECT_VERSION,
  });
  const custom = analysis.custom_metadata.trim().slice(1, -1).trim();
  return `${own.slice(0, -1)},"engine":${analysis.engine ?? 'null'}${custom === '' ? '' : `,${custom}`}}`;
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}

/** Without putting the texts together first: a copy of each transcript would be most of what the garbage collector has to do. */
function utf8(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}
