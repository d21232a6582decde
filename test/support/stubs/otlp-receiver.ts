// A stub of an OpenTelemetry collector: receives OTLP over HTTP as JSON and keeps every span.
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

export type CollectedSpan = z.infer<typeof traces>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The bodies of all requests, unparsed. */
  readonly bodies: string[];
  readonly headers: Record<string, string | string[] | undefined>[];
  close(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const headers: OtlpReceiver['headers'] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    bodies.push(body);
    headers.push(request.headers);
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
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
