import type { WebhookEvent } from '../../../../clients/typescript/src/browser.js';

export const EVENTS = [
  'analysis.completed',
  'analysis.failed',
  'analysis.reviewed',
  'analysis.corrected',
  'analysis.redacted',
  'evaluation.completed',
  'rescore.completed',
  'redaction.completed',
  'export.completed',
  'batch.waiting',
  'batch.completed',
] as const satisfies readonly WebhookEvent[];
