// Every environment variable that the service reads: format, meaning and default. The configuration is parsed with this table.
// `.env.example` and `docs/configuration.md` are generated from it.
import { z } from 'zod';
import { GIVEN_ROLES } from '../../access/roles.js';
import { engineVariables } from './engines/engine-variables.js';
import {
  contactUrl,
  decimal,
  domains,
  flag,
  frameAncestors,
  headerName,
  httpUrl,
  origins,
  registration,
  secret,
  secrets,
  share,
  text,
  token,
  trustProxy,
  urlWith,
  wholeNumber,
} from './variable-formats.js';
import { optional, withDefault } from './variable-notes.js';

export const DEFAULT_DATA_DIR = '.data';

const minutes = wholeNumber(0, 100_000_000);
const cents = wholeNumber(0, 100_000_000);
const requestsPerMinute = wholeNumber(0, 10_000_000);
const days = wholeNumber(0, 36_500);

const processVariables = {
  NODE_ENV: optional(
    z.string(),
    'not production',
    'With `production`, DATABASE_URL, REDIS_URL, JWT_SECRET, PUBLIC_URL, SMTP_URL, MAIL_FROM, an engine, and S3_BUCKET unless PROCESS=all, are required and .env is not read',
  ),
  PROCESS: withDefault(
    z.enum(['api', 'worker', 'all']),
    'all',
    'What this process does: `api` answers requests, `worker` works on calls, `all` does both',
  ),
  DATA_DIR: withDefault(
    text,
    DEFAULT_DATA_DIR,
    'Folder of the embedded servers, of recordings on disk and of installed speech models',
  ),
  MODELS_DIR: optional(text, '`models` in DATA_DIR', 'Folder of installed speech models'),
  CACHE_DIR: optional(text, '`cache` in DATA_DIR', 'Folder of downloads that may be deleted at any time'),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Least severe log lines to write: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  ),
  FFMPEG_PATH: optional(text, 'ffmpeg on PATH, else the one that npm installed', 'The decoder of recordings'),
};

const httpVariables = {
  PORT: withDefault(wholeNumber(0, 65_535), '3000', 'Port that the API listens on'),
  HOST: optional(text, '127.0.0.1; in production 0.0.0.0', 'Address that the API listens on'),
  PUBLIC_URL: optional(
    httpUrl,
    'http://localhost:{PORT}; with TLS_CERT_FILE https://localhost:{PORT}',
    'The URL that clients call, without /api/v1',
  ),
  CONTACT_URL: optional(
    contactUrl,
    'the pages name no contact',
    'Where clients ask for help: an http, https or mailto URL, shown on the pages and in the OpenAPI document',
  ),
  CONSOLE: withDefault(z.enum(['on', 'off']), 'on', 'Whether the console is served below /app: `on` or `off`'),
  CONSOLE_FRAME_ANCESTORS: withDefault(
    frameAncestors,
    'none',
    'Pages that may show the console in a frame: `none`, `self` (those of this origin), or origins separated by spaces',
  ),
  DEMO: optional(
    flag,
    'false',
    'Whether a page at /demo shows three analysed sample calls to anyone, without an account',
  ),
  CORS_ORIGINS: optional(
    origins,
    'pages of other origins may not call the API',
    'Origins whose pages may call the API and its uploads with a key, separated by spaces or commas',
  ),
  REQUIRE_HTTPS: optional(flag, 'true in production, else false', 'Whether the API refuses requests over plain HTTP'),
  TLS_CERT_FILE: optional(text, 'no TLS', 'Certificate for TLS of the service itself; needs TLS_KEY_FILE'),
  TLS_KEY_FILE: optional(text, 'no TLS', 'Private key of the certificate'),
  TRUST_PROXY: withDefault(
    trustProxy,
    'false',
    "Proxies whose X-Forwarded headers count, as Express's `trust proxy`: true, false, a number of proxies, or loopback, addresses or networks with commas",
  ),
  RATE_LIMIT_DEFAULT: withDefault(requestsPerMinute, '100', 'Requests a minute; 0 switches the limit off'),
  RATE_LIMIT_SUBMISSION: withDefault(requestsPerMinute, '20', 'Submitted calls a minute; 0 switches the limit off'),
  ACCOUNT_UPLOADS: withDefault(
    wholeNumber(0, 100_000),
    '20',
    'Uploads that one account may have open in one API process; 0 switches the limit off',
  ),
  RATE_LIMIT_AUTH: withDefault(
    requestsPerMinute,
    '10',
    'Log-ins and the like a minute from one address, ten times as many for one account; 0 switches the limits off',
  ),
};

