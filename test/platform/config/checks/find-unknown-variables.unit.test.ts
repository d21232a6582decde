import { describe, expect, it } from 'vitest';
import { findUnknownVariables } from '../../../../src/platform/config/checks/find-unknown-variables.js';
import { loadConfig } from '../../../../src/platform/config/config.js';
import { VARIABLES } from '../../../../src/platform/config/variables.js';

const SETTINGS = Object.keys(VARIABLES.shape);
const found = (...names: string[]) =>
  findUnknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])), SETTINGS);

describe('a variable that the service does not read', () => {
  it.each([
    ['WORKERS_CONCURRENCY', 'WORKER_CONCURRENCY'],
    ['OPENAI_API_KEYS', 'OPENAI_API_KEY'],
    ['SMTP_URI', 'SMTP_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['DATABASES_URL', 'DATABASE_URL'],
    ['OPENAI_KEY', 'OPENAI_API_KEY'],
    ['STRIPE_KEY', 'STRIPE_SECRET_KEY'],
    ['TLS_CERT', 'TLS_CERT_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['OPENAI_TRANSCRIBE_MODEL', 'OPENAI_TRANSCRIPTION_MODEL'],
    ['RATE_LIMIT_SUBMISSIONS', 'RATE_LIMIT_SUBMISSION'],
  ])('is named beside its neighbour: %s', (name, meant) => {
    expect(found(name)).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
  });

  it.each(['WORKER_COLOUR_SCHEME', 'STRIPE_PUBLISHABLE_KEY', 'S3_STORAGE_CLASS'])(
    'is named by its prefix: %s',
    (name) => {
      expect(found(name)).toEqual([`${name} is not a setting of this service`]);
    },
  );

  it('is left alone where it belongs to another program', () => {
    const foreign = [
      'AWS_REGION',
      'OPENAI_ORG_ID',
      'OTEL_LOG_LEVEL',
      'WORKER_SERVICE_HOST',
      'WORKER_SERVICE_PORT_HTTP',
    ];
    const common = [
      'HOME',
      'PATH',
      'PWD',
      'LANG',
      'HOSTNAME',
      'NODE_OPTIONS',
      'NODE_PATH',
      'TZ',
      'DATA',
      'npm_config_cache',
    ];
    expect(found(...foreign, ...common, 'WORKER_PORT_80_TCP_ADDR', 'CALL_ANALYSIS_SERVICE_HOST')).toEqual([]);
    expect(findUnknownVariables({ WORKER_PORT: 'tcp://10.0.0.1:80' }, SETTINGS)).toEqual([]);
  });
});

it('is no fault, and stands beside the faults that it may explain', () => {
  const own = { JWT_SECRET: 'x'.repeat(32), OPENAI_API_KEYS: 'key' };
  const warning = 'OPENAI_API_KEYS is not a setting; did you mean OPENAI_API_KEY?';
  expect(loadConfig(own).warnings).toEqual([warning]);
  expect(() => loadConfig({ ...own, TRANSCRIPTION_ENGINE: 'openai' })).toThrow(warning);
});

it('no setting of the service counts as unknown', () => {
  expect(found(...SETTINGS)).toEqual([]);
});
