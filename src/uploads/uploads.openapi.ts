// Describes the routes of resumable uploads for the OpenAPI document: tus 1.0 says what its headers mean.
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse, type ApiOperationOptions } from '@nestjs/swagger';
import { type ApiError, badRequest, tooManyRequests } from '../platform/errors/api-error.js';
import {
  AUDIO_EMPTY,
  MAX_RECORDING_BYTES,
  UNSUPPORTED_FORMAT,
  uploadFailed,
} from '../recordings/receiving/recording-limits.js';
import {
  bytesTypeOnly,
  checksumMismatch,
  checksumNotKnown,
  fileNameMissing,
  fileNameTooLong,
  lengthDeferred,
  metadataTooLong,
  offsetConflict,
  offsetMissing,
  partsNotJoined,
  uploadLocked,
  uploadNotFound,
  uploadTooLong,
  versionNotNamed,
  versionNotSpoken,
} from './upload-errors.js';

const OFFSET_INVALID = badRequest('Invalid upload-offset');

const BYTES = {
  'application/offset+octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
};

const text = (description: string, example: string) => ({ description, schema: { type: 'string' as const }, example });
const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const },
  example,
});

const RESUMABLE = { 'Tus-Resumable': text('Version of tus supported by the service.', '1.0.0') };
const OFFSET = { 'Upload-Offset': whole('Bytes received.', 41_943_040) };
const EXPIRES = {
  'Upload-Expires': text('When an incomplete upload expires.', 'Sat, 28 Nov 2026 10:00:00 GMT'),
};
const LENGTH = { 'Upload-Length': whole('Bytes of the whole recording.', 83_886_080) };
const METADATA = { 'Upload-Metadata': text('As sent.', 'filename Y2FsbC53YXY=') };

const Resumable = () =>
  ApiHeader({
    name: 'Tus-Resumable',
    required: true,
    description: 'The version of tus: `1.0.0`.',
    schema: { type: 'string', enum: ['1.0.0'] },
    example: '1.0.0',
  });

const Checksum = () =>
  ApiHeader({
    name: 'Upload-Checksum',
    required: false,
    description: 'Of the bytes of this request: `sha1`, `sha256` or `md5`, a blank, and the digest in Base64.',
    schema: { type: 'string' },
  });

export const CREATE_UPLOAD: ApiOperationOptions = {
  operationId: 'createUpload',
  summary: 'Start a resumable upload',
  description:
    'tus 1.0 with the extensions creation, creation-with-upload, expiration, termination and checksum: use any ' +
    'tus client, with the credential as a header. Send the bytes with `PATCH` to the URL in `Location`; then ' +
    'submit the recording with `POST /analysis`, JSON and `upload_id`. Unused uploads expire after 24 hours. 60 ' +
    'a minute, and as many open at the same time as uploads, 20 an account, unless the operator says otherwise.',
};

export const DescribeCreation = () =>
  applyDecorators(
    Resumable(),
    ApiHeader({
      name: 'Upload-Length',
      required: true,
      description: 'Bytes of the whole recording.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_RECORDING_BYTES },
      example: 83_886_080,
    }),
    ApiHeader({
      name: 'Upload-Metadata',
      required: true,
      description: 'Pairs of a key and a value in Base64, with commas between. `filename`, or `name`, is required.',
      schema: { type: 'string', maxLength: 4_096 },
      example: 'filename Y2FsbC53YXY=',
    }),
    Checksum(),
  );

export const CREATED_HEADERS = {
  ...RESUMABLE,
  Location: text('The path of the upload.', '/api/v1/uploads/0b5e2c1a-7f6d-4a2e-9a53-6f1f6d1b2c3d'),
  ...OFFSET,
  ...EXPIRES,
};

export const CREATE_REFUSALS: readonly ApiError[] = [
  badRequest(AUDIO_EMPTY),
  badRequest(UNSUPPORTED_FORMAT),
  fileNameMissing(),
  fileNameTooLong(),
  metadataTooLong(),
  checksumNotKnown(),
  badRequest('Upload-Length or Upload-Defer-Length header required'),
  badRequest('Invalid upload-length'),
  badRequest('Invalid upload-metadata'),
  lengthDeferred(),
  partsNotJoined(),
  versionNotNamed(),
  versionNotSpoken(),
  uploadTooLong(),
  tooManyRequests(17),
  checksumMismatch(),
  uploadFailed(),
];

export const APPEND_TO_UPLOAD: ApiOperationOptions = {
  operationId: 'appendToUpload',
  summary: 'Send bytes of an upload',
  description:
    'Appends bytes at `Upload-Offset`, which must be the current end of the upload. Received bytes are stored ' +
    'even if the request is interrupted: `HEAD` returns how many. With `Upload-Checksum` the request is stored ' +
    'completely or not at all. After the first 4 kB, anything that is not a recording is refused and deleted. ' +
    '1,200 requests a minute. If your network blocks PATCH, send POST with `X-HTTP-Method-Override: PATCH`.',
};

export const DescribeAppending = () =>
  applyDecorators(
    Resumable(),
    ApiHeader({
      name: 'Upload-Offset',
      required: true,
      description: 'Bytes received before.',
      schema: { type: 'integer', minimum: 0 },
      example: 0,
    }),
    Checksum(),
    ApiNoContentResponse({ description: 'The bytes are stored.', headers: { ...RESUMABLE, ...OFFSET, ...EXPIRES } }),
  );

export const APPEND_REQUEST_BODY = { required: true, content: BYTES };

export const APPEND_REFUSALS: readonly ApiError[] = [
  badRequest(UNSUPPORTED_FORMAT),
  OFFSET_INVALID,
  offsetMissing(),
  checksumNotKnown(),
  uploadNotFound(),
  offsetConflict(),
  versionNotNamed(),
  versionNotSpoken(),
  uploadTooLong(),
  bytesTypeOnly(),
  uploadLocked(),
  checksumMismatch(),
  uploadFailed(),
];

export const FIND_UPLOAD: ApiOperationOptions = {
  operationId: 'findUpload',
  summary: 'Get the progress of an upload',
  description: 'To resume an upload: `Upload-Offset` is the position to continue from.',
};

export const DescribeFinding = () => applyDecorators(Resumable());

export const FOUND = {
  description: 'Progress.',
  headers: { ...RESUMABLE, ...OFFSET, ...LENGTH, ...METADATA, ...EXPIRES },
};

export const FIND_REFUSALS: readonly ApiError[] = [uploadNotFound(), versionNotNamed(), versionNotSpoken()];

export const END_UPLOAD: ApiOperationOptions = {
  operationId: 'endUpload',
  summary: 'Cancel an upload',
  description:
    'Deletes the received bytes. An analysis created from the upload does not change. If your network blocks ' +
    'DELETE, send POST with `X-HTTP-Method-Override: DELETE`.',
};

export const DescribeEnd = () =>
  applyDecorators(Resumable(), ApiNoContentResponse({ description: 'The upload is deleted.', headers: RESUMABLE }));

export const END_REFUSALS: readonly ApiError[] = [
  uploadNotFound(),
  versionNotNamed(),
  versionNotSpoken(),
  uploadLocked(),
];