const storeVariables = {
  DATABASE_URL: optional(urlWith('postgres:', 'postgresql:'), 'an embedded PostgreSQL', 'PostgreSQL 15 or later'),
  DATABASE_DIRECT_URL: optional(
    urlWith('postgres:', 'postgresql:'),
    'DATABASE_URL goes to PostgreSQL itself, or through a pooler that pools by session',
    'The same database without the pooler, where DATABASE_URL goes through one that pools by transaction: for migrations, commands and the locks of billing',
  ),
  DATABASE_POOLER_STATEMENTS: withDefault(
    flag,
    'false',
    'Whether that pooler keeps prepared statements: PgBouncer from 1.21 on, with max_prepared_statements',
  ),
  DATABASE_READ_URL: optional(
    urlWith('postgres:', 'postgresql:'),
    'DATABASE_URL answers all',
    'A streaming replica of the same database, for statistics, searches, exports and lists that read much; with ?pgbouncer=true where it goes through a pooler',
  ),
  DATABASE_POOL_SIZE: withDefault(
    wholeNumber(2, 500),
    '20',
    'Database connections of this process, and as many to the replica',
  ),
  REDIS_URL: optional(
    urlWith('redis:', 'rediss:'),
    'an embedded Redis',
    'Redis 6.2 or Valkey 7.2 or later, persistent, with maxmemory-policy noeviction',
  ),
  S3_BUCKET: optional(
    text,
    'recordings lie on disk in DATA_DIR; in production required unless PROCESS=all',
    'Bucket for recordings',
  ),
  S3_REGION: optional(text, 'us-east-1; required with S3_BUCKET unless S3_ENDPOINT is set', 'Region of the bucket'),
  S3_ENDPOINT: optional(httpUrl, 'AWS', 'Server that speaks the S3 protocol'),
  S3_PUBLIC_ENDPOINT: optional(
    httpUrl,
    'S3_ENDPOINT',
    'The same server under the name by which clients reach it, for links to recordings',
  ),
  S3_FORCE_PATH_STYLE: withDefault(flag, 'false', 'Whether the bucket goes into the path of a URL, not into its host'),
  AWS_ACCESS_KEY_ID: optional(text, 'the AWS SDK looks for credentials', 'Access key for the bucket'),
  AWS_SECRET_ACCESS_KEY: optional(text, 'the AWS SDK looks for credentials', 'Secret of the access key'),
  AUDIO_RETENTION_DAYS: withDefault(days, '0', 'Days after which recordings are deleted; 0 keeps them'),
  ANALYSIS_RETENTION_DAYS: withDefault(days, '0', 'Days after which analyses are deleted; 0 keeps them'),
  TEST_RETENTION_DAYS: withDefault(
    days,
    '30',
    'Days after which analyses of test mode are deleted, and minutes of its months; 0 keeps them',
  ),
  RETENTION_EVERY_SECONDS: withDefault(wholeNumber(1, 3600), '600', 'Seconds from one round of retention to the next'),
};

const mailVariables = {
  SMTP_URL: optional(
    urlWith('smtp:', 'smtps:'),
    'mails are written to `outbox` in DATA_DIR; in production required, except for a worker',
    'Mail server',
  ),
  MAIL_FROM: withDefault(
    text,
    'Call Analysis <no-reply@localhost>',
    'Sender of mails; in production required, except for a worker',
  ),
};

