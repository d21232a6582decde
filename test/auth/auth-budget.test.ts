import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityApp, PASSWORD } from '../support/identity-app.js';

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start(undefined, { RATE_LIMIT_AUTH: '7', TRUST_PROXY: 'loopback' });
});
afterAll(async () => {
  await app.stop();
});

let lastAddress = 0;
const freshAddress = () => `198.51.100.${++lastAddress}`;

const post = (path: string, body: unknown, address: string) =>
  app.send('POST', path, { body, headers: { 'X-Forwarded-For': address } });

describe('the budget of the auth routes', () => {
  const email = () => `${Math.random()}@example.com`;
  it('is one for all of them and each client address', async () => {
    const address = freshAddress();
    const calls: [string, () => unknown][] = [
      ['/auth/register', () => ({ email: 'nobody', password: 'x' })],
      ['/auth/verify-email', () => ({ token: 'unknown' })],
      ['/auth/verify-email/resend', () => ({ email: email() })],
      ['/auth/login', () => ({ email: email(), password: PASSWORD })],
      ['/auth/password-reset', () => ({ email: email() })],
      ['/auth/password-reset/confirm', () => ({ token: 'unknown', new_password: PASSWORD })],
    ];
    for (const [path, body] of calls) expect((await post(path, body(), address)).status).not.toBe(429);
    expect((await post('/auth/login', { email: email(), password: PASSWORD }, address)).status).toBe(401);
    for (const [path, body] of calls) {
      const { status, body: refusal, headers } = await post(path, body(), address);
      expect([path, status]).toEqual([path, 429]);
      expect(refusal.detail).toMatch(/^Rate limit exceeded\. Try again in \d+ seconds\.$/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await post('/auth/refresh', { refresh_token: 'nonsense' }, address)).status).toBe(401);
  });

  it('is one for each account too, from wherever it is tried', async () => {
    const attempt = () =>
      post('/auth/login', { email: ' Target@Example.com', password: 'a guess' }, freshAddress()).then((a) => a.status);
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push(await attempt());
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429]);
    expect((await post('/auth/login', { email: email(), password: 'a guess' }, freshAddress())).status).toBe(401);
  });
});
