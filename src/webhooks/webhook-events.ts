// The events that a client can be notified of.

export const WEBHOOK_EVENTS = ['analysis.completed', 'analysis.failed'] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
