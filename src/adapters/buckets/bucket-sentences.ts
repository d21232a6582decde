// Describes a fault of a client's bucket in one sentence. Messages of stores are never repeated: they contain hosts, keys and
// accounts.
import { OutboundError, outboundError } from '../../platform/outbound/outbound-error.js';
import { BucketError, type BucketFault } from '../../ports/buckets.js';

const NOT_ALLOWED = 'The store refused access: the credentials may not do this';
const OTHER_REGION = 'The bucket is in another region';

/** Sentences by the error code of the store. */
const SENTENCES: Readonly<Record<string, string>> = {
  AccessDenied: NOT_ALLOWED,
  AllAccessDisabled: NOT_ALLOWED,
  InvalidAccessKeyId: 'The store does not know the access key',
  InvalidClientTokenId: 'The store does not know the access key',
  SignatureDoesNotMatch: 'The store refused the signature: the secret access key is wrong',
  ExpiredToken: 'The credentials have expired',
  NoSuchBucket: 'The bucket does not exist',
  PermanentRedirect: OTHER_REGION,
  AuthorizationHeaderMalformed: OTHER_REGION,
  IllegalLocationConstraintException: OTHER_REGION,
  RequestTimeTooSkewed: 'The clock of the store differs from the time of the request',
  InvalidObjectState: 'The object is archived and cannot be read',
  SlowDown: 'The store asks for fewer requests',
};
const BY_STATUS: Readonly<Record<number, string>> = { 301: OTHER_REGION, 401: NOT_ALLOWED, 403: NOT_ALLOWED };
const NOT_AVAILABLE = 'The store is not available for the moment';
export const NOT_VALID = 'The store sent an answer that is not valid';

interface StoreAnswer {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** @param of scope of the fault that a response of the store describes; without a response it is the bucket */
export function bucketError(error: unknown, of: BucketFault): BucketError {
  if (error instanceof BucketError) return error;
  if (error instanceof OutboundError) return new BucketError(error.message, 'bucket', { cause: error });
  if (!(error instanceof Error)) return new BucketError(NOT_VALID, 'bucket', { cause: error });
  const { name, $metadata } = error as StoreAnswer;
  const status = $metadata?.httpStatusCode;
  const known = SENTENCES[name] ?? (status === undefined ? undefined : BY_STATUS[status]);
  if (known !== undefined) return new BucketError(known, of, { cause: error });
  if (status !== undefined && status >= 500) return new BucketError(NOT_AVAILABLE, of, { cause: error });
  if (status !== undefined) return new BucketError(NOT_VALID, of, { cause: error });
  const outbound = causeOf(error);
  return new BucketError(outbound.message, 'bucket', { cause: error });
}

/** Error of the connection. The SDK wraps it in its own error. */
function causeOf(error: Error): OutboundError {
  for (let current: unknown = error; current instanceof Error; current = current.cause)
    if (current instanceof OutboundError || ('code' in current && typeof current.code === 'string'))
      return outboundError(current);
  return error.name === 'TimeoutError' || error.name === 'AbortError'
    ? new OutboundError('timeout')
    : new OutboundError('bad-response', NOT_VALID);
}

export const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
