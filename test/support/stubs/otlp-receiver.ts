// A stub of an OpenTelemetry collector: receives OTLP over HTTP as JSON, keeps every span and metric, and answers 400 to metrics
// that OTLP does not know.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              kind: z.number(),
              attributes: attributes.default([]),
              status: z.object({ code: z.number().default(0) }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Whole numbers of 64 bits are strings. */
const whole = z.string().regex(/^\d+$/);
const point = {
  attributes: z.array(z.strictObject({ key: z.string().min(1), value: z.strictObject({ stringValue: z.string() }) })),
  startTimeUnixNano: whole,
  timeUnixNano: whole,
};
const numbers = z.array(z.strictObject({ ...point, asDouble: z.number() })).min(1);
const histogram = z
  .strictObject({
    ...point,
    count: whole,
    sum: z.number(),
    bucketCounts: z.array(whole),
    explicitBounds: z.array(z.number()),
  })
  .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1)
  .refine(({ count, bucketCounts }) => Number(count) === bucketCounts.reduce((sum, one) => sum + Number(one), 0));
const described = { name: z.string().min(1), description: z.string() };
const metric = z.union([
  z.strictObject({ ...described, gauge: z.strictObject({ dataPoints: numbers }) }),
  z.strictObject({
    ...described,
    sum: z.strictObject({ aggregationTemporality: z.literal(2), isMonotonic: z.boolean(), dataPoints: numbers }),
  }),
  z.strictObject({
    ...described,
    histogram: z.strictObject({ aggregationTemporality: z.literal(2), dataPoints: z.array(histogram).min(1) }),
  }),
]);
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: point.attributes }),
      scopeMetrics: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), metrics: z.array(metric).min(1) }),
      ),
    }),
  ),
});

export type CollectedMetric = z.infer<typeof metric>;
export type CollectedSpan = z.infer<typeof traces>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Those of each request that was accepted. */
  readonly metrics: CollectedMetric[][];
  /** The bodies of all requests, unparsed. */
  readonly bodies: string[];
  readonly headers: Record<string, string | string[] | undefined>[];
  close(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: CollectedSpan[] = [];
  const rounds: CollectedMetric[][] = [];
  const bodies: string[] = [];
  const headers: OtlpReceiver['headers'] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (request.url !== '/v1/traces' && request.url !== '/v1/metrics') {
      response.writeHead(404).end();
      return;
    }
    bodies.push(body);
    headers.push(request.headers);
    if (request.url === '/v1/metrics') {
      const parsed = metrics.safeParse(JSON.parse(body));
      for (const { scopeMetrics } of parsed.data?.resourceMetrics ?? [])
        rounds.push(scopeMetrics.flatMap((scope) => scope.metrics));
      response.writeHead(parsed.success ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    for (const { scopeSpans } of traces.parse(JSON.parse(body)).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics: rounds,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
