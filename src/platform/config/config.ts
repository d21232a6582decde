// Settings of one process. Only this module reads environment variables: it parses them once into a typed object, and names every
// fault in one message.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFaults } from './checks/find-faults.js';
import { findServingFaults, findServingWarnings } from './checks/find-serving-faults.js';
import { findUnknownVariables } from './checks/find-unknown-variables.js';
import { ConfigError } from './config-error.js';
import { type DatabaseConfig, readDatabase } from './database-config.js';
import type { EnginesConfig } from './engines/engine-spec.js';
import { readEngines } from './engines/engines-config.js';
import { type HttpConfig, readHttp } from './http-config.js';
import { type OfferConfig, readOffer } from './offer.js';
import { type OpenAiConfig, readOpenAi, readStripe, type StripeConfig } from './provider-config.js';
import { readSecrets, type SecretsConfig } from './secrets.js';
import { readSignIn, type SignInConfig } from './sign-in-config.js';
import { type DiskStorageConfig, readStorage, type S3StorageConfig } from './storage-config.js';
import { DEFAULT_DATA_DIR, VARIABLES, type Variables } from './variables.js';

/** An abstract class, so that it is its own injection token. */
export abstract class Config implements OfferConfig {
  abstract readonly production: boolean;
  abstract readonly process: 'api' | 'worker' | 'all';
  /** Absolute. */
  abstract readonly dataDir: string;
  /** Cache folder: its files (unpacked packages, models) may be deleted at any time. Absolute. */
  abstract readonly cacheDir: string;
  /** Installed speech models. Absolute. */
  abstract readonly modelsDir: string;
  abstract readonly http: HttpConfig;
  /** Support contact for clients, an http, https or mailto URL; null: the pages name no contact. */
  abstract readonly contactUrl: string | null;
  /** The pages below /app. */
  abstract readonly console: {
    readonly enabled: boolean;
    /** Sources as in the directive `frame-ancestors`. */
    readonly frameAncestors: readonly string[];
  };
  abstract readonly database: DatabaseConfig;
  /** `inProcess`: the embedded server is the JavaScript one in this process, which has no blocking commands. */
  abstract readonly redis: { readonly url: string | null; readonly inProcess: boolean };
  abstract readonly storage: DiskStorageConfig | S3StorageConfig;
  abstract readonly mail: { readonly smtpUrl: string | null; readonly from: string; readonly outboxDir: string };
  abstract readonly openai: OpenAiConfig;
  abstract readonly engines: EnginesConfig;
  abstract readonly stripe: StripeConfig | null;
  abstract readonly plans: OfferConfig['plans'];
  abstract readonly testMinutesPerMonth: number;
  abstract readonly evaluationsPerMonth: number | null;
  abstract readonly maxAudioMinutes: number;
  abstract readonly accountStorageMb: number;
  abstract readonly secrets: SecretsConfig;
  /** Who may open an account: everyone, no one, or the holders of addresses in these domains, each as it was written. */
  abstract readonly registration: 'open' | 'closed' | readonly string[];
  abstract readonly signIn: SignInConfig;
  abstract readonly outbound: { readonly allowPrivate: boolean };
  /** Uploads that one account may have open in this process; 0 switches the limit off. */
  abstract readonly accountUploads: number;
  /** Requests per minute; 0 switches the limit off. */
  abstract readonly rateLimits: {
    readonly default: number;
    readonly submission: number;
    /** Limit of a client address over all accounts, and of one account from one address. Also limits mails to one mailbox. */
    readonly auth: number;
    /** Guesses at the password of one account, from all addresses together. */
    readonly authAccount: number;
  };
  abstract readonly worker: {
    readonly concurrency: number;
    readonly downloadConcurrency: number;
    /** Calls of one account in each lane of this process at a time; null: half of the lane's slots, while others wait. */
    readonly accountConcurrency: number | null;
    readonly evaluationConcurrency: number;
    readonly correctionConcurrency: number;
    readonly callRedactionConcurrency: number;
    readonly exportConcurrency: number;
    readonly providerConcurrency: number;
    /** Lifetime of a claim after its last heartbeat. */
    readonly leaseMs: number;
    /** Interval between two sweeps for stuck rows. */
    readonly sweepMs: number;
    /** A failing provider fails the call after so many attempts or so much time, whichever comes first. */
    readonly providerAttempts: number;
    readonly providerPatienceMs: number;
  };
  /** Days until deletion; 0 keeps data without a limit. */
  abstract readonly retention: {
    readonly audioDays: number;
    readonly analysisDays: number;
    /** Limit for analyses of test mode, if it is shorter than `analysisDays`. */
    readonly testDays: number;
    /** Time from one round to the next. */
    readonly everyMs: number;
  };
  abstract readonly log: { readonly level: string; readonly pretty: boolean };
  /** Null: the process makes no traces. */
  abstract readonly tracing: {
    /** OTLP over HTTP, without `/v1/traces`. */
    readonly endpoint: string;
    /** `name=value,name=value`, percent-encoded; may hold credentials. */
    readonly headers: string;
    readonly serviceName: string;
    /** Share of traces that are sampled, 0 to 1. */
    readonly sampleRatio: number;
  } | null;
  /** Null: metrics are not sent, only asked for. */
  abstract readonly metricsExport: {
    /** OTLP over HTTP, with its path. */
    readonly url: string;
    /** Headers as those of traces. */
    readonly headers: string;
    readonly serviceName: string;
    readonly intervalMs: number;
  } | null;
  /** Token that opens the operators' pages; null: there are none. */
  abstract readonly operationsToken: string | null;
  abstract readonly ffmpegPath: string | null;
  /** Warnings for the operator, such as a variable that the service does not read. One sentence each. */
  abstract readonly warnings: readonly string[];
}