const workerVariables = {
  WORKER_CONCURRENCY: withDefault(wholeNumber(1, 256), '4', 'Calls that a worker process works on at the same time'),
  DOWNLOAD_CONCURRENCY: withDefault(
    wholeNumber(1, 256),
    '8',
    'Recordings that a worker process downloads at the same time, beside the calls that it works on',
  ),
  ACCOUNT_CONCURRENCY: optional(
    wholeNumber(1, 256),
    'half of the downloads, and half of the calls while other accounts wait',
    'Calls, and downloads, of one account in a worker process at the same time',
  ),
  EVALUATION_CONCURRENCY: withDefault(
    wholeNumber(1, 256),
    '4',
    'Evaluations by scorecards that a worker process works on at the same time, beside its calls',
  ),
  CORRECTION_CONCURRENCY: withDefault(
    wholeNumber(1, 256),
    '2',
    'Corrections of transcripts that a worker process works on at the same time, beside its calls',
  ),
  CALL_REDACTION_CONCURRENCY: withDefault(
    wholeNumber(1, 256),
    '2',
    'Stored calls that a worker process masks at the same time, beside its calls',
  ),
  EXPORT_CONCURRENCY: withDefault(
    wholeNumber(1, 64),
    '2',
    'Exports that a worker process writes at the same time, beside its calls; one of each account',
  ),
  WORKER_LEASE_SECONDS: withDefault(
    wholeNumber(2, 3600),
    '30',
    'Seconds without a heartbeat after which another worker may take over a call',
  ),
  WORKER_SWEEP_SECONDS: withDefault(wholeNumber(1, 600), '5', 'Seconds between two searches for waiting calls'),
  MAX_AUDIO_MINUTES: withDefault(wholeNumber(1, 6000), '600', 'Longest recording that is accepted, in minutes'),
};

const billingVariables = {
  STRIPE_SECRET_KEY: optional(text, 'no payments: quotas hold and no account is charged', 'Secret key of Stripe'),
  STRIPE_WEBHOOK_SECRET: optional(text, 'events from Stripe are refused', 'Secret that signs the events from Stripe'),
  STRIPE_API_BASE: optional(httpUrl, 'Stripe', 'Server that stands in for Stripe in tests'),
  STARTER_PRICE_CENTS: withDefault(cents, '4900', 'Price of the plan Starter a month'),
  GROWTH_PRICE_CENTS: withDefault(cents, '19900', 'Price of the plan Growth a month'),
  FREE_INCLUDED_MINUTES: withDefault(minutes, '100', 'Minutes a month in the plan Free'),
  STARTER_INCLUDED_MINUTES: withDefault(minutes, '1000', 'Minutes a month in the plan Starter'),
  GROWTH_INCLUDED_MINUTES: withDefault(minutes, '5000', 'Minutes a month in the plan Growth'),
  STARTER_OVERAGE_CENTS: withDefault(decimal, '5', 'Price of a further minute in the plan Starter'),
  GROWTH_OVERAGE_CENTS: withDefault(decimal, '4', 'Price of a further minute in the plan Growth'),
  TEST_MINUTES: withDefault(
    minutes,
    '100',
    'Minutes of recordings that an account may have transcribed a month in test mode; scenarios cost none',
  ),
  EVALUATIONS_PER_MONTH: optional(
    wholeNumber(0, 1_000_000_000),
    'any number',
    'Evaluations by scorecards that an account may make a month, tries included; those of calls in test mode are counted by themselves',
  ),
  ACCOUNT_STORAGE_MB: withDefault(
    wholeNumber(1, 1_000_000_000),
    '2048',
    'MiB that an account may hold without paying minutes for them: reviews, lines of batches, exports and the like; calls themselves do not count',
  ),
};

