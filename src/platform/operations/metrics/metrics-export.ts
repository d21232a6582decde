// Sends the metrics of one process to an OpenTelemetry collector at an interval. Loaded only when one is configured.
import { hostname } from 'node:os';
import { parseKeyPairsIntoRecord } from '@opentelemetry/core';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../config/config.js';
import { PeriodicTask } from '../periodic-task.js';
import { otlpMetrics } from './otlp-metrics.js';

/** Short, because a collector that does not respond delays the stop of the process by this time. */
const EXPORT_TIMEOUT_MS = 3_000;

/** @returns a function that sends the last figures and ends the export */
export function startMetricsExport(
  { url, headers, serviceName, intervalMs }: NonNullable<Config['metricsExport']>,
  role: Config['process'],
  registry: Registry,
  logger: Logger,
): () => Promise<void> {
  const sinceMs = Date.now() - process.uptime() * 1_000;
  // Two processes with one identity would be one series, which falls and rises.
  const instance = `${hostname()}-${process.pid}`;
  const resource = { 'service.name': serviceName, 'service.instance.id': instance, 'call_analysis.process': role };
  let isFailing = false;
  const send = async () => {
    const metrics = await registry.getMetricsAsJSON();
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...parseKeyPairsIntoRecord(headers), 'content-type': 'application/json' },
      body: JSON.stringify(otlpMetrics(metrics, { sinceMs, atMs: Date.now(), resource })),
      signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector answered ${response.status}`);
    isFailing = false;
  };
  // The warning comes once until a round succeeds, and without the error, which can hold the address.
  const warn = () => {
    if (!isFailing) logger.warn('Failed to send metrics to the collector; the next round sends them');
    isFailing = true;
  };
  const task = new PeriodicTask(send, warn);
  task.start(intervalMs);
  return async () => {
    await task.stop();
    if (!isFailing) await send().catch(warn);
  };
}
