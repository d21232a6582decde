// The errors of resumable uploads, each sentence once. Statuses that tus gives a meaning are those of tus.
import { ApiError, badRequest, invalid, notFound, PassingError } from '../platform/errors/api-error.js';

export const TUS_VERSION = '1.0.0';
const VERSIONS = { 'Tus-Version': TUS_VERSION };
/** The content type of bytes. */
export const OFFSET_STREAM = 'application/offset+octet-stream';
const BYTES_ONLY = `The Content-Type should be ${OFFSET_STREAM}`;

export const uploadNotFound = () => notFound('Upload');
export const uploadNotComplete = (offsetBytes: number, lengthBytes: number) =>
  new PassingError(400, `The upload is not complete: ${offsetBytes} of ${lengthBytes} bytes`);
export class UploadUsed extends ApiError {}
export const uploadUsed = () => new UploadUsed(400, 'The upload was used for an analysis');
export const versionNotNamed = () => new ApiError(412, 'Tus-Resumable Required', VERSIONS);
export const versionNotSpoken = () => new ApiError(412, 'Tus-Resumable should be 1.0.0', VERSIONS);
export const offsetMissing = () => badRequest('Upload-Offset header required');
export const lengthDeferred = () =>
  badRequest('Upload-Defer-Length is not supported: Upload-Length should tell the length at the creation');
export const partsNotJoined = () =>
  badRequest('Upload-Concat is not supported: one upload should bring the whole recording');
export const bytesTypeOnly = () => new ApiError(415, BYTES_ONLY, { 'Accept-Patch': OFFSET_STREAM });
export const fileNameMissing = () => badRequest('Upload-Metadata must have a filename');
export const fileNameTooLong = () => badRequest('The filename in Upload-Metadata should have at most 255 characters');
export const metadataTooLong = () => badRequest('Upload-Metadata should have at most 4096 characters');
export const uploadTooLong = () => new ApiError(413, 'Maximum size exceeded');
/**
 * Another request writes to it, or did until its connection or process ended: three retries, as the client libraries make, wait
 * until such a lock has ended too.
 */
export const uploadLocked = () => new ApiError(423, 'Another request writes to the upload', { 'Retry-After': '3' });
export const offsetConflict = () => new ApiError(409, 'Upload-Offset conflict');
export const checksumMismatch = () => new ApiError(460, 'Checksum mismatch');
export const checksumNotKnown = () =>
  badRequest('Upload-Checksum must be sha1, sha256 or md5, a blank, and the digest in Base64');
export const offsetTypeOnly = () =>
  invalid([
    {
      type: 'content_type',
      loc: ['header', 'content-type'],
      msg: BYTES_ONLY,
    },
  ]);
