import { badRequest } from '../../../platform/errors/api-error.js';

export const MAX_ROWS = 5_000;
export const MAX_CALLS_READ = 2_000_000;

export const tooManyRows = () => badRequest(`More than ${MAX_ROWS} rows: narrow the time or the grouping`);
export const tooManyCalls = () => badRequest('Narrow the time: this grouping reads call by call');
