// Decides whether an error means that a backing service (Postgres, Redis) cannot be reached, which is answered with a
// temporary 503, or a fault in this service, which is answered with 500.

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

/** Postgres: shutting down or starting (57P), connection lost (08), out of connections (53300), and its time-outs. */
const POSTGRES_CODES = /^(57P0[1-5]|08\w{3}|53300|57014|55P03|25P03)$/;

/** Errors of pg, its pool, TypeORM and ioredis that have no code. TypeORM releases the runner of a transaction whose connection
 *  is lost between two statements, and the second statement learns only that. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Connection is closed|Command timed out|Stream isn't writeable|Driver not Connected|Query runner already released|Cannot use a pool after calling end|Reached the max retries per request limit)/i;

export function isServiceUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (CONNECTION_CODES.has(error.code) || POSTGRES_CODES.test(error.code)) return true;
  }
  if (MESSAGES.test(error.message)) return true;
  if ('driverError' in error && error.driverError !== error) return isServiceUnavailable(error.driverError);
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isServiceUnavailable);
  return error.cause !== undefined && error.cause !== error && isServiceUnavailable(error.cause);
}
