// Metrics are sent to a collector that takes only what OTLP allows, with the figures that Prometheus would read.
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { Metrics } from '../../../../src/platform/operations/metrics/metrics.js';
import { startMetricsExport } from '../../../../src/platform/operations/metrics/metrics-export.js';
import { until } from '../../../support/apps/running-service.js';
import { freePort } from '../../../support/processes/free-port.js';
import { type OtlpReceiver, startOtlpReceiver } from '../../../support/stubs/otlp-receiver.js';

let collector: OtlpReceiver | null = null;
afterEach(async () => {
  await collector?.close();
  collector = null;
});

function startExport(endpoint: string, metrics: Metrics, intervalMs = 3_600_000) {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const settings = {
    url: `${endpoint}/v1/metrics`,
    headers: 'authorization=Bearer%20secret',
    serviceName: 'calls',
    intervalMs,
  };
  return { lines, stop: startMetricsExport(settings, 'worker', metrics.registry, logger) };
}

describe('metrics that are sent', () => {
  it('are those of Prometheus, at once and at the end', async () => {
    collector = await startOtlpReceiver();
    const metrics = new Metrics();
    const counter = metrics.counter('things_total', 'Things.', ['kind']);
    metrics.gauge('waiting', 'Waiting.', [], (gauge) => gauge.set(3));
    metrics.gauge('unknown', 'Not a number.', [], (gauge) => gauge.set(Number.NaN));
    const histogram = metrics.histogram('took_seconds', 'Took.', ['step'], [1, 2]);
    counter.inc({ kind: 'a "b"' }, 2);
    for (const [step, seconds] of [
      ['x', 0.5],
      ['x', 1.5],
      ['x', 9],
      ['y', 2],
    ] as const)
      histogram.observe({ step }, seconds);
    const { lines, stop } = startExport(collector.url, metrics);
    const sent = collector.metrics;
    await until(async () => sent.length === 1, 'the first round');
    counter.inc({ kind: 'a "b"' });
    await stop();
    expect(lines).toEqual([]);
    expect(sent, 'rounds').toHaveLength(2);
    const named = (round: number, name: string) => sent[round]?.find((metric) => metric.name === name);
    expect([0, 1].map((round) => named(round, 'things_total'))).toMatchObject(
      [2, 3].map((asDouble) => ({
        sum: {
          isMonotonic: true,
          dataPoints: [{ asDouble, attributes: [{ key: 'kind', value: { stringValue: 'a "b"' } }] }],
        },
      })),
    );
    expect(named(0, 'waiting')).toMatchObject({ description: 'Waiting.', gauge: { dataPoints: [{ asDouble: 3 }] } });
    expect(named(0, 'took_seconds')).toMatchObject({
      histogram: {
        dataPoints: [
          { count: '3', sum: 11, explicitBounds: [1, 2], bucketCounts: ['1', '1', '1'] },
          { count: '1', sum: 2, bucketCounts: ['0', '1', '0'] },
        ],
      },
    });
    expect(named(0, 'unknown')).toBeUndefined();
    expect(collector.headers[0]?.authorization).toBe('Bearer secret');
    expect(collector.bodies[0]).toContain('{"key":"call_analysis.process","value":{"stringValue":"worker"}}');
  });

  it('to a collector that does not answer are told of once, without its address or key', async () => {
    const { lines, stop } = startExport(`http://127.0.0.1:${await freePort()}`, new Metrics(), 5);
    await until(async () => lines.length > 0, 'the warning');
    await stop();
    expect(lines, 'lines about the collector').toHaveLength(1);
    expect(lines[0]).toContain('Failed to send metrics to the collector');
    expect(lines[0]).not.toMatch(/127\.0\.0\.1|secret|ECONN/);
  });
});
