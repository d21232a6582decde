import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../support/apps/backing.js';
import { type PlatformApp, startPlatformApp } from '../../support/apps/platform-app.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service?.close());

describe('a request id', () => {
  it('is the one that the client sent where well formed, else a new one', async () => {
    const idOf = async (given?: string) => {
      const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
      return (await fetch(`${service.url}/api/v1/things`, { headers })).headers.get('x-request-id');
    };
    expect(await idOf('My.id_1-2')).toBe('My.id_1-2');
    expect(await idOf('x'.repeat(128))).toBe('x'.repeat(128));
    for (const malformed of ['x'.repeat(129), 'a b', '<script>', undefined])
      expect(await idOf(malformed)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
