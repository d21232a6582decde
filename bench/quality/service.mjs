// Starts the built service with embedded servers as a process of its own, and asks it over its public interface only.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { CallAnalysis } from '../../dist/clients/typescript/src/index.js';
import { spawnBound } from '../measure/bound-process.mjs';

const POLL_MS = 500;
const START_TIMEOUT_MS = 240_000;

/** @param settings environment variables, except those that isolate the service from other installations */
export async function startService(dataDir, cacheDir, settings, log) {
  const port = await freePort();
  const rootUrl = `http://127.0.0.1:${port}`;
  const child = spawnBound(process.execPath, ['--enable-source-maps', resolve('dist/program/main.js')], {
    env: {
      ...process.env,
      ...settings,
      NODE_ENV: 'development',
      PROCESS: 'all',
      DATABASE_URL: '',
      REDIS_URL: '',
      S3_BUCKET: '',
      SMTP_URL: '',
      STRIPE_SECRET_KEY: '',
      DATA_DIR: dataDir,
      CACHE_DIR: resolve(cacheDir),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: rootUrl,
      RATE_LIMIT_DEFAULT: '0',
      RATE_LIMIT_SUBMISSION: '0',
      ACCOUNT_UPLOADS: '0',
      RATE_LIMIT_AUTH: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000);
    });
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  try {
    log('starting the service');
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isReady(rootUrl))) {
      if (child.exitCode !== null) throw new Error(`The service exited with code ${child.exitCode}:\n${output}`);
      if (Date.now() > deadline) throw new Error(`The service did not become ready:\n${output}`);
      await pause(POLL_MS);
    }
    return { api: await openAccount(rootUrl, join(dataDir, 'outbox')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Submits the recording and waits until its analysis is completed or failed. */
export async function analyse(api, file, onProgress) {
  const { id } = await api.analyses.create({ agent_id: 'bench', contact_id: 'bench', file });
  await api.analyses.waitForCompletion(id, { onProgress });
  return api.analyses.get(id, { include: 'words' });
}

async function openAccount(baseUrl, outboxDir) {
  const credentials = { email: 'bench@example.com', password: randomBytes(12).toString('base64url') };
  const anonymous = new CallAnalysis({ baseUrl });
  await anonymous.auth.register(credentials);
  await anonymous.auth.verifyEmail({ token: await mailedToken(outboxDir) });
  const { access_token } = await anonymous.auth.logIn(credentials);
  const user = anonymous.withApiKey(access_token);
  // The minutes of the free plan would not be enough. Without a payment provider a plan changes at once and costs nothing.
  await user.billing.createSubscription({ plan: 'growth' });
  const { key } = await user.apiKeys.create({ name: 'Bench' });
  return anonymous.withApiKey(key);
}

async function mailedToken(outboxDir) {
  for (let tries = 0; tries < 300; tries += 1) {
    for (const name of await readdir(outboxDir).catch(() => [])) {
      const mail = (await readFile(join(outboxDir, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      const token = /\/verify-email\?token=([\w.-]+)/.exec(mail)?.[1];
      if (token) return token;
    }
    await pause(100);
  }
  throw new Error('The verification mail did not arrive in the outbox');
}

async function isReady(rootUrl) {
  const answer = await fetch(`${rootUrl}/health/ready`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
