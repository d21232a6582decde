import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import type { SignedLinks } from '../../platform/http/access/signed-links.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { DiskObjectStore } from './disk.object-store.js';
import { S3ObjectStore } from './s3.object-store.js';

/** The store that the configuration names. */
export function openObjectStore({ storage, http, dataDir }: Config, links: SignedLinks): ObjectStore {
  return storage.kind === 's3'
    ? new S3ObjectStore(storage, join(dataDir, 'incoming'))
    : new DiskObjectStore({ directory: storage.directory, publicUrl: http.publicUrl }, links);
}
