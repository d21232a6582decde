// The Analysis object as JSON text. Members that are stored as wire text are passed through and never parsed again.
import type { Stage } from './analysis-claims.js';

/** The columns that every form of the Analysis object is made of: for clients who read it, and for notifications. */
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

/** SQL columns of `AnalysisFacts`, where `a` is the row of `analysis` and `p` that of `analysis_payload`. */
export const ANALYSIS_FACTS_COLUMNS = `a.id, a.created_at, a.status, a.livemode, a.agent_id, a.contact_id, a.duration_ms,
  a.webhook_url, a.webhook_events, a.custom_metadata, a.settled_at, a.processing_time_ms, a.error_message,
  p.transcript, p.results, p.metrics, p.engine`;

export interface AnalysisRow extends AnalysisFacts {
  readonly storage_key: string | null;
  readonly audio_format: string | null;
  /** bigint columns arrive as text. */
  readonly size_bytes: string | null;
  readonly channels: number | null;
  readonly damaged: boolean | null;
  readonly stage: Stage;
  readonly percent: number;
}

/** Names of the service's own members of `metadata`: a client's key must be none of them. */
export const RESERVED_METADATA = [
  'webhook_url',
  'webhook_events',
  'completed_at',
  'processing_time_ms',
  'error_message',
  'version',
  'engine',
] as const;

const OBJECT_VERSION = '1';

/** @param audioUrl link to the stored recording; null until there is one */
export function analysisJson(row: AnalysisRow, audioUrl: string | null): string {
  const own = JSON.stringify({
    id: row.id,
    object: 'analysis',
    created: Math.floor(row.created_at.getTime() / 1000),
    status: row.status,
    livemode: row.livemode,
    progress: row.status === 'processing' ? { stage: row.stage, percent: row.percent } : null,
    audio: audioOf(row, audioUrl),
  });
  const rest = [
    `"call":${analysisCallJson(row)}`,
    `"transcript":${row.transcript ?? 'null'}`,
    `"results":${row.results ?? 'null'}`,
    `"metadata":${analysisMetadataJson(row)}`,
  ];
  return `${own.slice(0, -1)},${rest.join(',')}}`;
}

/** The `call` member: who spoke, how long, and the talk metrics. */
export function analysisCallJson(analysis: AnalysisFacts): string {
  const durationMs = numberOrNull(analysis.duration_ms);
  const own = JSON.stringify({
    agent_id: analysis.agent_id,
    contact_id: analysis.contact_id,
    duration_ms: durationMs,
    duration_seconds: secondsOf(durationMs),
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

function audioOf(row: AnalysisRow, url: string | null) {
  const sizeBytes = numberOrNull(row.size_bytes);
  return {
    url,
    size_bytes: sizeBytes,
    file_size: sizeBytes,
    format: row.audio_format,
    duration_seconds: secondsOf(numberOrNull(row.duration_ms)),
    channels: row.channels,
    damaged: row.damaged,
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function secondsOf(durationMs: number | null): number | null {
  return durationMs === null ? null : durationMs / 1000;
}
