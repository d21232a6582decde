// Tells a backing service that cannot be reached from a fault in this one: the first is a 503 that passes, the second a 500.

const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
]);

/** Postgres: shutting down or starting (57P), connection lost (08), out of connections (53300), cut off for taking too long. */
const POSTGRES_CODES = /^(57P0[1-5]|08\w{3}|53300|57014|55P03|25P03)$/;

/** Errors of pg, its pool, TypeORM and ioredis that carry no code. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Connection is closed|Command timed out|Stream isn't writeable|Driver not Connected|Cannot use a pool after calling end|Reached the max retries per request limit)/i;

export function isServiceAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (CONNECTION_CODES.has(error.code) || POSTGRES_CODES.test(error.code)) return true;
  }
  if (MESSAGES.test(error.message)) return true;
  if ('driverError' in error && error.driverError !== error) return isServiceAway(error.driverError);
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isServiceAway);
  return error.cause !== undefined && error.cause !== error && isServiceAway(error.cause);
}
