import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

let silent: Server;
let url: string;
beforeAll(async () => {
  silent = createServer((incoming, response) => {
    if (incoming.url === '/answer') response.end();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

it('a request that was sent while timers were faked leaves later time-outs alive', { timeout: 20_000 }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await (await request(`${url}/answer`)).body.dump();
  vi.useRealTimers();
  await expect(request(`${url}/silence`, { headersTimeout: 1_100 })).rejects.toThrow('Headers Timeout Error');
});
