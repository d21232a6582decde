import { badRequest } from '../../../platform/errors/api-error.js';

export const MAX_ROWS = 5_000;
export const MAX_CALLS_READ = 2_000_000;

export const tooManyRows = () => badRequest(`More than ${MAX_ROWS} rows: narrow the time or the grouping`);
export const tooManyCalls = () => badRequest('Narrow the time: this grouping reads call by call');

/** Refusals by the name that a thread tells them with: an error loses its class on the way. */
export const REFUSALS = { rows: tooManyRows, calls: tooManyCalls } as const;

/** Thrown in the thread that answers. */
export class Refused extends Error {
  constructor(readonly refused: keyof typeof REFUSALS) {
    super(REFUSALS[refused]().message);
  }
}
