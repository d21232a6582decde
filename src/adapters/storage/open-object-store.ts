import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import type { SignedLinks } from '../../platform/http/access/signed-links.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { DiskObjectStore } from './disk.object-store.js';

/** The store that the configuration names. The SDK of S3 is loaded only for that: a process starts sooner without it. */
export async function openObjectStore({ storage, http, dataDir }: Config, links: SignedLinks): Promise<ObjectStore> {
  if (storage.kind === 'disk')
    return new DiskObjectStore({ directory: storage.directory, publicUrl: http.publicUrl }, links);
  const { S3ObjectStore } = await import('./s3.object-store.js');
  return new S3ObjectStore(storage, join(dataDir, 'incoming'));
}
