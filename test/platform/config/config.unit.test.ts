import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { ConfigError } from '../../../src/platform/config/config-error.js';
import { selfSigned } from '../../support/stubs/self-signed.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'config-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

function writeCertificate() {
  const { cert, key } = selfSigned();
  const files = { TLS_CERT_FILE: join(dataDir, 'cert.pem'), TLS_KEY_FILE: join(dataDir, 'key.pem') };
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key);
  return files;
}

describe('the configuration', () => {
  it('has a default for everything outside production', () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      production: false,
      process: 'all',
      http: {
        host: '127.0.0.1',
        port: 3000,
        publicUrl: 'http://localhost:3000',
        requireHttps: false,
        trustProxy: false,
      },
      database: { url: null },
      redis: { url: null },
      storage: { kind: 'disk', directory: join(dataDir, 'objects') },
      stripe: null,
      outbound: { allowPrivate: true },
      rateLimits: { default: 100, submission: 20, auth: 10, authAccount: 100 },
      plans: { free: { includedMinutes: 100 }, starter: { priceCents: 4900 }, growth: { overageCentsPerMinute: 4 } },
    });
  });

  it('has an https URL where it has a certificate, and PUBLIC_URL where that is set', () => {
    const files = writeCertificate();
    const publicUrl = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).http.publicUrl;
    expect(publicUrl({ ...files, PORT: '8443' })).toBe('https://localhost:8443');
    expect(publicUrl({ ...files, PUBLIC_URL: 'https://calls.example.com' })).toBe('https://calls.example.com');
  });

  it('refuses a certificate that no server can use', () => {
    const files = writeCertificate();
    const source = { TLS_CERT_FILE: import.meta.filename, TLS_KEY_FILE: import.meta.filename };
    const unusable = 'TLS_CERT_FILE, TLS_KEY_FILE: are not a certificate and its private key, both in PEM';
    expect(faultsOf(files)).toEqual([]);
    expect(faultsOf(source)).toEqual([unusable]);
    expect(faultsOf({ ...files, TLS_KEY_FILE: files.TLS_CERT_FILE })).toEqual([unusable]);
    expect(faultsOf({ ...files, TLS_KEY_FILE: dataDir })).toEqual([`TLS_KEY_FILE: ${dataDir} is not a file`]);
    expect(faultsOf({ ...files, TLS_KEY_FILE: '/no/such' })).toEqual(['TLS_KEY_FILE: there is no such file']);
  });

  it('names every fault at once', () => {
    const faults = faultsOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/calls',
      TLS_CERT_FILE: '/no/such/file',
      RATE_LIMIT_DEFAULT: '-1',
      TRANSCRIPTION_ENGINE: 'openai',
      JWT_SECRET: 'short',
    });
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'TLS_CERT_FILE',
      'RATE_LIMIT_DEFAULT',
      'OPENAI_API_KEY',
      'JWT_SECRET',
    ]) {
      expect(
        faults.some((fault) => fault.startsWith(name)),
        name,
      ).toBe(true);
    }
  });

  it('takes a pooler that pools by transaction with the URL of the database behind it only', () => {
    const direct = 'postgres://db:5432/calls';
    const pooled = 'postgres://db:6432/calls';
    expect(faultsOf({ DATABASE_URL: `${pooled}?pgbouncer=true` })).toEqual([
      'DATABASE_DIRECT_URL: is required where DATABASE_URL goes through a pooler; set it to the same database without the pooler',
    ]);
    expect(faultsOf({ DATABASE_DIRECT_URL: direct })).toEqual(['DATABASE_URL: is required with DATABASE_DIRECT_URL']);
    expect(faultsOf({ DATABASE_READ_URL: direct })).toEqual(['DATABASE_URL: is required with DATABASE_READ_URL']);
    expect(faultsOf({ DATABASE_URL: pooled, DATABASE_POOLER_STATEMENTS: 'true' })).toEqual([
      'DATABASE_POOLER_STATEMENTS: speaks of the pooler of DATABASE_URL and needs DATABASE_DIRECT_URL',
    ]);
    const { database } = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
    expect(database).toMatchObject({
      url: `${pooled}?pgbouncer=true`,
      directUrl: direct,
      poolerKeepsStatements: false,
    });
  });

  it('requires in production what must not fall back to an embedded default', () => {
    const faults = faultsOf({ NODE_ENV: 'production' });
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'JWT_SECRET',
      'PUBLIC_URL',
      'REDIS_URL',
    ]);
    const config = loadConfig({
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://db/calls',
      REDIS_URL: 'redis://queue',
      JWT_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'https://calls.example.com/',
    });
    expect(config.http).toMatchObject({ host: '0.0.0.0', requireHttps: true, publicUrl: 'https://calls.example.com' });
    expect(config.outbound.allowPrivate, 'private addresses are allowed').toBe(false);
  });

  it('accepts a live payment key in production only', () => {
    expect(faultsOf({ STRIPE_SECRET_KEY: 'sk_live_x' })[0]).toMatch(/^STRIPE_SECRET_KEY/);
    expect(faultsOf({ STRIPE_SECRET_KEY: 'sk_test_x' })).toEqual([]);
  });

  it('takes the key and the webhook secret of Stripe together only, in production', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db/calls',
      REDIS_URL: 'redis://queue',
      JWT_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'https://calls.example.com/',
    };
    const fault =
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: set both or neither when NODE_ENV=production; ' +
      '`call-analysis stripe:setup` prints the webhook secret when it creates the endpoint, later the Stripe dashboard shows it';
    expect(faultsOf({ ...production, STRIPE_SECRET_KEY: 'sk_live_x' })).toEqual([fault]);
    expect(faultsOf({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toEqual([fault]);
    expect(faultsOf({ ...production, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toEqual([]);
  });

  it('takes the path of a diarization endpoint with a server and a model only', () => {
    const server = { OPENAI_BASE_URL: 'http://localhost:8000/v1', OPENAI_DIARIZATION_MODEL: 'pyannote' };
    const pathOf = (path: string) =>
      loadConfig({ DATA_DIR: dataDir, ...server, OPENAI_DIARIZATION_PATH: path }).openai.diarizationPath;
    expect([pathOf('/audio/diarization'), pathOf('audio/diarization')]).toEqual(Array(2).fill('/audio/diarization'));
    expect(faultsOf({ OPENAI_DIARIZATION_PATH: '/audio/diarization' })).toEqual([
      'OPENAI_DIARIZATION_PATH: is a path of a compatible server and needs OPENAI_BASE_URL',
      'OPENAI_DIARIZATION_MODEL: is required with OPENAI_DIARIZATION_PATH; `none` asks for no model',
    ]);
    for (const path of ['http://localhost/audio/diarization', '/audio diarization', '/', '/../audio?x=1', '//evil/x']) {
      expect(faultsOf({ ...server, OPENAI_DIARIZATION_PATH: path }), path).toEqual([
        'OPENAI_DIARIZATION_PATH: must be a path such as /audio/diarization, without the server',
      ]);
    }
  });

  it('treats an empty variable as not set', () => {
    expect(faultsOf({ PORT: '', DATABASE_URL: '', OPENAI_API_KEY: '' })).toEqual([]);
  });

  it('stores one random token secret per data directory, readable by its owner only', async () => {
    const first = loadConfig({ DATA_DIR: dataDir });
    const second = loadConfig({ DATA_DIR: dataDir });
    expect(first.secrets.jwt.equals(second.secrets.jwt), 'both starts have the same secret').toBe(true);
    expect(first.secrets.jwt.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777, 'rights on the secret').toBe(0o600);
    expect((await readFile(join(dataDir, 'jwt-secret'), 'utf8')).length).toBeGreaterThanOrEqual(32);
  });

  it('refuses a stored secret that was cut short, because it could be guessed', async () => {
    await writeFile(join(dataDir, 'jwt-secret'), '');
    expect(faultsOf({})).toEqual([expect.stringMatching(/^JWT_SECRET: .*damaged/)]);
    expect(faultsOf({ JWT_SECRET: 'x'.repeat(32) })).toEqual([]);
  });

  it.each([
    ['loopback', 'loopback'],
    ['2', 2],
    ['true', true],
    ['10.0.0.0/8,192.168.0.1', '10.0.0.0/8,192.168.0.1'],
    ['uniquelocal, 10.0.0.0/255.0.0.0', 'uniquelocal, 10.0.0.0/255.0.0.0'],
  ])('reads TRUST_PROXY=%s as Express does', (given, wanted) => {
    expect(loadConfig({ DATA_DIR: dataDir, TRUST_PROXY: given }).http.trustProxy).toBe(wanted);
  });

  it.each(['banana', '10.0.0.0/33', '10.0.0.1,', '::1/0'])('names TRUST_PROXY=%s as a fault', (given) => {
    expect(faultsOf({ TRUST_PROXY: given })).toEqual([expect.stringMatching(/^TRUST_PROXY: /)]);
  });

  it('enables traces only where a collector is configured, with the standard variables', () => {
    const read = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).tracing;
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(read({ OTEL_SERVICE_NAME: 'calls' })).toBeNull();
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull();
    expect(read(endpoint)).toEqual({
      endpoint: 'http://collector:4318',
      headers: '',
      serviceName: 'call-analysis',
      sampleRatio: 1,
    });
    expect(read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.25', OTEL_SERVICE_NAME: 'calls' })).toMatchObject({
      serviceName: 'calls',
      sampleRatio: 0.25,
    });
    expect(faultsOf({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' })).toEqual([
      expect.stringContaining('OTEL_TRACES_SAMPLER_ARG'),
    ]);
  });

  it('sends metrics only where a collector of metrics is named', () => {
    const read = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).metricsExport;
    const endpoint = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318/v1/metrics' };
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toBeNull();
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull();
    expect(read(endpoint)).toEqual({
      url: 'http://collector:4318/v1/metrics',
      headers: '',
      serviceName: 'call-analysis',
      intervalMs: 60_000,
    });
  });

  it('refuses an operations token that could be guessed', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).operationsToken).toBeNull();
    expect(faultsOf({ OPERATIONS_TOKEN: 'letmein' })).toEqual([expect.stringContaining('at least 24 bytes')]);
  });
});