export interface ServingCheck {
  /** Whether a speech model of grade `local` is installed in the folder. */
  readonly hasLocalModel: (modelsDir: string) => boolean;
}

/**
 * Reads `.env` (outside production) and the environment. An empty variable counts as not set. Creates DATA_DIR, and a random
 * token secret in it when none is configured.
 * @param serving given by a process that serves requests; a command does not need it
 * @throws ConfigError naming every fault
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = readEnvironment(),
  serving?: ServingCheck,
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = VARIABLES.safeParse(given);
  const malformed = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const hasLocalModel = () => serving?.hasLocalModel(foldersOf(given).modelsDir) ?? true;
  const faults = [...malformed, ...findFaults(given), ...(serving ? findServingFaults(given, hasLocalModel) : [])];
  const warnings = [...findUnknownVariables(given, Object.keys(VARIABLES.shape)), ...findServingWarnings(given)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults, warnings);
  return { ...configOf(parsed.data, given), warnings };
}

function foldersOf({ DATA_DIR, CACHE_DIR, MODELS_DIR }: Partial<Variables>) {
  const dataDir = resolve(DATA_DIR ?? DEFAULT_DATA_DIR);
  return {
    dataDir,
    cacheDir: resolve(CACHE_DIR ?? join(dataDir, 'cache')),
    modelsDir: resolve(MODELS_DIR ?? join(dataDir, 'models')),
  };
}

/** `.env` (outside production) and the environment of the process. */
export function readEnvironment(): Record<string, string | undefined> {
  if (process.env.NODE_ENV !== 'production' && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * Login budget of an account, as a multiple of the budget of one address. A smaller multiple would let a few addresses lock the
 * owner out.
 */
const ADDRESSES_OF_AN_ACCOUNT = 10;

function configOf(v: Variables, given: Readonly<Record<string, string | undefined>>): Omit<Config, 'warnings'> {
  const production = v.NODE_ENV === 'production';
  const folders = foldersOf(v);
  const { dataDir } = folders;
  return {
    production,
    process: v.PROCESS,
    ...folders,
    http: readHttp(v, production),
    contactUrl: v.CONTACT_URL ?? null,
    console: { enabled: v.CONSOLE === 'on', frameAncestors: v.CONSOLE_FRAME_ANCESTORS },
    database: readDatabase(v),
    redis: { url: v.REDIS_URL ?? null, inProcess: false },
    storage: readStorage(v, dataDir),
    mail: { smtpUrl: v.SMTP_URL ?? null, from: v.MAIL_FROM, outboxDir: join(dataDir, 'outbox') },
    openai: readOpenAi(v),
    engines: readEngines(v, given),
    stripe: readStripe(v),
    ...readOffer(v),
    registration: v.REGISTRATION,
    secrets: readSecrets(v, dataDir),
    signIn: readSignIn(v),
    outbound: { allowPrivate: v.OUTBOUND_ALLOW_PRIVATE ?? !production },
    accountUploads: v.ACCOUNT_UPLOADS,
    rateLimits: {
      default: v.RATE_LIMIT_DEFAULT,
      submission: v.RATE_LIMIT_SUBMISSION,
      auth: v.RATE_LIMIT_AUTH,
      authAccount: v.RATE_LIMIT_AUTH * ADDRESSES_OF_AN_ACCOUNT,
    },
    worker: {
      concurrency: v.WORKER_CONCURRENCY,
      downloadConcurrency: v.DOWNLOAD_CONCURRENCY,
      accountConcurrency: v.ACCOUNT_CONCURRENCY ?? null,
      evaluationConcurrency: v.EVALUATION_CONCURRENCY,
      correctionConcurrency: v.CORRECTION_CONCURRENCY,
      callRedactionConcurrency: v.CALL_REDACTION_CONCURRENCY,
      exportConcurrency: v.EXPORT_CONCURRENCY,
      providerConcurrency: v.PROVIDER_CONCURRENCY,
      leaseMs: v.WORKER_LEASE_SECONDS * 1000,
      sweepMs: v.WORKER_SWEEP_SECONDS * 1000,
      providerAttempts: v.PROVIDER_ATTEMPTS,
      providerPatienceMs: v.PROVIDER_PATIENCE_MINUTES * 60_000,
    },
    retention: {
      audioDays: v.AUDIO_RETENTION_DAYS,
      analysisDays: v.ANALYSIS_RETENTION_DAYS,
      testDays: v.TEST_RETENTION_DAYS,
      everyMs: v.RETENTION_EVERY_SECONDS * 1000,
    },
    log: { level: v.LOG_LEVEL, pretty: !production && process.stdout.isTTY === true },
    tracing: readTracing(v),
    metricsExport: readMetricsExport(v),
    operationsToken: v.OPERATIONS_TOKEN ?? null,
    ffmpegPath: v.FFMPEG_PATH ?? null,
  };
}

function readTracing(v: Variables): Config['tracing'] {
  if (!v.OTEL_EXPORTER_OTLP_ENDPOINT || v.OTEL_SDK_DISABLED) return null;
  return {
    endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? '',
    serviceName: v.OTEL_SERVICE_NAME,
    sampleRatio: v.OTEL_TRACES_SAMPLER_ARG,
  };
}

function readMetricsExport(v: Variables): Config['metricsExport'] {
  if (!v.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT || v.OTEL_SDK_DISABLED) return null;
  return {
    url: v.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? '',
    serviceName: v.OTEL_SERVICE_NAME,
    intervalMs: v.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
