/** Express matches routes in any case, so this must too. */
const VERSIONED = /^\/api\/v\d+(\/|$)/i;

/** True below `/api/v…`. Health, metrics, documents and pages lie elsewhere. */
export const isVersioned = (path: string) => VERSIONED.test(path);
