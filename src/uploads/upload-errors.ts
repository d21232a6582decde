// The errors of resumable uploads, each sentence once. Statuses that tus gives a meaning are those of tus.
import { ApiError, badRequest, invalid, notFound } from '../platform/errors/api-error.js';

export const uploadNotFound = () => notFound('Upload');
export const uploadNotComplete = (offsetBytes: number, lengthBytes: number) =>
  badRequest(`The upload is not complete: ${offsetBytes} of ${lengthBytes} bytes`);
export const uploadUsed = () => badRequest('The upload was used for an analysis');
export const fileNameMissing = () => badRequest('Upload-Metadata must have a filename');
export const fileNameTooLong = () => badRequest('The filename in Upload-Metadata should have at most 255 characters');
export const metadataTooLong = () => badRequest('Upload-Metadata should have at most 4096 characters');
export const uploadTooLong = () => new ApiError(413, 'Maximum size exceeded');
/** Another request writes to it: ask again in a moment. */
export const uploadLocked = () => new ApiError(423, 'Another request writes to the upload', { 'Retry-After': '1' });
export const offsetConflict = () => new ApiError(409, 'Upload-Offset conflict');
export const checksumMismatch = () => new ApiError(460, 'Checksum mismatch');
export const checksumNotKnown = () =>
  badRequest('Upload-Checksum must be sha1, sha256 or md5, a blank, and the digest in Base64');
export const offsetTypeOnly = () =>
  invalid([
    {
      type: 'content_type',
      loc: ['header', 'content-type'],
      msg: 'The Content-Type should be application/offset+octet-stream',
    },
  ]);
