// Checks that concern more than the format of one variable.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { databaseFaults } from '../database-config.js';
import { enginesFaults } from '../engines/engines-config.js';
import { fileFault } from '../file-fault.js';
import { readModelPrices } from '../model-prices.js';
import { operatorCommand } from '../operator-command.js';
import { signInFaults } from '../sign-in-config.js';

/** Variables that production requires, each with a hint. Embedded defaults would lose data, or clients could not reach them. */
const REQUIRED_IN_PRODUCTION: Readonly<Record<string, string>> = {
  DATABASE_URL: 'set it as in postgres://user:password@db.example.com/calls',
  REDIS_URL: 'set it as in rediss://redis.example.com:6379',
  JWT_SECRET: '`openssl rand -base64 48` makes one',
  PUBLIC_URL: 'set it to what clients call, as in https://calls.example.com',
};
const FILES = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'FFMPEG_PATH'];

/** Without the webhook secret no payment takes effect before the daily comparison; without the key nothing is charged. */
const HALF_OF_STRIPE =
  'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: set both or neither when NODE_ENV=production; ' +
  `\`${operatorCommand('stripe:setup')}\` prints the webhook secret when it creates the endpoint, later the Stripe dashboard shows it`;

/**
 * @param given the variables that are set, as text
 * @returns one sentence for each fault, which starts with the name of the variable
 */
export function findFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const production = given.NODE_ENV === 'production';
  const faults: string[] = [];
  if (production) {
    for (const [name, remedy] of Object.entries(REQUIRED_IN_PRODUCTION))
      if (!given[name]) faults.push(`${name}: is required when NODE_ENV=production; ${remedy}`);
    if (!given.STRIPE_SECRET_KEY !== !given.STRIPE_WEBHOOK_SECRET) faults.push(HALF_OF_STRIPE);
  }
  faults.push(...databaseFaults(given));
  if (!given.TLS_CERT_FILE !== !given.TLS_KEY_FILE) faults.push('TLS_CERT_FILE, TLS_KEY_FILE: set both or neither');
  faults.push(...FILES.flatMap((name) => fileFault(name, given[name]) ?? []), ...certificateFaults(given));
  if (given.S3_BUCKET && !given.S3_REGION && !given.S3_ENDPOINT) faults.push('S3_REGION: is required with S3_BUCKET');
  if (given.TRANSCRIPTION_ENGINE === 'openai' && !given.OPENAI_API_KEY)
    faults.push('OPENAI_API_KEY: is required with TRANSCRIPTION_ENGINE=openai');
  if (given.ANALYSIS_ENGINE === 'openai' && !given.OPENAI_API_KEY && !given.OPENAI_BASE_URL)
    faults.push('OPENAI_API_KEY, OPENAI_BASE_URL: one is required with ANALYSIS_ENGINE=openai');
  if (given.TRANSCRIPTION_ENGINE === 'compatible' && !given.OPENAI_BASE_URL)
    faults.push('OPENAI_BASE_URL: is required with TRANSCRIPTION_ENGINE=compatible');
  if (given.OPENAI_DIARIZATION_PATH && !given.OPENAI_BASE_URL)
    faults.push('OPENAI_DIARIZATION_PATH: is a path of a compatible server and needs OPENAI_BASE_URL');
  if (given.OPENAI_DIARIZATION_PATH && !given.OPENAI_DIARIZATION_MODEL)
    faults.push('OPENAI_DIARIZATION_MODEL: is required with OPENAI_DIARIZATION_PATH; `none` asks for no model');
  faults.push(...readModelPrices(given.MODEL_PRICES).faults, ...signInFaults(given), ...enginesFaults(given));
  if (!production && /^[sr]k_live_/.test(given.STRIPE_SECRET_KEY ?? ''))
    faults.push('STRIPE_SECRET_KEY: a live key charges real cards and is taken with NODE_ENV=production only');
  return faults;
}

/** Faults of a certificate and a key that can be read, but that no TLS server can use. */
function certificateFaults({ TLS_CERT_FILE, TLS_KEY_FILE }: Readonly<Record<string, string | undefined>>): string[] {
  if (fileFault('', TLS_CERT_FILE) !== null || fileFault('', TLS_KEY_FILE) !== null) return [];
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return [];
  try {
    createSecureContext({ cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) });
    return [];
  } catch {
    return ['TLS_CERT_FILE, TLS_KEY_FILE: are not a certificate and its private key, both in PEM'];
  }
}
