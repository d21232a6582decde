import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../../support/backing.js';
import { type PlatformApp, startPlatformApp } from '../../../support/platform-app.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service?.close());

describe('a path id', () => {
  const id = '0B5E2F6C-9A51-4D3E-8C5A-7F1F0A6F4A10';
  const remove = async (path: string) => {
    const response = await fetch(`${service.url}/api/v1/things/${path}`, { method: 'DELETE' });
    return { status: response.status, json: JSON.parse(await response.text()) };
  };

  it('may be written in upper case', async () => {
    expect((await remove(id)).json).toEqual({ id: id.toLowerCase() });
  });

  it.each(['x', '%00', id.slice(1), `${id}0`, '..%2f'])('%s is uuid_parsing', async (path) => {
    const { status, json } = await remove(path);
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'id'] }]);
  });

  it('of 4 kB is not sent back', async () => {
    const { status, json } = await remove('a'.repeat(4096));
    expect(status).toBe(422);
    expect(JSON.stringify(json).length).toBeLessThan(200);
  });
});
