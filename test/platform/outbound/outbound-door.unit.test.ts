import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LookUpName, nameLookup } from '../../../src/platform/outbound/name-lookup.js';
import type { OutboundDoorOptions } from '../../../src/platform/outbound/outbound-door.js';
import { SystemNames } from '../../../src/platform/outbound/system-names.js';
import { type NameServer, startNameServer } from '../../support/stubs/name-server.js';
import {
  download,
  type OutboundTarget,
  post,
  resolvingTo,
  setUpOutboundTarget,
} from '../../support/stubs/outbound-target.js';

let target: OutboundTarget;
setUpOutboundTarget((given) => {
  target = given;
});

/** Starts a request, and waits until the server has it. The server does not answer. */
async function holdFirst(start: () => Promise<unknown>) {
  const received = new Promise<ServerResponse>((resolve) => {
    target.answer = (_, response) => resolve(response);
  });
  const first = start();
  return { held: await received, first };
}

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
  ])('never connects to %s [fault 87]', async (host) => {
    const closed = target.door({ allowPrivate: false });
    await expect(post(closed, `http://${host}:${target.port}/`)).rejects.toMatchObject({
      name: 'OutboundError',
      kind: 'bad-url',
    });
    await expect(download(closed, `http://${host}:${target.port}/`)).rejects.toMatchObject({ kind: 'bad-url' });
    expect(target.connections, 'connections to a private address').toBe(0);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a private and a public address', ['127.0.0.1', '93.184.216.34']],
  ])('never connects to a name that resolves to %s [fault 88]', async (_, addresses) => {
    const closed = target.door({ allowPrivate: false, nameLookup: () => resolvingTo(...addresses) });
    for (const attempt of [post, download]) {
      const failure = await attempt(closed, `http://hooks.example.com:${target.port}/?token=secret`).catch(
        (e: unknown) => e,
      );
      expect(failure).toMatchObject({ kind: 'refused-address', message: 'The URL does not point to a public address' });
    }
    expect(target.connections, 'connections to a private address').toBe(0);
  });

  it('checks the addresses of every connection, and connects to none when a name has come to lead elsewhere [fault 88]', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const answers = [['203.0.113.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const closed = target.door({
      allowPrivate: false,
      nameLookup: () => async (hostname, signal) => {
        asked.push(hostname);
        return { ...(await resolvingTo(...(answers.shift() ?? []))(hostname, signal)), ttlMs: 0 };
      },
    });
    const url = `http://rebinding.example.com:${target.port}/`;
    await expect(post(closed, url)).rejects.toMatchObject({ kind: 'refused-address' });
    vi.advanceTimersByTime(1_000);
    await expect(post(closed, url)).rejects.toMatchObject({ kind: 'refused-address' });
    expect(asked).toEqual(['rebinding.example.com', 'rebinding.example.com']);
    expect(target.connections, 'connections to a private address').toBe(0);
  });

  it('checks an address in the URL once more when it connects', async () => {
    // As if the first check had taken the address for a public one.
    const closed = Object.assign(target.door(), { mayConnectTo: () => false });
    await expect(post(closed, `${target.origin}/`)).rejects.toMatchObject({ kind: 'refused-address' });
    expect(target.connections, 'connections to an address that is refused').toBe(0);
  });

  it('checks the addresses of a second connection although the first is open', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    // The name stands for a public server. The test has none, so it lifts the address rule for the first connection.
    const lifted = Object.assign(target.door({ allowPrivate: false, nameLookup: () => resolvingTo('127.0.0.1') }), {
      mayConnectTo: () => target.requests.length === 0,
    });
    const url = `http://rebinding.example.com:${target.port}/`;
    const { held, first } = await holdFirst(() => post(lifted, url));
    await expect(post(lifted, url), 'a second connection').rejects.toMatchObject({ kind: 'refused-address' });
    expect(target.connections, 'connections').toBe(1);
    held.end();
    await first;
  });

  it('connects to no name without an address', async () => {
    const through = target.door({ nameLookup: () => resolvingTo() });
    for (const attempt of [post, download])
      await expect(attempt(through, 'http://empty.example.com/'), 'a name without an address').rejects.toMatchObject({
        kind: 'dns',
      });
  });

  it('connects to exactly the address that it has checked [fault 88]', async () => {
    const through = target.door({ nameLookup: () => resolvingTo('127.0.0.1') });
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

describe('a URL that a client gives', () => {
  const HTTPS_ONLY = { type: 'value_error', msg: "URL scheme should be 'https'" };
  it.each([
    ['live mode in production', true, true, HTTPS_ONLY],
    ['test mode in production', true, false, null],
    ['live mode elsewhere', false, true, null],
    ['test mode elsewhere', false, false, null],
  ])('with http, in %s', (_, production, livemode, expected) => {
    const through = target.door({ allowPrivate: false, production });
    expect(through.check('http://hooks.example.com/', { livemode }), 'the fault of an http URL').toEqual(expected);
  });

  it('may be private only where private addresses are allowed', () => {
    const faults = [true, false].map((allowPrivate) =>
      target.door({ allowPrivate }).check('http://127.0.0.1/', { livemode: true }),
    );
    expect(faults, 'the fault where they are allowed, and where not').toEqual([
      null,
      { type: 'value_error', msg: 'URL should point to a public address' },
    ]);
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
    target.door({
      nameLookup: () => nameLookup({ useSearchDomains: false, nameServers: [nameServer.address] }),
      ...options,
    });

  it('serves one account while a thousand names of another are silent [fault 85]', async () => {
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
    await Promise.all(Array.from({ length: 1_000 }, () => post(through, url, { timeoutMs: 60_000 })));
    expect([...nameServer.questions].sort()).toEqual(['hooks.example.com A', 'hooks.example.com AAAA']);
    expect(target.requests, 'deliveries that arrived').toHaveLength(1_000);
    // Beside other work, a thousand requests take longer than a test has by default.
  });

  it.each([
    ['tries the search domains of the machine where private addresses are allowed', true, 'pbx.example.com.first.corp'],
    ['asks for the name as it is where they are not', false, 'pbx.example.com'],
  ])('%s', async (_, allowPrivate, asked) => {
    const resolvConf = join(await mkdtemp(join(tmpdir(), 'names-')), 'resolv.conf');
    await writeFile(resolvConf, 'search first.corp\noptions ndots:3\n');
    const system = new SystemNames({ hosts: '', resolvConf });
    const through = target.door({
      allowPrivate,
      nameLookup: (options) => nameLookup({ ...options, nameServers: [nameServer.address], system }),
    });
    nameServer.questions.length = 0;
    await expect(post(through, 'http://pbx.example.com/'), 'a post to a name without an address').rejects.toMatchObject(
      { kind: 'dns' },
    );
    expect(nameServer.questions[0], 'the first question to the name servers').toBe(`${asked} A`);
    await rm(dirname(resolvConf), { recursive: true });
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
    expect(target.connections, 'connections to one host').toBe(1);
  });

  it('gives up a request at its deadline while its name is silent', async () => {
    const failure = post(doorToNameServer(), 'http://one.silent.example/', { timeoutMs: 100 });
    await expect(failure).rejects.toMatchObject({ name: 'OutboundError', kind: 'timeout' });
  });

  it.each([
    ['post', post],
    ['download', download],
  ])('gives the look-up up with the %s that waits for it, and begins no other', async (_, attempt) => {
    const lookUps: AbortSignal[] = [];
    const lookUp: LookUpName = (__, signal) => {
      lookUps.push(signal);
      return new Promise((___, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    await expect(
      attempt(target.door({ nameLookup: () => lookUp }), 'http://silent.example/', { timeoutMs: 50 }),
    ).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(
      lookUps.map(({ aborted }) => aborted),
      'for each look-up, whether it was given up',
    ).toEqual([true]);
  });

  it('ends what it waits for when the process stops', async () => {
    const through = doorToNameServer();
    const { first } = await holdFirst(() => post(through, `http://hooks.example.com:${target.port}/`));
    const ended = Promise.allSettled([first, post(through, 'http://three.silent.example/')]);
    await through.onApplicationShutdown();
    expect(await ended, 'a request that was sent, and one whose name was looked up').toMatchObject([
      { reason: { kind: 'connection' } },
      { reason: { kind: 'dns' } },
    ]);
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
    const through = target.door({ allowPrivate: false, nameLookup: () => resolvingTo('10.1.2.3') });
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
