// The only reader of environment variables: parsed once into a typed object, every fault named in one message.

import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';

export type ProcessRole = 'api' | 'worker' | 'all';
export type AnalysisEngineChoice = 'auto' | 'openai' | 'rules';
export type TranscriptionEngineChoice = 'auto' | 'openai' | 'compatible' | 'sherpa' | 'pocketsphinx';

export interface DiskStorageConfig {
  readonly kind: 'disk';
  readonly directory: string;
}

export interface S3StorageConfig {
  readonly kind: 's3';
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | null;
  readonly forcePathStyle: boolean;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
}

export interface PlanConfig {
  readonly priceCents: number;
  readonly includedMinutes: number;
  readonly overageCentsPerMinute: number;
}

/** Settings of one process. An abstract class, so that it is its own injection token. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly process: ProcessRole;
  /** Absolute. */
  abstract readonly dataDir: string;
  /** Downloads that may be deleted at any time: unpacked packages, models. Absolute. */
  abstract readonly cacheDir: string;
  /** Speech models that were installed. Absolute. */
  abstract readonly modelsDir: string;
  abstract readonly http: {
    readonly host: string;
    readonly port: number;
    /** What clients call, without `/api/v1` and without a trailing slash. */
    readonly publicUrl: string;
    readonly requireHttps: boolean;
    readonly tlsCertFile: string | null;
    readonly tlsKeyFile: string | null;
    /** Express's own value for `trust proxy`. */
    readonly trustProxy: boolean | number | string;
    /** Port that serves `/metrics` alone; null serves it beside the API. */
    readonly metricsPort: number | null;
  };
  /** `url` null: the embedded server. */
  abstract readonly database: { readonly url: string | null; readonly poolSize: number };
  /** `inProcess`: the embedded server that speaks Redis within this process, which has no blocking commands. */
  abstract readonly redis: { readonly url: string | null; readonly inProcess: boolean };
  abstract readonly storage: DiskStorageConfig | S3StorageConfig;
  abstract readonly mail: { readonly smtpUrl: string | null; readonly from: string; readonly outboxDir: string };
  abstract readonly openai: {
    readonly apiKey: string | null;
    /** Null: OpenAI itself. Otherwise ends in the version prefix, e.g. `http://localhost:8000/v1`. */
    readonly baseUrl: string | null;
    readonly transcriptionModel: string;
    /** Null: mono recordings are cut by voice activity instead. */
    readonly diarizationModel: string | null;
    readonly analysisModel: string;
  };
  abstract readonly transcriptionEngine: TranscriptionEngineChoice;
  abstract readonly analysisEngine: AnalysisEngineChoice;
  abstract readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string | null;
    readonly apiBase: string | null;
  } | null;
  abstract readonly plans: Readonly<Record<'free' | 'starter' | 'growth', PlanConfig>>;
  abstract readonly testMinutesPerMonth: number;
  abstract readonly secrets: {
    /** HMAC key of access and refresh tokens, at least 32 bytes. */
    readonly jwt: Buffer;
    /** 32 bytes; encrypts secrets at rest. */
    readonly encryption: Buffer;
    /** 32 bytes; signs links to recordings. */
    readonly links: Buffer;
  };
  abstract readonly outbound: { readonly allowPrivate: boolean };
  /** Requests per minute; 0 switches off. */
  abstract readonly rateLimits: { readonly default: number; readonly submission: number; readonly auth: number };
  abstract readonly worker: {
    readonly concurrency: number;
    readonly providerConcurrency: number;
    /** How long a claim lasts without a sign of life, in milliseconds. */
    readonly leaseMs: number;
    /** How often rows that do not move are looked for, in milliseconds. */
    readonly sweepMs: number;
    /** A failing provider is given up after so many attempts or so much time, whichever is first. */
    readonly providerAttempts: number;
    readonly providerPatienceMs: number;
  };
  abstract readonly maxAudioMinutes: number;
  abstract readonly retention: { readonly audioDays: number; readonly analysisDays: number };
  abstract readonly log: { readonly level: string; readonly pretty: boolean };
  /** Null: no traces are made. */
  abstract readonly tracing: {
    /** OTLP over HTTP, without `/v1/traces`. */
    readonly endpoint: string;
    /** `name=value,name=value`, percent-encoded; may hold credentials. */
    readonly headers: string;
    readonly serviceName: string;
    /** Of all traces, 0 to 1. */
    readonly sampleRatio: number;
  } | null;
  /** Opens the operators' pages; null: there are none. */
  abstract readonly operationsToken: string | null;
  abstract readonly ffmpegPath: string | null;
}

