// Describes a fault of a client's bucket in one sentence. Messages of stores are never repeated: they contain hosts, keys and
// accounts.
import { OutboundError, outboundError } from '../../platform/outbound/outbound-error.js';
import { BucketError } from '../../ports/buckets.js';

const NOT_ALLOWED = 'The store refused access: the credentials may not do this';
const OTHER_REGION = 'The bucket is in another region';
const OTHER_KEY = 'The object is encrypted with a key that the credentials may not use';
const REGION = /^[a-z]{2}(?:-[a-z]{1,12}){1,3}-\d{1,2}$/;
/** Statuses below 500 that say nothing of the object that was requested. */
const OF_STORE: readonly number[] = [408, 425, 429];

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

interface StoreAnswer extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  readonly Region?: unknown;
}

/** @param asked what was requested: the bucket, or an object of it */
export function bucketError(error: unknown, asked: 'object' | 'bucket'): BucketError {
  if (error instanceof BucketError) return error;
  const ofRequest = asked === 'object' ? 'store' : 'bucket';
  if (error instanceof OutboundError) return new BucketError(error.message, ofRequest, { cause: error });
  if (!(error instanceof Error)) return new BucketError(NOT_VALID, ofRequest, { cause: error });
  const answer: StoreAnswer = error;
  const status = answer.$metadata?.httpStatusCode;
  if (status === undefined) return new BucketError(causeOf(error).message, ofRequest, { cause: error });
  const isOfObject = asked === 'object' && status < 500 && !OF_STORE.includes(status);
  return new BucketError(sentenceOf(answer, status), isOfObject ? 'object' : ofRequest, { cause: error });
}

function sentenceOf(answer: StoreAnswer, status: number): string {
  if (answer.name.startsWith('KMS') || /\bkms:|\bSSE-C\b|Server Side Encryption/i.test(answer.message))
    return OTHER_KEY;
  const known = SENTENCES[answer.name] ?? BY_STATUS[status];
  if (known === OTHER_REGION) return regionSentence(answer);
  return known ?? (status >= 500 ? NOT_AVAILABLE : NOT_VALID);
}

function regionSentence({ Region, $response }: StoreAnswer): string {
  const region = $response?.headers?.['x-amz-bucket-region'] ?? Region;
  return typeof region === 'string' && REGION.test(region) ? `The bucket is in ${region}` : OTHER_REGION;
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
