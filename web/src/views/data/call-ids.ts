// Ids of calls that a person pastes, and what the API says of them. Without the browser.
import { CallAnalysisError, type ErrorItem } from '../../../../clients/typescript/src/browser.js';

/** Separated by spaces, commas or lines; each once. */
export const idsIn = (text: string): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** More would not be read. */
const MAX_TOLD = 5;

const itemsOfIds = (error: unknown): readonly ErrorItem[] =>
  error instanceof CallAnalysisError ? (error.items ?? []).filter(({ loc }) => loc.includes('analysis_ids')) : [];

/** Each with the id of which it tells. */
export const faultsOfIds = (error: unknown): readonly string[] =>
  itemsOfIds(error)
    .slice(0, MAX_TOLD)
    .map(({ msg, input }) => (typeof input === 'string' ? `${input}: ${msg}` : msg));

/** True where all messages are about the ids. */
export const isOfId = (error: unknown): boolean => {
  const items = error instanceof CallAnalysisError ? (error.items ?? []) : [];
  return items.length > 0 && itemsOfIds(error).length === items.length;
};
