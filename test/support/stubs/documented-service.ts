// A server that checks each request against the OpenAPI document, and answers with the document's own example.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { documentedAnswer } from '../../../clients/conformance/documented-answers.js';
import { type CheckedRequest, checkRequest } from '../clients/documented-requests.js';
import { routeOf } from '../clients/responses.js';

export interface ServedRequest extends CheckedRequest {
  /** e.g. `createAnalysis`; null where the document has no such operation. */
  readonly operationId: string | null;
}

export interface DocumentedService {
  readonly url: string;
  /** In the order of their arrival. */
  readonly requests: readonly ServedRequest[];
  close(): Promise<void>;
}

export async function startDocumentedService(): Promise<DocumentedService> {
  const requests: ServedRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).then((checked) => requests.push(checked));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<ServedRequest> {
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', 'http://service');
  const route = routeOf(method, url.pathname);
  const body = await buffer(request);
  const failed = (problem: string): CheckedRequest => ({
    problems: [problem],
    credential: null,
    query: {},
    body: null,
  });
  const checked = route
    ? await checkRequest(route, { url, headers, body }).catch((error: unknown) => failed(String(error)))
    : failed('the document has no such operation');
  if (!route || checked.problems.length > 0) {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: checked.problems.join(', ') }));
  } else answer(response, `${method} ${route.path}`, url);
  return { operationId: route?.operation.operationId ?? null, ...checked };
}

function answer(response: ServerResponse, route: string, url: URL): void {
  const documented = documentedAnswer(route);
  if (!documented) throw new Error(`${route} has no success in the document`);
  const { status, headers, type, body } = documented;
  const shown = type === 'application/json' ? JSON.stringify(page(body, url)) : String(body ?? 'text');
  response.writeHead(status, { ...headers, ...(type && { 'content-type': type.replace('*', 'wav') }) });
  response.end(type === null ? undefined : shown);
}

/** The page after the first has nothing, so that a list comes to its end. */
function page(body: unknown, { searchParams }: URL): unknown {
  const from = Number(searchParams.get('skip') ?? searchParams.get('offset') ?? 0);
  if (from === 0 || typeof body !== 'object' || body === null) return body;
  return { ...body, ...('items' in body ? { items: [] } : { data: [], has_more: false }) };
}
