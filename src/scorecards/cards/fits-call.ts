// Whether a default scorecard is used for a call.
import { createHash } from 'node:crypto';
import type { AppliesTo } from './applies-to.js';

export interface CompletedCall {
  readonly analysisId: string;
  /** ISO 639-1; null when it is not known. */
  readonly language: string | null;
  readonly agentId: string;
  /** The client's own keys. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Every member that is given must fit. */
export function fitsCall(appliesTo: AppliesTo, { analysisId, language, agentId, metadata }: CompletedCall): boolean {
  const { language: languages, agent_id: agents, metadata: wanted = {}, sample_percent: percent = 100 } = appliesTo;
  if (languages !== undefined && (language === null || !languages.includes(language.toLowerCase()))) return false;
  if (agents !== undefined && !agents.includes(agentId)) return false;
  const fits = ([key, values]: [string, readonly string[]]) => isOneOf(values, metadata[key]);
  return Object.entries(wanted).every(fits) && isInSample(analysisId, percent);
}

/**
 * The first four bytes of the SHA-256 of the analysis id, as a number, decide by their remainder of 100. No scorecard plays a
 * part: equal percentages take the same calls, and a larger one takes those of a smaller one too.
 */
export function isInSample(analysisId: string, percent: number): boolean {
  return createHash('sha256').update(analysisId).digest().readUInt32BE(0) % 100 < percent;
}

/** Numbers and booleans as JSON writes them. Nothing else fits. */
function isOneOf(values: readonly string[], value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && values.includes(String(value));
}
