// A service that terminates TLS itself: every URL of its own that it gives must be one that works.
import { writeFile } from 'node:fs/promises';
import { get, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { type Service, startService } from '../../src/program/service.js';
import { mailedToken, serviceEnvironment, until } from '../support/apps/running-service.js';
import { selfSigned } from '../support/stubs/self-signed.js';

const { cert, key } = selfSigned();
const announced: string[] = [];
const printed: string[] = [];
let settings: Awaited<ReturnType<typeof serviceEnvironment>>;
let service: Service;
let origin: string;

beforeAll(async () => {
  // An empty environment variable counts as not set.
  settings = await serviceEnvironment({ PUBLIC_URL: '', REQUIRE_HTTPS: 'true', LOG_LEVEL: 'info' });
  const files = { TLS_CERT_FILE: join(settings.dataDir, 'cert.pem'), TLS_KEY_FILE: join(settings.dataDir, 'key.pem') };
  await writeFile(files.TLS_CERT_FILE, cert);
  await writeFile(files.TLS_KEY_FILE, key);
  origin = `https://localhost:${settings.env.PORT}`;
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed.push(String(chunk));
    return true;
  });
  const config = loadConfig({ ...settings.env, ...files });
  service = await startService({
    announce: (line) => announced.push(line),
    config,
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service?.stop();
  await settings?.dispose();
});

it('prints its addresses with https when it starts', () => {
  const addresses = announced.join('\n').match(/https?:\/\/localhost\S*/g) ?? [];
  expect(addresses).toEqual([
    `${origin}/`,
    `${origin}/app`,
    `${origin}/api/v1`,
    `${origin}/docs`,
    `${origin}/openapi.json`,
    `${origin}/health/ready`,
  ]);
});

it('mails links that open over TLS, and prints the same', async () => {
  const email = 'ada@example.com';
  const registered = await post('/api/v1/auth/register', { email, password: 'correct horse battery' });
  expect(registered).toMatchObject({ status: 201, strictTransport: expect.stringMatching(/^max-age=\d+/) });
  const link = `${origin}/verify-email?token=${await mailedToken(settings.dataDir, 'verify-email', email)}`;
  const line = `Mail to ${email}: Confirm your e-mail address ${link}\n`;
  await until(async () => printed.includes(line), 'the printed link');
  expect(await fetched(link)).toMatchObject({ status: 200, body: expect.stringContaining('<button') });
});

it('names its own address in the document', async () => {
  const { body } = await fetched(`${origin}/openapi.json`);
  expect(JSON.parse(body).servers).toEqual([expect.objectContaining({ url: `${origin}/api/v1` })]);
});

async function fetched(url: string) {
  return await new Promise<{ status?: number; body: string }>((done, failed) => {
    get(url, { ca: cert }, (response) => {
      text(response).then((body) => done({ status: response.statusCode, body }), failed);
    }).on('error', failed);
  });
}

async function post(path: string, json: unknown) {
  return await new Promise<{ status?: number; strictTransport?: string }>((done, failed) => {
    const headers = { 'content-type': 'application/json' };
    request(`${origin}${path}`, { method: 'POST', ca: cert, headers }, (response) => {
      response.resume();
      done({ status: response.statusCode, strictTransport: response.headers['strict-transport-security'] });
    })
      .on('error', failed)
      .end(JSON.stringify(json));
  });
}
