// Requests as the wire has them, for the tests of the contract and of faults; what users do, tests do with the library.
import type {
  Analysis,
  CreatedApiKey,
  CustomerPortal,
  DataPage,
  DeletedAnalysis,
  DeletedApiKey,
  Evaluation,
  Export,
  ItemsPage,
  ReportLink,
  Scorecard,
  ScorecardRevision,
  Subscription,
  TokenPair,
  UsageSummary,
  User,
  WebhookDelivery,
  WebhookDeliveryWithRequest,
} from '../../../clients/typescript/src/index.js';
import { PathError } from './path-error.js';

/** Types of the responses, for the operations that tests call. A view that shows less is a member of the same type. */
interface Responses {
  readonly get: {
    readonly '/analysis': DataPage<Analysis>;
    readonly '/analysis/{id}': Analysis;
    readonly '/analysis/{id}/deliveries': ItemsPage<WebhookDelivery>;
    readonly '/analysis/{id}/deliveries/{delivery_id}': WebhookDeliveryWithRequest;
    readonly '/analysis/{id}/evaluations': ItemsPage<Evaluation>;
    readonly '/billing/customer-portal': CustomerPortal;
    readonly '/billing/usage': UsageSummary;
    readonly '/evaluations': ItemsPage<Evaluation>;
    readonly '/evaluations/{id}': Evaluation;
    readonly '/exports/{id}': Export;
    readonly '/users/me': User;
  };
  readonly post: {
    readonly '/analysis': Analysis;
    readonly '/analysis/from-url': Analysis;
    readonly '/analysis/{id}/deliveries/{delivery_id}/redeliver': WebhookDelivery;
    readonly '/analysis/{id}/evaluations': Evaluation;
    readonly '/analysis/{id}/report-link': ReportLink;
    readonly '/analysis/{id}/retry': Analysis;
    readonly '/analysis/{id}/webhook': Analysis;
    readonly '/api-keys': CreatedApiKey;
    readonly '/auth/login': TokenPair;
    readonly '/auth/register': User;
    readonly '/billing/subscription': Subscription;
    readonly '/exports': Export;
    readonly '/scorecards': Scorecard;
    readonly '/scorecards/{id}/revisions': ScorecardRevision;
    readonly '/scorecards/{id}/revisions/{revision}/publish': ScorecardRevision;
  };
  readonly put: {
    readonly '/evaluations/{id}/answers/{question}': Evaluation;
    readonly '/users/me': User;
  };
  readonly delete: {
    readonly '/analysis/{id}': DeletedAnalysis;
    readonly '/api-keys/{key_id}': DeletedApiKey;
  };
}

interface Sent {
  readonly path?: object;
  readonly query?: object;
  /** JSON, or a `FormData`. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ClientOptions {
  /** An access token or an API key. */
  readonly credential?: string;
  /** Replaces the global `fetch`: for a proxy, for logging or for checks. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Every call rejects with a `PathError` when the answer is not a success. */
export function pathClient(baseUrl: string, { credential, fetch: send = fetch }: ClientOptions = {}) {
  const call =
    <M extends keyof Responses>(method: M) =>
    async <P extends keyof Responses[M]>(
      path: P,
      { path: names, query, body, headers }: Sent = {},
    ): Promise<Responses[M][P]> => {
      const filled = String(path).replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String(names && Reflect.get(names, name))),
      );
      const url = new URL(`${baseUrl}${filled}`);
      for (const [name, value] of Object.entries(query ?? {}))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const isForm = body instanceof FormData;
      const response = await send(url.href, {
        method: method.toUpperCase(),
        headers: {
          ...(credential && { authorization: `Bearer ${credential}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const answer = isJson ? JSON.parse(text) : text;
      if (!response.ok) throw new PathError(`${method} ${url.pathname}`, response.status, answer?.detail ?? text);
      return answer;
    };
  return { get: call('get'), put: call('put'), post: call('post'), delete: call('delete') };
}
