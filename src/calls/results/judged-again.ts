// Which completed calls may be judged again: those that the model could not finish.
import type { NotJudgedReason } from '../../ports/call-analyst.js';

/** A model that declined would decline again; another model, or a longer limit, may finish what this one did not. */
const MAY_BE_FINISHED: ReadonlySet<string> = new Set<NotJudgedReason>(['too_long_for_model', 'unusable_answer']);
// Quotation marks within a text are escaped in JSON, so that only the member itself is found.
const REASON = /"not_judged_reason":"(\w+)"/;

/** @param results JSON text of results, or of their summary @returns `not_judged_reason`; null where the call was judged */
export const notJudgedIn = (results: string): string | null => REASON.exec(results)?.[1] ?? null;

/** @param results JSON text of results, or of their summary; null until the call is completed */
export const mayBeJudgedAgain = (results: string | null): boolean =>
  results !== null && MAY_BE_FINISHED.has(notJudgedIn(results) ?? '');
