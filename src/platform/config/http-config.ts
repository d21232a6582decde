import { readTrustProxy } from './trust-proxy.js';
import type { Variables } from './variables.js';

export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  /** Base URL that clients call, without `/api/v1` and without a trailing slash. */
  readonly publicUrl: string;
  readonly requireHttps: boolean;
  /** Origins whose pages may call the API, as browsers name them. */
  readonly corsOrigins: readonly string[];
  readonly tlsCertFile: string | null;
  readonly tlsKeyFile: string | null;
  /** Express's own value for `trust proxy`. */
  readonly trustProxy: boolean | number | string;
  /** Port that serves `/metrics` alone; null serves it beside the API. */
  readonly metricsPort: number | null;
  /** Whether anyone may read the sample calls at `/demo`. */
  readonly demo: boolean;
}

export function readHttp(v: Variables, production: boolean): HttpConfig {
  const scheme = v.TLS_CERT_FILE === undefined ? 'http' : 'https';
  return {
    host: v.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: v.PORT,
    publicUrl: (v.PUBLIC_URL ?? `${scheme}://localhost:${v.PORT}`).replace(/\/+$/, ''),
    requireHttps: v.REQUIRE_HTTPS ?? production,
    corsOrigins: v.CORS_ORIGINS ?? [],
    tlsCertFile: v.TLS_CERT_FILE ?? null,
    tlsKeyFile: v.TLS_KEY_FILE ?? null,
    trustProxy: readTrustProxy(v.TRUST_PROXY),
    metricsPort: v.METRICS_PORT ?? null,
    demo: v.DEMO ?? false,
  };
}
