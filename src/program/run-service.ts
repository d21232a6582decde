// Runs one process of the service: handles the signals and sets the exit code.
import { constants } from 'node:os';
import type { Logger } from 'pino';
import { ConfigError } from '../platform/config/config-error.js';
import { createLogger } from '../platform/operations/logger.js';
import { configFor, MAX_STOP_MS, type ServiceRole, startService } from './service.js';

/**
 * Under `npm start` one Ctrl-C can arrive twice within milliseconds: the terminal sends SIGINT to npm and to this process,
 * and npm forwards its own. The same signal within this time is therefore not a second one.
 */
const REPEATED_SIGNAL_MS = 1_000;

async function serve(role: ServiceRole | null): Promise<void> {
  const config = configFor(role);
  const logger = createLogger(config.log);
  exitOnUncaughtError(logger);
  const starting = startService({ announce: (line) => process.stdout.write(`${line}\n`), config, logger });
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | null = null;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (first !== null) {
      if (signal === first.signal && performance.now() - first.atMs < REPEATED_SIGNAL_MS) return;
      process.stdout.write(`${signal}: exiting at once\n`);
      // The exit code that a shell reports for a process that a signal has ended.
      process.exit(128 + constants.signals[signal]);
    }
    first = { signal, atMs: performance.now() };
    process.stdout.write(`${signal}: stopping; a second signal exits at once\n`);
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    // runService reports the error of a start that fails, and exits.
    const service = await starting.catch(() => null);
    if (service === null) return;
    const failed = await service.stop();
    if (failed.length > 0) process.stderr.write(`These steps of stopping failed: ${failed.join(', ')}\n`);
    process.exit(failed.length > 0 ? 1 : 0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  await starting;
}

/** @param role in place of `PROCESS`; null leaves it to the configuration */
export async function runService(role: ServiceRole | null): Promise<void> {
  // After Ctrl-C on `npm start | tee log` the reader may end first. What is printed then fails with EPIPE, which as an error that
  // nothing handles would end the process in the middle of its uploads and calls.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  try {
    await serve(role);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The service could not start.\n${sentence}\n`);
    if (!(error instanceof ConfigError) && process.argv.includes('--trace')) console.error(error);
    process.exit(1);
  }
}

/**
 * After an error that nothing handles, what the process holds in memory is in doubt. Another process takes over its work. Node
 * reports a rejected promise that nothing handles as an uncaught error too.
 */
function exitOnUncaughtError(logger: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'An error that nothing handles; the process exits with 1');
    process.exit(1);
  });
}
