// Asks each engine of ENGINES_FILE, once a process has started, what costs nothing: what is wrong is told before the first call.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EngineCheck } from '../adapters/engines/choose-engines.js';
import { faultSentence } from '../adapters/engines/engine-fault.js';

/** More than the checks' own deadlines, for an engine whose slots are all taken. */
const CHECK_MS = 20_000;

/** Resolves when each has answered or its time is over. Never rejects. */
export async function checkEngines(checks: readonly EngineCheck[], logger: Logger, checkMs = CHECK_MS): Promise<void> {
  await Promise.all(
    checks.map(async ({ spec, check }) => {
      const late = delay(checkMs, ['The server did not answer in time.'], { ref: false });
      const reasons = await Promise.race([check(), late]).catch((error: unknown) => [faultSentence(error, spec)]);
      for (const reason of reasons) logger.warn({ engine: spec.name, reason }, 'An engine may not work');
    }),
  );
}
