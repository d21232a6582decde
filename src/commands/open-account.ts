// Opens an account of a service whose outbox this process can read, over the public interface.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../client/client.js';

const MAIL_TIMEOUT_MS = 30_000;
const MAIL_POLL_MS = 100;

/**
 * Registers, follows the link in the mail, logs in and makes a live key.
 * @param baseUrl with `/api/v1`
 * @returns the key
 */
export async function openAccount(baseUrl: string, outboxDir: string): Promise<string> {
  const api = client(baseUrl);
  const credentials = {
    email: `sample-${randomBytes(4).toString('hex')}@example.com`,
    password: randomBytes(12).toString('base64url'),
  };
  await api.post('/auth/register', { body: credentials });
  await api.post('/auth/verify-email', { body: { token: await mailedToken(outboxDir, credentials.email) } });
  const { access_token } = await api.post('/auth/login', { body: credentials });
  const { key } = await client(baseUrl, { credential: access_token }).post('/api-keys', { body: { name: 'Sample' } });
  return key;
}

/** Waits for the mail: the service sends it after it has answered the registration. */
async function mailedToken(outboxDir: string, email: string): Promise<string> {
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  while (performance.now() < deadline) {
    for (const name of await readdir(outboxDir).catch(() => [])) {
      const mail = (await readFile(join(outboxDir, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      const token = /\/verify-email\?token=([\w.-]+)/.exec(mail)?.[1];
      if (token && mail.includes(email)) return token;
    }
    await new Promise((done) => setTimeout(done, MAIL_POLL_MS));
  }
  throw new Error('The verification mail did not arrive in the outbox');
}
