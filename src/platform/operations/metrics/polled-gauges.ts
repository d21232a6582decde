// Gauges that a query fills at each scrape. When the query fails, the gauges are left out: a stale value would look current.

import { withinTime } from '../../concurrency/within-time.js';
import { Metrics } from './metrics.js';

const READ_TIMEOUT_MS = 2_000;

/**
 * @param help the help text of each gauge, by its name
 * @param read reads the values of all gauges; called once for each scrape, however many gauges there are
 */
export function addPolledGauges<Name extends string>(
  metrics: Metrics,
  help: Readonly<Record<Name, string>>,
  read: () => Promise<Readonly<Record<Name, number>>>,
): void {
  let reading: Promise<Readonly<Record<Name, number>> | null> | null = null;
  const readOnce = () => {
    reading ??= withinTime(read, READ_TIMEOUT_MS)
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const name in help) {
    metrics.gauge(name, help[name], [], async (gauge) => {
      const value = (await readOnce())?.[name];
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    });
  }
}
