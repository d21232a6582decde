// The events that a client can be notified of: what each tells of, who can ask for it, and when it may be sent again. Records
// with a member for each event (the OpenAPI document, the samples) are keyed by `WebhookEvent`, so that the compiler names every
// place that a new event needs. `webhook_delivery_event_check` in the database is the one place it cannot see; a test compares
// it.

interface EventOfAnalysis {
  readonly subject: 'analysis';
  /** The status that the analysis has when it happens. Once the analysis has another one the event is not sent again. */
  readonly status: 'completed' | 'failed';
  /** Whether the analysis got that status by it. */
  readonly isEnd: boolean;
  readonly askedBy: 'call';
  /** A member that `data` has beside those of the analysis: what was done to it. */
  readonly detail?: 'review' | 'correction';
}

interface EventOfWork {
  readonly subject:
    | 'evaluation'
    | 'dispute'
    | 'rescore'
    | 'redaction'
    | 'export'
    | 'batch'
    | 'calibration'
    | 'judge_change'
    | 'hold'
    | 'erasure';
  /** The webhook that can ask for it: that of the call, that of the job, or the endpoints of the account alone. */
  readonly askedBy: 'call' | 'rescore' | 'redaction' | 'export' | 'batch' | 'endpoints';
}

export const EVENT_TABLE = {
  'analysis.completed': { subject: 'analysis', status: 'completed', isEnd: true, askedBy: 'call' },
  'analysis.failed': { subject: 'analysis', status: 'failed', isEnd: true, askedBy: 'call' },
  'analysis.reviewed': { subject: 'analysis', status: 'completed', isEnd: false, askedBy: 'call', detail: 'review' },
  'analysis.corrected': {
    subject: 'analysis',
    status: 'completed',
    isEnd: false,
    askedBy: 'call',
    detail: 'correction',
  },
  'analysis.redacted': { subject: 'analysis', status: 'completed', isEnd: false, askedBy: 'call' },
  'evaluation.completed': { subject: 'evaluation', askedBy: 'call' },
  'evaluation.acknowledged': { subject: 'evaluation', askedBy: 'call' },
  'dispute.opened': { subject: 'dispute', askedBy: 'call' },
  'dispute.resolved': { subject: 'dispute', askedBy: 'call' },
  'rescore.completed': { subject: 'rescore', askedBy: 'rescore' },
  'redaction.completed': { subject: 'redaction', askedBy: 'redaction' },
  'export.completed': { subject: 'export', askedBy: 'export' },
  'batch.completed': { subject: 'batch', askedBy: 'batch' },
  'batch.waiting': { subject: 'batch', askedBy: 'batch' },
  'calibration.closed': { subject: 'calibration', askedBy: 'endpoints' },
  'scorecard.drift': { subject: 'judge_change', askedBy: 'endpoints' },
  'hold.released': { subject: 'hold', askedBy: 'endpoints' },
  'erasure.completed': { subject: 'erasure', askedBy: 'endpoints' },
} as const satisfies Readonly<Record<string, EventOfAnalysis | EventOfWork>>;

type Table = typeof EVENT_TABLE;

export type WebhookEvent = keyof Table;
type EventsWith<Row> = { [Event in WebhookEvent]: Table[Event] extends Row ? Event : never }[WebhookEvent];
/** The events about an analysis itself. */
export type AnalysisEvent = EventsWith<{ readonly subject: 'analysis' }>;
/** Those that the webhook of a call can ask for. */
export type CallEvent = EventsWith<{ readonly askedBy: 'call' }>;

export const WEBHOOK_EVENTS = Object.keys(EVENT_TABLE) as readonly WebhookEvent[];

export const CALL_EVENTS = WEBHOOK_EVENTS.filter((event): event is CallEvent => EVENT_TABLE[event].askedBy === 'call');

const ANALYSIS_EVENTS = WEBHOOK_EVENTS.filter(tellsOfAnalysis);

export function tellsOfAnalysis(event: WebhookEvent): event is AnalysisEvent {
  return EVENT_TABLE[event].subject === 'analysis';
}

/** Null for an event whose `data` is the object that it tells of, and nothing else. */
export function detailOf(event: WebhookEvent): EventOfAnalysis['detail'] | null {
  const row: EventOfAnalysis | EventOfWork = EVENT_TABLE[event];
  return row.subject === 'analysis' ? (row.detail ?? null) : null;
}

/** Events of what persons do, any number of times. */
export const EVENTS_WITH_DETAIL = WEBHOOK_EVENTS.filter((event) => detailOf(event) !== null || tellsOfDispute(event));

/** The row of such an event belongs to the analysis, and `data` is the dispute alone. */
export function tellsOfDispute(event: WebhookEvent): boolean {
  return EVENT_TABLE[event].subject === 'dispute';
}

/** The event for the end of an analysis with this status; undefined while it has not ended. */
export function endOf(status: string): AnalysisEvent | undefined {
  return ANALYSIS_EVENTS.find((event) => EVENT_TABLE[event].isEnd && EVENT_TABLE[event].status === status);
}

/** False once the analysis was started again: the notification would show its present state. */
export function maySendAgain(event: WebhookEvent, analysisStatus: string | undefined): boolean {
  return !tellsOfAnalysis(event) || EVENT_TABLE[event].status === analysisStatus;
}

/** SQL: the same of a delivery `d` and its analysis `a`. */
export const MAY_SEND_AGAIN = `CASE d.event ${ANALYSIS_EVENTS.map(
  (event) => `WHEN '${event}' THEN a.status IS NOT DISTINCT FROM '${EVENT_TABLE[event].status}'`,
).join(' ')} ELSE true END`;
