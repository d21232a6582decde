import type { WebhookEvent } from '../../../../clients/typescript/src/browser.js';

export const EVENTS = [
  'analysis.completed',
  'analysis.failed',
  'analysis.reviewed',
  'analysis.corrected',
  'analysis.redacted',
  'evaluation.completed',
  'evaluation.acknowledged',
  'dispute.opened',
  'dispute.resolved',
  'rescore.completed',
  'redaction.completed',
  'export.completed',
  'batch.waiting',
  'batch.completed',
  'calibration.closed',
  'scorecard.drift',
  'hold.released',
  'erasure.completed',
] as const satisfies readonly WebhookEvent[];
