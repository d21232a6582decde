// The bucket of a source, opened with its credentials.
import type { Bucket, BucketKeys, Buckets } from '../../../ports/buckets.js';
import type { BucketCredentials, BucketSettings } from '../source.js';

export interface OpenableSource {
  readonly accountId: string;
  readonly settings: BucketSettings;
  readonly credentials: BucketCredentials;
}

/** @throws BucketError */
export function openSource(buckets: Buckets, { accountId, settings, credentials }: OpenableSource): Promise<Bucket> {
  const { bucket, region, endpoint } = settings;
  return buckets.open({ accountId, bucket, region, endpoint, keys: keysOf(credentials) });
}

function keysOf(credentials: BucketCredentials): BucketKeys {
  return 'role_arn' in credentials && credentials.role_arn
    ? { roleArn: credentials.role_arn, externalId: credentials.external_id }
    : 'access_key_id' in credentials
      ? { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key }
      : { accessKeyId: '', secretAccessKey: '' };
}
