// Format of object keys: a key can never name a path outside the store.

/** A folder and a UUID, which the service generates: no part of a key comes from a client. In `audit` it is the account's id. */
const OBJECT_KEY = /^(recordings|exports|uploads|audit|erasures)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PREFIX = /^[a-z0-9/-]*$/;

/** Folders of all keys. */
export const FOLDERS = ['recordings', 'exports', 'uploads', 'audit', 'erasures'] as const;

/** False for files that people or other programs put into the folder or the bucket. */
export function isObjectKey(key: string): boolean {
  return OBJECT_KEY.test(key);
}

/** The key itself. Throws on any other form. */
export function checkedKey(key: string): string {
  if (!isObjectKey(key))
    throw new Error('An object key must be a folder of the service and a UUID, as in recordings/<uuid>');
  return key;
}

/** The prefix itself. Throws when no key can start with it. */
export function checkedPrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('An object prefix may hold only a-z, 0-9, "-" and "/"');
  return prefix;
}

/** Key of the object that names the deployment of the service that owns the store. */
export const MARK = 'call-analysis-deployment';
/** Limit of a mark, which is an identifier; anything longer is not ours. */
export const MAX_MARK_BYTES = 1_000;
