/** The Analysis object as JSON text: what was stored as wire text is passed through, never parsed again. */
import { type AnalysisFacts, analysisCallJson, analysisMetadataJson } from '../webhooks/event-body.js';
import type { Stage } from './analysis-claims.js';

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
