import { describe, expect, it } from 'vitest';
import type { OutboundDoor } from '../../../src/platform/outbound/outbound-door.js';
import { maxWaitMs } from '../../support/processes/eventually.js';
import { type OutboundTarget, resolvingTo, setUpOutboundTarget } from '../../support/stubs/outbound-target.js';

let target: OutboundTarget;
setUpOutboundTarget((given) => {
  target = given;
});

const ask = (door: OutboundDoor, url: string, more: { timeoutMs?: number; body?: string; method?: 'POST' } = {}) =>
  door.exchange(url, {
    ...{ accountId: 'account-1', method: 'GET', headers: { accept: 'application/json' } },
    ...{ timeoutMs: maxWaitMs(), maxResponseBytes: 1_000 },
    ...more,
  });

describe('an exchange', () => {
  it('gives status, type and body, of any status', async () => {
    target.answer = (_, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"x"}');
    const answer = await ask(target.door(), `${target.origin}/token`, { method: 'POST', body: 'a=b' });
    expect(answer).toEqual({ statusCode: 400, contentType: 'application/json', body: Buffer.from('{"error":"x"}') });
    expect(target.requests).toMatchObject([{ method: 'POST', url: '/token', body: 'a=b' }]);
  });

  it('follows no redirect', async () => {
    target.answer = (_, response) => response.writeHead(302, { location: '/moved' }).end();
    expect(await ask(target.door(), target.origin)).toMatchObject({ statusCode: 302 });
    expect(target.requests, 'requests').toHaveLength(1);
  });

  it('ends with a long answer, a silent server, and a private address', async () => {
    target.answer = (_, response) => response.end('x'.repeat(1_001));
    await expect(ask(target.door(), target.origin)).rejects.toMatchObject({ kind: 'too-large' });
    target.answer = () => undefined;
    await expect(ask(target.door(), target.origin, { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
    const door = target.door({ allowPrivate: false, nameLookup: () => resolvingTo('10.0.0.1') });
    await expect(ask(door, 'https://id.example.com')).rejects.toMatchObject({ kind: 'refused-address' });
    await expect(ask(door, 'http://127.0.0.1:8080')).rejects.toMatchObject({ kind: 'bad-url' });
  });
});
