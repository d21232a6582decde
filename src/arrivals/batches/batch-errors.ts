// The errors of batches, each sentence once.
import { badRequest, notFound } from '../../platform/errors/api-error.js';

export const MAX_OPEN_BATCHES = 10;

export const tooManyBatches = () =>
  badRequest(`An account can have ${MAX_OPEN_BATCHES} open batches: wait for one or cancel it`);
export const batchNotFound = () => notFound('Batch');
export const batchEnded = () => badRequest('Only an open batch can be canceled');
export const batchNotCanceled = () => badRequest('Only a canceled batch can be resumed');
export const linesDeleted = () => badRequest('The lines of the batch were deleted 90 days after its end');
