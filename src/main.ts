// Starts one process: settings, backing servers, schema, engines, application. Owns the signals and the exit code.

import { ConfigError } from './platform/config/config.js';
import { startService } from './service.js';

/** Longest way down; what has not ended by then is ended by the lease and the sweep of others. */
const SHUTDOWN_MS = 28_000;

async function main(): Promise<void> {
  const starting = startService({ announce: (line) => process.stdout.write(`${line}\n`) });
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    process.stdout.write(`${signal}: stopping\n`);
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

main().catch((error: unknown) => {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The service could not start.\n${sentence}\n`);
  if (!(error instanceof ConfigError) && process.argv.includes('--trace')) console.error(error);
  process.exit(1);
});
