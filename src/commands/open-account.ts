// Opens an account of a service whose outbox this process can read, over the public interface.
import { randomBytes } from 'node:crypto';
import { client } from '../client/client.js';
import { mailedToken } from './mailed-token.js';

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
