// Why a line is refused: items as in the 422 of a submission, without `body` in front.
import type { ApiError, ValidationItem } from '../../platform/errors/api-error.js';

export type LineFault = Pick<ValidationItem, 'type' | 'loc' | 'msg'>;

/** A hostile line may have many. */
const MAX_FAULTS = 20;

export function faultsOf({ detail }: ApiError): readonly LineFault[] {
  if (typeof detail === 'string') return [wholeLine(detail)];
  return detail
    .slice(0, MAX_FAULTS)
    .map(({ type, loc, msg }) => ({ type, loc: loc[0] === 'body' ? loc.slice(1) : loc, msg }));
}

export const wholeLine = (msg: string, type: LineFault['type'] = 'value_error'): LineFault => ({ type, loc: [], msg });

/** @param text as the row keeps them */
export function readFaults(text: string): readonly LineFault[] {
  return JSON.parse(text);
}

/** One sentence for people: `agent_id: Field required; direction: …`. */
export function reasonOf(faults: readonly LineFault[]): string {
  return faults.map(({ loc, msg }) => (loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`)).join('; ');
}
