import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
afterEach(() => target.closeDoors());
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
    const closed = target.door({ allowPrivate: false, resolve: resolvingTo(...addresses) });
    for (const attempt of [post, download]) {
      const failure = await attempt(closed, `http://hooks.example.com:${target.port}/?token=secret`).catch(
        (e: unknown) => e,
      );
      expect(failure).toMatchObject({ kind: 'refused-address', message: 'The URL does not point to a public address' });
    }
    expect(target.connections).toBe(0);
  });

  it('resolves the name once for each connection, and connects only to the addresses that came back', async () => {
    const answers = [['203.0.113.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const closed = target.door({
      allowPrivate: false,
      resolve: async (hostname) => {
        asked.push(hostname);
        return resolvingTo(...(answers.shift() ?? []))();
      },
    });
    await expect(post(closed, `http://rebinding.example.com:${target.port}/`)).rejects.toMatchObject({
      kind: 'refused-address',
    });
    await expect(post(closed, `http://rebinding.example.com:${target.port}/`)).rejects.toMatchObject({
      kind: 'refused-address',
    });
    expect(asked).toEqual(['rebinding.example.com', 'rebinding.example.com']);
    expect(target.connections).toBe(0);
  });

  it('connects to exactly the address that it has checked', async () => {
    const through = target.door({ resolve: resolvingTo('127.0.0.1') });
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

describe('the error of a failed request', () => {
  it('contains neither the address nor the query', async () => {
    const through = target.door({ allowPrivate: false, resolve: resolvingTo('10.1.2.3') });
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