/** Every fault of the configuration, each naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
}

const text = z.string().trim().min(1);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));
const amount = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number);
const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https URL');
const urlOf = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL starting with ${protocols.join(' or ')}//`,
    );

/** Of a secret that comes from outside or is kept. */
const LEAST_SECRET_BYTES = 32;
const secret = z
  .string()
  .refine(
    (value) => Buffer.byteLength(value) >= LEAST_SECRET_BYTES,
    `must be at least ${LEAST_SECRET_BYTES} bytes long`,
  );

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PROCESS: z.enum(['api', 'worker', 'all']).optional(),
  PORT: whole(0, 65_535).optional(),
  HOST: text.optional(),
  PUBLIC_URL: httpUrl.optional(),
  METRICS_PORT: whole(1, 65_535).optional(),
  REQUIRE_HTTPS: flag.optional(),
  TLS_CERT_FILE: text.optional(),
  TLS_KEY_FILE: text.optional(),
  TRUST_PROXY: text
    .refine(isTrustProxy, 'must be true, false, a number of proxies, or loopback, addresses or networks with commas')
    .optional(),
  DATA_DIR: text.optional(),
  CACHE_DIR: text.optional(),
  DATABASE_URL: urlOf('postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: whole(2, 500).optional(),
  REDIS_URL: urlOf('redis:', 'rediss:').optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  SMTP_URL: urlOf('smtp:', 'smtps:').optional(),
  MAIL_FROM: text.optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  TRANSCRIPTION_ENGINE: z.enum(['auto', 'openai', 'compatible', 'sherpa', 'pocketsphinx']).optional(),
  ANALYSIS_ENGINE: z.enum(['auto', 'openai', 'rules']).optional(),
  OPENAI_TRANSCRIPTION_MODEL: text.optional(),
  OPENAI_DIARIZATION_MODEL: text.optional(),
  OPENAI_ANALYSIS_MODEL: text.optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STARTER_PRICE_CENTS: whole(0, 100_000_000).optional(),
  GROWTH_PRICE_CENTS: whole(0, 100_000_000).optional(),
  FREE_INCLUDED_MINUTES: whole(0, 100_000_000).optional(),
  STARTER_INCLUDED_MINUTES: whole(0, 100_000_000).optional(),
  GROWTH_INCLUDED_MINUTES: whole(0, 100_000_000).optional(),
  STARTER_OVERAGE_CENTS: amount.optional(),
  GROWTH_OVERAGE_CENTS: amount.optional(),
  TEST_MINUTES: whole(0, 100_000_000).optional(),
  JWT_SECRET: secret.optional(),
  ENCRYPTION_KEY: secret.optional(),
  OUTBOUND_ALLOW_PRIVATE: flag.optional(),
  RATE_LIMIT_DEFAULT: whole(0, 10_000_000).optional(),
  RATE_LIMIT_SUBMISSION: whole(0, 10_000_000).optional(),
  RATE_LIMIT_AUTH: whole(0, 10_000_000).optional(),
  WORKER_CONCURRENCY: whole(1, 256).optional(),
  PROVIDER_CONCURRENCY: whole(1, 1024).optional(),
  WORKER_LEASE_SECONDS: whole(2, 3600).optional(),
  WORKER_SWEEP_SECONDS: whole(1, 600).optional(),
  PROVIDER_ATTEMPTS: whole(1, 100).optional(),
  PROVIDER_PATIENCE_MINUTES: whole(1, 1440).optional(),
  MAX_AUDIO_MINUTES: whole(1, 6000).optional(),
  AUDIO_RETENTION_DAYS: whole(0, 36_500).optional(),
  ANALYSIS_RETENTION_DAYS: whole(0, 36_500).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  FFMPEG_PATH: text.optional(),
  OPERATIONS_TOKEN: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 24, 'must be at least 24 bytes long')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_SDK_DISABLED: flag.optional(),
  OTEL_TRACES_SAMPLER_ARG: amount.pipe(z.number().max(1, 'must be at most 1')).optional(),
});

/** What the service offers where no variable says otherwise. The OpenAPI document takes its example sentences from here. */
export const DEFAULT_OFFER: Pick<Config, 'plans' | 'testMinutesPerMonth' | 'maxAudioMinutes'> = {
  plans: {
    free: { priceCents: 0, includedMinutes: 100, overageCentsPerMinute: 0 },
    starter: { priceCents: 4900, includedMinutes: 1000, overageCentsPerMinute: 5 },
    growth: { priceCents: 19_900, includedMinutes: 5000, overageCentsPerMinute: 4 },
  },
  testMinutesPerMonth: 100,
  maxAudioMinutes: 600,
};

