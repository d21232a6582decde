import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../support/apps/backing.js';
import { type PlatformApp, postJson, startPlatformApp } from '../../support/apps/platform-app.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service?.close());

describe('the request log', () => {
  it('has one line for each request, with its id, route, account and principal, and without secrets [fault 83]', async () => {
    const { url, log } = service;
    // The route knows none of these parameters, and refuses them.
    await fetch(`${url}/api/v1/things?token=tok_canary&signature=sig_canary&audio_url=http://canary.example`, {
      headers: { 'x-request-id': 'logged-1', 'x-api-key': 'sk_live_canary', cookie: 'session=canary' },
    });
    await postJson(
      `${url}/api/v1/things/submit`,
      { password: 'canary', token: 'canary' },
      { authorization: 'Bearer account-a', 'x-request-id': 'logged-2' },
    );
    await expect
      .poll(() => log.filter((line) => line.includes('logged-')).length, { message: 'lines of two requests' })
      .toBe(2);
    const [first, second] = log.filter((line) => line.includes('logged-')).map((line) => JSON.parse(line));
    expect(first).toMatchObject({ request_id: 'logged-1', method: 'GET', route: '/api/v1/things', status: 422 });
    expect(second).toMatchObject({ request_id: 'logged-2', status: 201, account_id: 'account-a' });
    expect(second, 'who acted').toMatchObject({ principal_kind: 'person', principal_id: 'account-a' });
    expect(first, 'a request without accepted credentials').not.toHaveProperty('principal_kind');
    expect(log.join('')).not.toContain('canary');
  });
});
