// Builds the JSON text of the Analysis object. Its large members are stored as JSON text and are copied without being parsed.

import type { FailureCode } from '../ports/failure-code.js';
import type { WantedRedaction } from '../ports/redaction.js';
import type { View } from './analysis.requests.js';
import type { Stage } from './claims/step-records.js';
import type {
  AnalysisListResponse,
  AnalysisMetadataResponse,
  AnalysisResponse,
  AudioResponse,
  CallDirection,
  CallResponse,
} from './results/analysis.response.js';
import type { AnalysisSummaryListResponse, AnalysisSummaryResponse } from './results/analysis-summary.response.js';
import { mayBeJudgedAgain } from './results/judged-again.js';
import { initialRedaction } from './results/redaction.response.js';
import { summariseResults } from './results/summarise-results.js';

/** Columns that both the Analysis object of the API and the webhook notification need. */
export interface AnalysisFacts {
  readonly id: string;
  readonly created_at: Date;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly livemode: boolean;
  readonly agent_id: string;
  readonly contact_id: string;
  readonly external_id: string | null;
  readonly call_started_at: Date | null;
  readonly direction: CallDirection | null;
  /** bigint columns arrive as text. */
  readonly duration_ms: string | null;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
  /** JSON object as text. */
  readonly custom_metadata: string;
  readonly settled_at: Date | null;
  readonly processing_time_ms: string | null;
  readonly error_message: string | null;
  /** Null also where a release without codes failed the call. */
  readonly error_code: FailureCode | null;
  /** Null before the recording is stored, and after it is deleted. */
  readonly storage_key: string | null;
  /** The address of the recording is known: it was never stored, and can be fetched. */
  readonly has_source: boolean;
  /** Scenario of the sandbox; such a call has no recording. */
  readonly scenario: string | null;
  readonly audio_format: string | null;
  readonly size_bytes: string | null;
  readonly channels: number | null;
  readonly damaged: boolean | null;
  /** Null also where an earlier release measured the recording. */
  readonly audio_tracks: number | null;
  /** Redaction wanted for the call, as JSON text; null where nothing is masked. */
  readonly redact: string | null;
  /** A worker is to judge the completed call again, as it was heard or as a person corrected it. */
  readonly is_judged_again: boolean;
  readonly transcript_deleted_at: Date | null;
  /** JSON text of the times until which its parts are kept. */
  readonly retained_until: string;
  // The next five members are JSON text as clients receive it, and null until the call is completed. `redaction` is also null for
  // a call that an earlier release completed.
  readonly redaction: string | null;
  readonly transcript: string | null;
  readonly results: string | null;
  readonly metrics: string | null;
  readonly engine: string | null;
}

/** A call that was judged has a score, so that no correction of it is looked for. */
const IS_JUDGED_AGAIN = `(a.status = 'completed' AND a.compliance_score IS NULL AND EXISTS (
  SELECT FROM correction c WHERE c.analysis_id = a.id AND c.status = 'processing'))`;
/** SQL columns of `AnalysisFacts`. `a` must be the row of `analysis`, and `p` the row of `analysis_payload`. */
export const ANALYSIS_FACTS_COLUMNS = `a.id, a.created_at, a.status, a.livemode, a.agent_id, a.contact_id,
  a.external_id, a.call_started_at, a.direction, a.duration_ms, a.webhook_url, a.webhook_events, a.custom_metadata, a.settled_at, a.processing_time_ms,
  a.error_message, a.error_code, a.storage_key, a.source_url IS NOT NULL AS has_source, a.scenario, a.audio_format, a.size_bytes,
  a.channels, a.damaged, a.audio_tracks, a.redact, ${IS_JUDGED_AGAIN} AS is_judged_again, a.transcript_deleted_at,
  retained_until(a.account_id, a.settled_at, a.retention_days, a.livemode) AS retained_until,
  p.redaction, p.transcript, p.results, p.metrics, p.engine`;

export interface AnalysisRow extends AnalysisFacts {
  readonly stage: Stage;
  readonly percent: number;
  /**
   * JSON text, read for a summary only. Null until the call is completed, and where an earlier release completed it: then
   * `results` are read too.
   */
  readonly results_summary?: string | null;
}

/** Members whose values are JSON text already. JSON.stringify writes all other members of these objects. */
type AnalysisTexts = 'call' | 'redaction' | 'transcript' | 'results' | 'metadata';
type SummaryTexts = 'call' | 'redaction' | 'results' | 'metadata';
type CallTexts = 'metrics';
type MetadataTexts = 'retained_until' | 'engine';

const OBJECT_VERSION = '1';

/** Names of the service's own members of `metadata`. A client's custom keys must not use them. */
export const RESERVED_METADATA: readonly string[] = Object.keys({
  webhook_url: true,
  webhook_events: true,
  completed_at: true,
  processing_time_ms: true,
  error_message: true,
  error_code: true,
  retryable: true,
  version: true,
  retained_until: true,
  transcript_deleted_at: true,
  engine: true,
} satisfies Record<keyof AnalysisMetadataResponse, true>);

/** @param audioUrl link to the stored recording; null until there is one */
export function analysisJson(row: AnalysisRow, audioUrl: string | null, view: View = 'full'): string {
  const own = ownMembers(row, audioUrl);
  const call = analysisCallJson(row);
  const redaction = analysisRedactionJson(row);
  const metadata = analysisMetadataJson(row);
  if (view === 'full') {
    const { transcript, results } = row;
    return withTexts<AnalysisResponse, AnalysisTexts>(own, { call, redaction, transcript, results, metadata });
  }
  const results = row.results_summary ?? (row.results === null ? null : summariseResults(row.results));
  const inSummary = { ...own, view, transcript: null };
  return withTexts<AnalysisSummaryResponse, SummaryTexts>(inSummary, { call, redaction, results, metadata });
}