const securityVariables = {
  REGISTRATION: withDefault(
    registration,
    'open',
    'Who may open an account: `open` (everyone), `closed` (no one), or e-mail domains separated by commas; `call-analysis accounts:create` makes accounts in any case',
  ),
  JWT_SECRET: optional(secret, 'a random one, kept in DATA_DIR', 'Signs access and refresh tokens; at least 32 bytes'),
  ENCRYPTION_KEY: optional(secret, 'derived from JWT_SECRET', 'Encrypts secrets at rest; at least 32 bytes'),
  AUDIT_SIGNING_KEY: optional(
    secrets,
    'derived from JWT_SECRET',
    'Signs the heads of audit logs; at least 32 bytes. To change it, set the new one before the old one, separated by a comma: signatures by the old one hold on',
  ),
  OUTBOUND_ALLOW_PRIVATE: optional(
    flag,
    'false in production, else true',
    'Whether webhooks and downloads may go to private addresses',
  ),
};

const signInVariables = {
  OIDC_ISSUER: optional(
    httpUrl,
    'accounts set their own, with PUT /settings/sso',
    'Identity provider of a one-company installation, as its discovery document names itself; needs the next four',
  ),
  OIDC_CLIENT_ID: optional(text, 'none', 'Client id of the service at the identity provider'),
  OIDC_CLIENT_SECRET: optional(text, 'none', 'Secret of the client'),
  OIDC_DOMAINS: optional(domains, 'none', 'E-mail domains of the people who may sign in, separated by commas'),
  OIDC_ACCOUNT: optional(z.uuid(), 'none', 'Id of the account that every person joins, as GET /users/me shows it'),
  OIDC_DEFAULT_ROLE: withDefault(
    z.enum(GIVEN_ROLES),
    'reviewer',
    'Role of a person at the first log-in: `admin`, `analyst`, `reviewer` or `agent`',
  ),
  TRUSTED_USER_HEADER: optional(
    headerName,
    'no header names a person',
    'Header in which an authenticating proxy sends the e-mail of the person, as in X-Forwarded-Email; needs the addresses of the proxy in TRUST_PROXY',
  ),
};

const operationsVariables = {
  METRICS_PORT: optional(wholeNumber(1, 65_535), '/metrics lies beside the API', 'Port that serves /metrics alone'),
  OPERATIONS_TOKEN: optional(
    token,
    'there is no such page',
    'Opens the queue page at /internal/queues; at least 24 bytes',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl, 'no traces', 'OpenTelemetry collector that takes OTLP over HTTP'),
  OTEL_EXPORTER_OTLP_HEADERS: optional(text, 'none', 'Headers for the collector, as in name=value,name=value'),
  OTEL_SERVICE_NAME: withDefault(text, 'call-analysis', 'Name of the service in traces and metrics that are sent'),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, '1', 'Share of traces that are sent, 0 to 1'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: optional(
    httpUrl,
    'metrics are only there to be asked for',
    'OpenTelemetry collector that the metrics are sent to as well, as in http://collector:4318/v1/metrics',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: withDefault(
    wholeNumber(1_000, 3_600_000),
    '60000',
    'Milliseconds between two times that metrics are sent',
  ),
  OTEL_SDK_DISABLED: withDefault(flag, 'false', 'Whether traces and metrics are not sent in spite of an endpoint'),
};

/** Variables by topic, in the order of `.env.example` and `docs/configuration.md`. */
export const VARIABLE_TOPICS: readonly { readonly title: string; readonly variables: Readonly<z.ZodRawShape> }[] = [
  { title: 'Process', variables: processVariables },
  { title: 'HTTP', variables: httpVariables },
  { title: 'Database, queue and recordings', variables: storeVariables },
  { title: 'Mail', variables: mailVariables },
  { title: 'Engines', variables: engineVariables },
  { title: 'Workers', variables: workerVariables },
  { title: 'Payments and plans', variables: billingVariables },
  { title: 'Security', variables: securityVariables },
  { title: 'Sign-in', variables: signInVariables },
  { title: 'Operations', variables: operationsVariables },
];

export const VARIABLES = z.object({
  ...processVariables,
  ...httpVariables,
  ...storeVariables,
  ...mailVariables,
  ...engineVariables,
  ...workerVariables,
  ...billingVariables,
  ...securityVariables,
  ...signInVariables,
  ...operationsVariables,
});

/** The parsed variables. */
export type Variables = z.output<typeof VARIABLES>;