/** In production nothing falls back to an embedded default that would lose data or be unreachable. */
const REQUIRED_IN_PRODUCTION = ['DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'PUBLIC_URL'] as const;

/**
 * Reads `.env` (outside production) and the environment. An empty variable counts as not set.
 * Creates DATA_DIR, and in it a random token secret, where none is configured.
 * @throws ConfigError naming every fault
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = readEnvironment()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const production = given.NODE_ENV === 'production';
  if (production) {
    for (const name of REQUIRED_IN_PRODUCTION)
      if (!given[name]) faults.push(`${name}: is required when NODE_ENV=production`);
  }
  if (!given.TLS_CERT_FILE !== !given.TLS_KEY_FILE) faults.push('TLS_CERT_FILE, TLS_KEY_FILE: set both or neither');
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'FFMPEG_PATH']) {
    if (given[name] && !existsSync(given[name])) faults.push(`${name}: there is no such file`);
  }
  if (given.S3_BUCKET && !given.S3_REGION && !given.S3_ENDPOINT) faults.push('S3_REGION: is required with S3_BUCKET');
  if (given.TRANSCRIPTION_ENGINE === 'openai' && !given.OPENAI_API_KEY)
    faults.push('OPENAI_API_KEY: is required with TRANSCRIPTION_ENGINE=openai');
  if (given.ANALYSIS_ENGINE === 'openai' && !given.OPENAI_API_KEY && !given.OPENAI_BASE_URL) {
    faults.push('OPENAI_API_KEY, OPENAI_BASE_URL: one is required with ANALYSIS_ENGINE=openai');
  }
  if (given.TRANSCRIPTION_ENGINE === 'compatible' && !given.OPENAI_BASE_URL)
    faults.push('OPENAI_BASE_URL: is required with TRANSCRIPTION_ENGINE=compatible');
  if (!production && /^[sr]k_live_/.test(given.STRIPE_SECRET_KEY ?? '')) {
    faults.push('STRIPE_SECRET_KEY: a live key charges real cards and is taken with NODE_ENV=production only');
  }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const v = parsed.data;
  const { plans } = DEFAULT_OFFER;
  const dataDir = resolve(v.DATA_DIR ?? '.data');
  const port = v.PORT ?? 3000;
  const scheme = v.TLS_CERT_FILE === undefined ? 'http' : 'https';
  const jwt = Buffer.from(v.JWT_SECRET ?? keptSecret(dataDir));
  const derived = (purpose: string, from: Buffer) =>
    Buffer.from(hkdfSync('sha256', from, 'call-analysis', purpose, 32));
  return {
    production,
    process: v.PROCESS ?? 'all',
    dataDir,
    cacheDir: resolve(v.CACHE_DIR ?? join(dataDir, 'cache')),
    modelsDir: join(dataDir, 'models'),
    http: {
      host: v.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
      port,
      publicUrl: (v.PUBLIC_URL ?? `${scheme}://localhost:${port}`).replace(/\/+$/, ''),
      requireHttps: v.REQUIRE_HTTPS ?? production,
      tlsCertFile: v.TLS_CERT_FILE ?? null,
      tlsKeyFile: v.TLS_KEY_FILE ?? null,
      trustProxy: trustProxy(v.TRUST_PROXY),
      metricsPort: v.METRICS_PORT ?? null,
    },
    database: { url: v.DATABASE_URL ?? null, poolSize: v.DATABASE_POOL_SIZE ?? 20 },
    redis: { url: v.REDIS_URL ?? null, inProcess: false },
    storage: v.S3_BUCKET
      ? {
          kind: 's3',
          bucket: v.S3_BUCKET,
          region: v.S3_REGION ?? 'us-east-1',
          endpoint: v.S3_ENDPOINT ?? null,
          forcePathStyle: v.S3_FORCE_PATH_STYLE ?? false,
          accessKeyId: v.AWS_ACCESS_KEY_ID ?? null,
          secretAccessKey: v.AWS_SECRET_ACCESS_KEY ?? null,
        }
      : { kind: 'disk', directory: join(dataDir, 'objects') },
    mail: {
      smtpUrl: v.SMTP_URL ?? null,
      from: v.MAIL_FROM ?? 'Call Analysis <no-reply@localhost>',
      outboxDir: join(dataDir, 'outbox'),
    },
    openai: {
      apiKey: v.OPENAI_API_KEY ?? null,
      baseUrl: v.OPENAI_BASE_URL?.replace(/\/+$/, '') ?? null,
      transcriptionModel: v.OPENAI_TRANSCRIPTION_MODEL ?? 'gpt-transcribe',
      diarizationModel:
        v.OPENAI_DIARIZATION_MODEL === 'none' ? null : (v.OPENAI_DIARIZATION_MODEL ?? 'gpt-4o-transcribe-diarize'),
      analysisModel: v.OPENAI_ANALYSIS_MODEL ?? 'gpt-6-luna',
    },
    transcriptionEngine: v.TRANSCRIPTION_ENGINE ?? 'auto',
    analysisEngine: v.ANALYSIS_ENGINE ?? 'auto',
    stripe: v.STRIPE_SECRET_KEY
      ? {
          secretKey: v.STRIPE_SECRET_KEY,
          webhookSecret: v.STRIPE_WEBHOOK_SECRET ?? null,
          apiBase: v.STRIPE_API_BASE ?? null,
        }
      : null,
    plans: {
      free: { ...plans.free, includedMinutes: v.FREE_INCLUDED_MINUTES ?? plans.free.includedMinutes },
      starter: {
        priceCents: v.STARTER_PRICE_CENTS ?? plans.starter.priceCents,
        includedMinutes: v.STARTER_INCLUDED_MINUTES ?? plans.starter.includedMinutes,
        overageCentsPerMinute: v.STARTER_OVERAGE_CENTS ?? plans.starter.overageCentsPerMinute,
      },
      growth: {
        priceCents: v.GROWTH_PRICE_CENTS ?? plans.growth.priceCents,
        includedMinutes: v.GROWTH_INCLUDED_MINUTES ?? plans.growth.includedMinutes,
        overageCentsPerMinute: v.GROWTH_OVERAGE_CENTS ?? plans.growth.overageCentsPerMinute,
      },
    },
    testMinutesPerMonth: v.TEST_MINUTES ?? DEFAULT_OFFER.testMinutesPerMonth,
    secrets: {
      jwt,
      encryption: derived('encryption', v.ENCRYPTION_KEY ? Buffer.from(v.ENCRYPTION_KEY) : jwt),
      links: derived('links', jwt),
    },
    outbound: { allowPrivate: v.OUTBOUND_ALLOW_PRIVATE ?? !production },
    rateLimits: {
      default: v.RATE_LIMIT_DEFAULT ?? 100,
      submission: v.RATE_LIMIT_SUBMISSION ?? 20,
      auth: v.RATE_LIMIT_AUTH ?? 10,
    },
    worker: {
      concurrency: v.WORKER_CONCURRENCY ?? 4,
      providerConcurrency: v.PROVIDER_CONCURRENCY ?? 8,
      leaseMs: (v.WORKER_LEASE_SECONDS ?? 30) * 1000,
      sweepMs: (v.WORKER_SWEEP_SECONDS ?? 5) * 1000,
      providerAttempts: v.PROVIDER_ATTEMPTS ?? 6,
      providerPatienceMs: (v.PROVIDER_PATIENCE_MINUTES ?? 30) * 60_000,
    },
    maxAudioMinutes: v.MAX_AUDIO_MINUTES ?? DEFAULT_OFFER.maxAudioMinutes,
    retention: { audioDays: v.AUDIO_RETENTION_DAYS ?? 0, analysisDays: v.ANALYSIS_RETENTION_DAYS ?? 0 },
    log: { level: v.LOG_LEVEL ?? 'info', pretty: !production && process.stdout.isTTY === true },
    tracing:
      v.OTEL_EXPORTER_OTLP_ENDPOINT && !v.OTEL_SDK_DISABLED
        ? {
            endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
            headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? '',
            serviceName: v.OTEL_SERVICE_NAME ?? 'call-analysis',
            sampleRatio: v.OTEL_TRACES_SAMPLER_ARG ?? 1,
          }
        : null,
    operationsToken: v.OPERATIONS_TOKEN ?? null,
    ffmpegPath: v.FFMPEG_PATH ?? null,
  };
}

/** `.env` (outside production) and the environment of the process. */
export function readEnvironment(): Record<string, string | undefined> {
  if (process.env.NODE_ENV !== 'production' && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

function trustProxy(value: string | undefined): boolean | number | string {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** What Express takes; what it refuses would end the start later, without the name of the variable. */
function isTrustProxy(value: string): boolean {
  return /^(true|false|\d+)$/.test(value) || value.split(',').every((place) => isNetwork(place.trim()));
}

function isNetwork(place: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(place)) return true;
  const [address = '', range, ...rest] = place.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  if (range === undefined || (kind === 4 && isIP(range) === 4)) return true;
  return /^\d+$/.test(range) && Number(range) > 0 && Number(range) <= (kind === 4 ? 32 : 128);
}

/**
 * The same secret at every start, so that tokens outlive a restart. Written aside and linked, so that nobody, not even after
 * a full disk or a power cut, reads half of one: everybody could guess what that signs.
 */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) {
    const aside = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(aside, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
      linkSync(aside, path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      rmSync(aside, { force: true });
    }
  }
  const kept = readFileSync(path, 'utf8');
  if (Buffer.byteLength(kept) < LEAST_SECRET_BYTES) {
    throw new ConfigError([
      `JWT_SECRET: the one kept in ${path} is damaged; bring that file back, or delete it for a new one, which ends all sessions and makes secrets at rest unreadable`,
    ]);
  }
  return kept;
}
