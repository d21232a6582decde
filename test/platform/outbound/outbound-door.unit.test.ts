import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameLookup } from '../../../src/platform/outbound/name-lookup.js';
import type { OutboundDoorOptions } from '../../../src/platform/outbound/outbound-door.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import {
  download,
  type OutboundTarget,
  post,
  resolvingTo,
  startOutboundTarget,
} from '../../support/outbound-target.js';

let target: OutboundTarget;
beforeAll(async () => {
  target = await startOutboundTarget();
});
beforeEach(() => target.reset());
afterEach(() => {
  vi.useRealTimers();
  return target.closeDoors();
});
afterAll(() => target.close());

describe('the outbound door, closed to private addresses', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::ffff:127.0.0.1]',
    '[::1]',
  ])('never connects to %s', async (host) => {
    const closed = target.door({ allowPrivate: false });
    await expect(post(closed, `http://${host}:${target.port}/`)).rejects.toMatchObject({
      name: 'OutboundError',
      kind: 'bad-url',
    });
    await expect(download(closed, `http://${host}:${target.port}/`)).rejects.toMatchObject({ kind: 'bad-url' });
    expect(target.connections).toBe(0);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a private and a public address', ['127.0.0.1', '93.184.216.34']],
  ])('never connects to a name that resolves to %s', async (_, addresses) => {
    const closed = target.door({ allowPrivate: false, lookUp: resolvingTo(...addresses) });
    for (const attempt of [post, download]) {
      const failure = await attempt(closed, `http://hooks.example.com:${target.port}/?token=secret`).catch(
        (e: unknown) => e,
      );
      expect(failure).toMatchObject({ kind: 'refused-address', message: 'The URL does not point to a public address' });
    }
    expect(target.connections).toBe(0);
  });

  it('checks the addresses of every connection, and connects to none when a name has come to lead elsewhere', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const answers = [['203.0.113.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const closed = target.door({
      allowPrivate: false,
      lookUp: async (hostname, signal) => {
        asked.push(hostname);
        return { ...(await resolvingTo(...(answers.shift() ?? []))(hostname, signal)), ttlMs: 0 };
      },
    });
    const url = `http://rebinding.example.com:${target.port}/`;
    await expect(post(closed, url)).rejects.toMatchObject({ kind: 'refused-address' });
    vi.advanceTimersByTime(1_000);
    await expect(post(closed, url)).rejects.toMatchObject({ kind: 'refused-address' });
    expect(asked).toEqual(['rebinding.example.com', 'rebinding.example.com']);
    expect(target.connections).toBe(0);
  });

  it('connects to exactly the address that it has checked', async () => {
    const through = target.door({ lookUp: resolvingTo('127.0.0.1') });
    expect(await post(through, `http://only-here.example.com:${target.port}/`)).toMatchObject({ statusCode: 200 });
    expect(target.requests[0]?.headers.host).toBe(`only-here.example.com:${target.port}`);
  });

  it('ignores a proxy named by the environment', async () => {
    const through = target.door();
    const before = { ...process.env };
    Object.assign(process.env, {
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    });
    try {
      expect(await post(through, `${target.origin}/`)).toMatchObject({ statusCode: 200 });
    } finally {
      process.env = before;
    }
  });
});

describe('a door with the name servers of the system', () => {
  let nameServer: NameServer;
  beforeAll(async () => {
    nameServer = await startNameServer();
    nameServer.silentZones.add('silent.example');
    nameServer.names.set('hooks.example.com', { addresses: ['127.0.0.1'] });
  });
  afterAll(() => nameServer.close());

  const doorToNameServer = (options: Partial<OutboundDoorOptions> = {}) =>
    target.door({ lookUp: nameLookup({ useSearchDomains: false, nameServers: [nameServer.address] }), ...options });

  it('serves one account while a thousand names of another are silent', async () => {
    const through = doorToNameServer();
    const url = `http://hooks.example.com:${target.port}/`;
    const settled: string[] = [];
    const silent = Array.from({ length: 1_000 }, (_, n) =>
      post(through, `http://host-${n}.silent.example/`, { accountId: 'hostile' }).then(
        () => settled.push('silent'),
        () => settled.push('silent'),
      ),
    );
    const others = [
      post(through, url, { accountId: 'other' }).then(({ statusCode }) => settled.push(`post ${statusCode}`)),
      download(through, url, { accountId: 'other' }).then(({ statusCode }) => settled.push(`download ${statusCode}`)),
    ];
    await Promise.all(others);
    expect([...settled].sort()).toEqual(['download 200', 'post 200']);
    await through.onApplicationShutdown();
    await Promise.all(silent);
  });

  it('asks once for a thousand deliveries to one host', async () => {
    const through = doorToNameServer();
    nameServer.questions.length = 0;
    const url = `http://hooks.example.com:${target.port}/`;
    await Promise.all(Array.from({ length: 1_000 }, () => post(through, url)));
    expect([...nameServer.questions].sort()).toEqual(['hooks.example.com A', 'hooks.example.com AAAA']);
    expect(target.requests).toHaveLength(1_000);
    // Beside other work, a thousand requests take longer than a test has by default.
  });

  it('uses a connection that is open although the name has stopped to resolve', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const through = doorToNameServer({ connectionsPerOrigin: 1 });
    nameServer.names.set('moved.example.com', { addresses: ['127.0.0.1'], ttlSeconds: 1 });
    const url = `http://moved.example.com:${target.port}/`;
    await post(through, url);
    nameServer.names.delete('moved.example.com');
    vi.advanceTimersByTime(1_001);
    expect(await post(through, url)).toMatchObject({ statusCode: 200 });
    expect(target.connections).toBe(1);
  });

  it('gives up a request at its deadline while its name is silent', async () => {
    const failure = post(doorToNameServer(), 'http://one.silent.example/', { timeoutMs: 100 });
    await expect(failure).rejects.toMatchObject({ name: 'OutboundError', kind: 'timeout' });
  });

  it("throws the reason of the caller's signal while the name is silent", async () => {
    const abort = new AbortController();
    const downloading = download(doorToNameServer(), 'http://two.silent.example/', { signal: abort.signal });
    abort.abort(new Error('the lease was lost'));
    await expect(downloading).rejects.toThrow('the lease was lost');
  });
});

describe('the error of a failed request', () => {
  it('contains neither the address nor the query', async () => {
    const through = target.door({ allowPrivate: false, lookUp: resolvingTo('10.1.2.3') });
    for (const url of [
      'https://hooks.example.com/?token=canary',
      'https://user:canary@hooks.example.com/',
      'https://10.1.2.3/?token=canary',
    ]) {
      const failure = await post(through, url).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'OutboundError' });
      expect(String(failure)).not.toMatch(/canary|10\.1\.2\.3|example/);
    }
  });
});
