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

const RESUMABLE = { 'Tus-Resumable': text('The version of tus that the service speaks.', '1.0.0') };
const OFFSET = { 'Upload-Offset': whole('Bytes that have arrived.', 41_943_040) };
const EXPIRES = {
  'Upload-Expires': text('When an upload that is not complete ends.', 'Sat, 28 Nov 2026 10:00:00 GMT'),
};
const LENGTH = { 'Upload-Length': whole('Bytes of the whole recording.', 83_886_080) };
const METADATA = { 'Upload-Metadata': text('As it was sent.', 'filename Y2FsbC53YXY=') };

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
  summary: 'Begin a resumable upload',
  description:
    'tus 1.0, extensions creation, creation-with-upload, expiration, termination and checksum: any tus client works, with the ' +
    'credential as a header. Send the bytes with `PATCH` to the address in `Location`; then `POST /analysis` with JSON and ' +
    '`upload_id` takes the recording, once. What is not used ends after 24 hours. 60 a minute, and as many open at the same ' +
    'time as uploads, 20 an account, unless the operator says otherwise.',
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
    'From `Upload-Offset` on, which must be where the upload ends. What has arrived is stored, also where the request breaks ' +
    'off: `HEAD` says how much. With `Upload-Checksum` all of the request is stored, or nothing. Once 4 kB have arrived, what ' +
    'is no recording is refused, and the upload is gone. 1,200 a minute. Where a network lets no PATCH through, send POST with ' +
    '`X-HTTP-Method-Override: PATCH`.',
};

export const DescribeAppending = () =>
  applyDecorators(
    Resumable(),
    ApiHeader({
      name: 'Upload-Offset',
      required: true,
      description: 'Bytes that have arrived before.',
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
  summary: 'See how far an upload is',
  description: 'For a client that goes on: `Upload-Offset` says from where.',
};

export const DescribeFinding = () => applyDecorators(Resumable());

export const FOUND = {
  description: 'How far it is.',
  headers: { ...RESUMABLE, ...OFFSET, ...LENGTH, ...METADATA, ...EXPIRES },
};

export const FIND_REFUSALS: readonly ApiError[] = [uploadNotFound(), versionNotNamed(), versionNotSpoken()];

export const END_UPLOAD: ApiOperationOptions = {
  operationId: 'endUpload',
  summary: 'End an upload',
  description:
    'Deletes what has arrived. An analysis that was made of it stays as it is. Where a network lets no DELETE through, send POST ' +
    'with `X-HTTP-Method-Override: DELETE`.',
};

export const DescribeEnd = () =>
  applyDecorators(Resumable(), ApiNoContentResponse({ description: 'It is gone.', headers: RESUMABLE }));

export const END_REFUSALS: readonly ApiError[] = [
  uploadNotFound(),
  versionNotNamed(),
  versionNotSpoken(),
  uploadLocked(),
];
