// The errors of exports, each sentence once.
import { ApiError, badRequest, notFound } from '../../platform/errors/api-error.js';

export const tooManyExports = () => badRequest('An account can have 5 exports in progress: wait for one or cancel it');
export const tooManyExportsADay = () => badRequest('An account can start 100 exports in 24 hours');
export const exportNotFound = () => notFound('Export');
export const exportFinished = () => badRequest('Only an export in progress can be canceled');
export const exportEnded = () =>
  new ApiError(404, 'The export holds calls that were deleted or redacted; make it again');
export const noFile = () =>
  new ApiError(404, 'The export has no file: it is in progress, has failed, or is older than 7 days');
