import { join } from 'node:path';
import type { Variables } from './variables.js';

export interface DiskStorageConfig {
  readonly kind: 'disk';
  readonly directory: string;
}

export interface S3StorageConfig {
  readonly kind: 's3';
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | null;
  /** The server in links that clients open. Null: `endpoint`. */
  readonly publicEndpoint: string | null;
  readonly forcePathStyle: boolean;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
}

export function readStorage(v: Variables, dataDir: string): DiskStorageConfig | S3StorageConfig {
  if (!v.S3_BUCKET) return { kind: 'disk', directory: join(dataDir, 'objects') };
  return {
    kind: 's3',
    bucket: v.S3_BUCKET,
    region: v.S3_REGION ?? 'us-east-1',
    endpoint: v.S3_ENDPOINT ?? null,
    publicEndpoint: v.S3_PUBLIC_ENDPOINT ?? null,
    forcePathStyle: v.S3_FORCE_PATH_STYLE,
    accessKeyId: v.AWS_ACCESS_KEY_ID ?? null,
    secretAccessKey: v.AWS_SECRET_ACCESS_KEY ?? null,
  };
}