function ownMembers(row: AnalysisRow, audioUrl: string | null): Omit<AnalysisResponse, AnalysisTexts> {
  return {
    id: row.id,
    object: 'analysis',
    created: Math.floor(row.created_at.getTime() / 1000),
    status: row.status,
    livemode: row.livemode,
    progress: row.status === 'processing' ? { stage: row.stage, percent: row.percent } : null,
    audio: { url: audioUrl, ...analysisAudio(row) },
  };
}

/** The `audio` member without the link to the recording. */
export function analysisAudio(analysis: AnalysisFacts): Omit<AudioResponse, 'url'> {
  const sizeBytes = numberOrNull(analysis.size_bytes);
  return {
    size_bytes: sizeBytes,
    file_size: sizeBytes,
    format: analysis.audio_format,
    duration_seconds: secondsOf(numberOrNull(analysis.duration_ms)),
    channels: analysis.channels,
    damaged: analysis.damaged,
    tracks: analysis.audio_tracks,
  };
}

/** The JSON text of a list, before its analyses and after them. */
export interface ListEnvelope {
  readonly opening: string;
  readonly closing: string;
}

export function listEnvelope(view: View, hasMore: boolean, total: number): ListEnvelope {
  const full: AnalysisListResponse = { object: 'list', data: [], has_more: hasMore, total };
  const summary: AnalysisSummaryListResponse = { object: 'list', view: 'summary', data: [], has_more: hasMore, total };
  const list = view === 'summary' ? summary : full;
  const [before, after] = JSON.stringify(list).split('[]');
  return { opening: `${before}[`, closing: `]${after}` };
}

/** The `call` member: who spoke, how long, and the talk metrics. */
export function analysisCallJson(analysis: AnalysisFacts): string {
  const durationMs = numberOrNull(analysis.duration_ms);
  const own: Omit<CallResponse, CallTexts> = {
    agent_id: analysis.agent_id,
    contact_id: analysis.contact_id,
    external_id: analysis.external_id,
    started_at: analysis.call_started_at?.toISOString() ?? null,
    direction: analysis.direction,
    duration_ms: durationMs,
    duration_seconds: secondsOf(durationMs),
  };
  return withTexts<CallResponse, CallTexts>(own, { metrics: analysis.metrics });
}

/** The `redaction` member. */
export function analysisRedactionJson(analysis: AnalysisFacts): string {
  const { redact, redaction, status } = analysis;
  if (redaction !== null) return redaction;
  if (redact === null || status === 'completed') return NOT_REDACTED;
  const isWithheld = isRecordingWithheld(analysis);
  if (status === 'failed' && !isWithheld) return NOT_REDACTED;
  const state = status === 'processing' ? 'processing' : 'withheld';
  return JSON.stringify(initialRedaction(state, isWithheld ? 'withheld' : 'original'));
}

const NOT_REDACTED = JSON.stringify(initialRedaction('none', 'original'));

/** True while the recording is not masked yet, but must be: it may not be played. */
export function isRecordingWithheld({ redact, status }: Pick<AnalysisFacts, 'redact' | 'status'>): boolean {
  if (redact === null || status === 'completed') return false;
  const { mode }: WantedRedaction = JSON.parse(redact);
  return mode === 'text_and_audio';
}

/** Whether a retry may process the failed call again, or judge the completed one again. */
function isRetryable(analysis: AnalysisFacts & Pick<AnalysisRow, 'results_summary'>): boolean {
  const { status, storage_key: key, has_source: hasSource, scenario } = analysis;
  if (status === 'failed') return key !== null || hasSource || scenario !== null;
  if (status !== 'completed' || analysis.is_judged_again || analysis.transcript_deleted_at !== null) return false;
  return mayBeJudgedAgain(analysis.results_summary ?? analysis.results);
}

/** The `metadata` member: the service's own members, then the client's. */
export function analysisMetadataJson(analysis: AnalysisFacts): string {
  const own: Omit<AnalysisMetadataResponse, MetadataTexts> = {
    webhook_url: analysis.webhook_url,
    webhook_events: analysis.webhook_events,
    completed_at: analysis.status === 'completed' ? (analysis.settled_at?.toISOString() ?? null) : null,
    processing_time_ms: numberOrNull(analysis.processing_time_ms),
    error_message: analysis.error_message,
    // Analyses that failed before error codes existed get `not_processable`, the most general code.
    error_code: analysis.status === 'failed' ? (analysis.error_code ?? 'not_processable') : null,
    retryable: isRetryable(analysis),
    version: OBJECT_VERSION,
    transcript_deleted_at: analysis.transcript_deleted_at?.toISOString() ?? null,
  };
  const { retained_until, engine } = analysis;
  const json = withTexts<AnalysisMetadataResponse, MetadataTexts>(own, { retained_until, engine });
  const custom = analysis.custom_metadata.trim().slice(1, -1).trim();
  return custom === '' ? json : `${json.slice(0, -1)},${custom}}`;
}

/**
 * The JSON text of a response, whose shape the compiler checks.
 * @param own members to write as JSON
 * @param texts members that are JSON text already; null becomes JSON null
 */
function withTexts<Response, Texts extends keyof Response & string>(
  own: Omit<Response, Texts>,
  texts: Readonly<Record<Texts, string | null>>,
): string {
  let json = JSON.stringify(own).slice(0, -1);
  for (const name in texts) json += `,"${name}":${texts[name] ?? 'null'}`;
  return `${json}}`;
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function secondsOf(durationMs: number | null): number | null {
  return durationMs === null ? null : durationMs / 1000;
}
