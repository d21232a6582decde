// Spans are sent to a collector that answers, dropped for one that does not, and sampled by the configured ratio.
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startTracing } from '../../../src/platform/operations/trace-export.js';
import { currentTraceParent, inSpan } from '../../../src/platform/operations/tracing.js';
import { until } from '../../support/apps/running-service.js';
import { freePort } from '../../support/processes/free-port.js';
import { type OtlpReceiver, startOtlpReceiver } from '../../support/stubs/otlp-receiver.js';

let collector: OtlpReceiver | null = null;
afterEach(async () => {
  await collector?.close();
  collector = null;
});

/** Runs the work with tracing on. @returns its result and the log lines */
async function traced<Result>(
  endpoint: string,
  sampleRatio: number,
  work: (logged: readonly string[]) => Promise<Result>,
) {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const settings = { endpoint, headers: 'authorization=Bearer%20secret', serviceName: 'calls', sampleRatio };
  const stop = startTracing(settings, 'worker', logger);
  try {
    return { result: await work(lines), lines };
  } finally {
    await stop();
  }
}

describe('spans', () => {
  it('are sent with the name of the service, the last ones at the end', async () => {
    collector = await startOtlpReceiver();
    const { lines } = await traced(collector.url, 1, inSpanFailing);
    expect(lines).toEqual([]);
    expect(collector.spans.map(({ name }) => name).sort()).toEqual(['inner', 'outer']);
    const [inner, outer] = [...collector.spans].sort((a, b) => a.name.localeCompare(b.name));
    expect(inner?.parentSpanId).toBe(outer?.spanId);
    expect(inner?.status.code, 'The span of the failure is not marked as failed').toBe(2);
    expect(outer?.status.code, 'A span that did not fail is marked as failed').toBe(0);
    expect(collector.bodies.join()).toContain('"calls"');
    expect(collector.bodies.join()).toContain('RangeError');
    expect(collector.bodies.join()).not.toContain('in the message');
    expect(collector.headers[0]?.authorization).toBe('Bearer secret');
  });

  it('of traces that are not sampled are not sent, and the traceparent that goes on says so', async () => {
    collector = await startOtlpReceiver();
    const parent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const { result } = await traced(collector.url, 0, () =>
      inSpan('step', { parent }, async () => currentTraceParent()),
    );
    expect(result).toMatch(/^00-(ab){16}-[0-9a-f]{16}-00$/);
    expect(collector.spans).toEqual([]);
  });

  it('to a collector that does not answer are dropped, with one log line, without its address or key', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const { result, lines } = await traced(endpoint, 1, async (logged) => {
      await inSpan('one', {}, async () => undefined);
      await until(async () => logged.length === 1, 'the warning');
      return inSpan('two', {}, async () => 'done');
    });
    expect(result).toBe('done');
    expect(lines, 'lines about the collector').toHaveLength(1);
    expect(lines[0]).toContain('Failed to send traces');
    expect(lines[0]).not.toMatch(/127\.0\.0\.1|secret|ECONN/);
  });

  it('are not created once tracing has ended', async () => {
    collector = await startOtlpReceiver();
    await traced(collector.url, 1, async () => undefined);
    expect(await inSpan('late', {}, async () => currentTraceParent())).toBeNull();
    expect(collector.spans).toEqual([]);
  });
});

function inSpanFailing(): Promise<void> {
  return inSpan('outer', {}, async () => {
    const failing = inSpan('inner', {}, async () => {
      throw new RangeError('a host in the message');
    });
    await expect(failing).rejects.toThrow(RangeError);
  });
}
