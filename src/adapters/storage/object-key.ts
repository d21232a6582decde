/** `recordings/<uuid>`: made by this service, never from anything a client sent. */
const OBJECT_KEY = /^recordings\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PREFIX = /^[a-z0-9/-]*$/;

/** What else may lie in a folder or a bucket is not this service's. */
export function isObjectKey(key: string): boolean {
  return OBJECT_KEY.test(key);
}

/** The key itself. Throws on any other form, so that no key can ever name a path outside the store. */
export function checkedKey(key: string): string {
  if (!isObjectKey(key)) throw new Error('An object key must have the form recordings/<uuid>');
  return key;
}

/** A prefix that {@link checkedKey} keys can start with. */
export function checkedPrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('An object prefix may hold only a-z, 0-9, "-" and "/"');
  return prefix;
}
