/** The Analysis object as JSON text: what was stored as wire text is passed through, never parsed again. */
import type { Stage } from './analysis-claims.js';

export interface AnalysisRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly livemode: boolean;
  readonly agent_id: string;
  readonly contact_id: string;
  readonly storage_key: string | null;
  readonly audio_format: string | null;
  /** bigint columns arrive as text. */
  readonly size_bytes: string | null;
  readonly channels: number | null;
  readonly duration_ms: string | null;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
  readonly custom_metadata: string;
  readonly stage: Stage;
  readonly percent: number;
  readonly settled_at: Date | null;
  readonly processing_time_ms: string | null;
  readonly error_message: string | null;
  /** Wire JSON; null until completed. */
  readonly transcript: string | null;
  readonly results: string | null;
  readonly metrics: string | null;
  readonly engine: string | null;
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
    `"call":${callJson(row)}`,
    `"transcript":${row.transcript ?? 'null'}`,
    `"results":${row.results ?? 'null'}`,
    `"metadata":${metadataJson(row)}`,
  ];
  return `${own.slice(0, -1)},${rest.join(',')}}`;
}

/** The members `agent_id`, `contact_id`, durations and talk metrics. */
export function callJson(row: AnalysisRow): string {
  const durationMs = numberOrNull(row.duration_ms);
  const own = JSON.stringify({
    agent_id: row.agent_id,
    contact_id: row.contact_id,
    duration_ms: durationMs,
    duration_seconds: secondsOf(durationMs),
  });
  return `${own.slice(0, -1)},"metrics":${row.metrics ?? 'null'}}`;
}

/** The service's own members, then the client's. */
export function metadataJson(row: AnalysisRow): string {
  const own = JSON.stringify({
    webhook_url: row.webhook_url,
    webhook_events: row.webhook_events,
    completed_at: row.status === 'completed' ? (row.settled_at?.toISOString() ?? null) : null,
    processing_time_ms: numberOrNull(row.processing_time_ms),
    error_message: row.error_message,
    version: OBJECT_VERSION,
  });
  const custom = row.custom_metadata.slice(1, -1).trim();
  return `${own.slice(0, -1)},"engine":${row.engine ?? 'null'}${custom === '' ? '' : `,${custom}`}}`;
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
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function secondsOf(durationMs: number | null): number | null {
  return durationMs === null ? null : durationMs / 1000;
}
