// An error that nothing handles: what the process holds in memory is in doubt, so it exits. Another process takes over its work.
import type { Logger } from 'pino';

/** Node reports a rejected promise that nothing handles as an uncaught error too. */
export function exitOnUncaughtError(logger: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'An error that nothing handles; the process exits with 1');
    process.exit(1);
  });
}
