// The events that a client can be notified of.
import { RESCORE_EVENTS } from '../scorecards/rescore-events.js';

/** Those that tell of an analysis itself. */
export const ANALYSIS_EVENTS = ['analysis.completed', 'analysis.failed'] as const;

/** Those that the webhook of a call can ask for. */
export const CALL_EVENTS = [...ANALYSIS_EVENTS, 'evaluation.completed'] as const;

export const WEBHOOK_EVENTS = [...CALL_EVENTS, ...RESCORE_EVENTS] as const;

export type AnalysisEvent = (typeof ANALYSIS_EVENTS)[number];
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
