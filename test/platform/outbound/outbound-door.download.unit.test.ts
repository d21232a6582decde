import { getEventListeners } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { collectGarbage } from '../../support/processes/collect-garbage.js';
import { eventually } from '../../support/processes/eventually.js';
import {
  download,
  type OutboundTarget,
  resolvingTo,
  setUpOutboundTarget,
} from '../../support/stubs/outbound-target.js';

let target: OutboundTarget;
setUpOutboundTarget((given) => {
  target = given;
});

describe('downloading', () => {
  it('streams the content and returns what the headers say about it', async () => {
    target.answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 5, etag: '"v1"' }).end('audio');
    const result = await download(target.door(), `${target.origin}/call.wav?signature=secret`);
    expect(result).toMatchObject({
      statusCode: 200,
      contentType: 'audio/wav',
      contentLengthBytes: 5,
      validator: '"v1"',
    });
    expect(await text(result.stream)).toBe('audio');
    expect(target.requests, 'the request for the recording').toMatchObject([
      {
        method: 'GET',
        url: '/call.wav?signature=secret',
        headers: {
          accept: 'audio/*, video/*;q=0.9, */*;q=0.5',
          'accept-encoding': 'identity',
          'user-agent': 'CallAnalysis/1',
        },
      },
    ]);
    expect(result.stream.readableObjectMode, 'back-pressure counts pieces, however long').toBe(false);
  });

  it('follows three redirects, not four', async () => {
    target.answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('here');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await text((await download(target.door(), `${target.origin}/3`)).stream)).toBe('here');
    await expect(download(target.door(), `${target.origin}/4`)).rejects.toMatchObject({ kind: 'too-many-redirects' });
  });

  it.each([
    ['a private literal', () => `http://127.0.0.1:${target.port}/secret`, 'bad-url'],
    ['cloud metadata', () => 'http://169.254.169.254/latest/', 'bad-url'],
    ['a name that resolves privately', () => `http://inside.example.com:${target.port}/secret`, 'refused-address'],
    ['another scheme', () => 'file:///etc/passwd', 'bad-url'],
    ['credentials', () => `http://a:b@outside.example.com:${target.port}/secret`, 'bad-url'],
    ['a backing service', () => 'http://outside.example.com:6379/', 'bad-url'],
    ['nonsense', () => 'http://[', 'bad-response'],
  ])('refuses a redirect to %s', async (_, redirectTo, kind) => {
    target.answer = (request, response) =>
      request.url === '/start' ? response.writeHead(302, { location: redirectTo() }).end() : response.end('secret');
    // The first name stands for a public server. The test has none, so it lifts the address rule for the first request.
    const through = target.door({ allowPrivate: false, nameLookup: () => resolvingTo('127.0.0.1') });
    const lifted = Object.assign(through, {
      mayConnectTo: () => target.requests.length === 0,
    });
    await expect(download(lifted, `http://outside.example.com:${target.port}/start`)).rejects.toMatchObject({
      kind,
    });
    expect(target.requests.map(({ url }) => url)).toEqual(['/start']);
  });

  it('returns a redirect as it is where no redirects are to be followed', async () => {
    target.answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await download(target.door(), `${target.origin}/`, { followRedirects: 0 })).toMatchObject({
      statusCode: 302,
    });
    expect(target.requests, 'The redirect is followed').toHaveLength(1);
  });

  it.each([
    [299, '/elsewhere', false],
    [300, '/elsewhere', true],
    [399, '/elsewhere', true],
    [400, '/elsewhere', false],
    [302, undefined, false],
  ])('takes a %i with the location %s for a redirect: %s', async (status, location, expected) => {
    target.answer = (request, response) =>
      request.url === '/elsewhere'
        ? response.end('here')
        : response.writeHead(status, location === undefined ? {} : { location }).end();
    const { statusCode } = await download(target.door(), `${target.origin}/`);
    expect(statusCode, 'the status of the last answer').toBe(expected ? 200 : status);
  });

  it.each([
    ['a part that was not asked for', 206, undefined],
    ['an error, where the rest was asked for', 404, { offset: 4, validator: '"v1"' }],
  ])('returns %s without a body', async (_, status, resumeFrom) => {
    target.answer = (__, response) => response.writeHead(status, { 'content-range': 'bytes 4-9/10' }).end('456789');
    const result = await download(target.door(), `${target.origin}/`, resumeFrom ? { resumeFrom } : {});
    expect([result.statusCode, await text(result.stream)], 'the status and the body').toEqual([status, '']);
  });

  it('closes the connection of an answer that it does not use', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    target.answer = (_, response) => {
      const { socket } = response;
      closed = new Promise((resolve) => socket?.once('close', resolve));
      response.writeHead(404).write('<h1>');
    };
    expect(await download(target.door(), `${target.origin}/`)).toMatchObject({ statusCode: 404 });
    await closed;
  });

  it('takes content that is said to be as it is', async () => {
    target.answer = (_, response) => response.writeHead(200, { 'content-encoding': 'Identity' }).end('audio');
    const { stream } = await download(target.door(), `${target.origin}/`);
    expect(await text(stream), 'the content').toBe('audio');
  });

  it('returns other statuses without a body', async () => {
    target.answer = (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>gone</h1>');
    const result = await download(target.door(), `${target.origin}/`);
    await expect(result).toAnswer(404);
    expect(await text(result.stream)).toBe('');
  });

  it('refuses more than the bound, announced or not', async () => {
    target.answer = (request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', 2_000);
      response.flushHeaders();
      response.end(Buffer.alloc(2_000));
    };
    await expect(download(target.door(), `${target.origin}/announced`, { maxBytes: 1_999 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    const unannounced = await download(target.door(), `${target.origin}/`, { maxBytes: 1_999 });
    await expect(buffer(unannounced.stream)).rejects.toMatchObject({ kind: 'too-large' });
    for (const path of ['/', '/announced']) {
      const exact = await download(target.door(), `${target.origin}${path}`, { maxBytes: 2_000 });
      expect((await buffer(exact.stream)).length, `bytes of ${path}`).toBe(2_000);
    }
  });

  it('says how content is compressed, which it did not ask for, and gives it as it came', async () => {
    const bytes = gzipSync(Buffer.alloc(100_000));
    target.answer = (_, response) => response.writeHead(200, { 'content-encoding': 'utf-8, GZIP' }).end(bytes);
    const { codings, stream } = await download(target.door(), `${target.origin}/`);
    expect(codings, 'the codings').toEqual(['gzip']);
    expect((await buffer(stream)).equals(bytes), 'The bytes were changed').toBe(true);
  });

  it.each([
    ['was read to its end', 200],
    ['was not wanted', 404],
  ])('no longer listens to the signal of its caller when its body %s', async (_, status) => {
    target.answer = (_, response) => response.writeHead(status).end('audio');
    const { signal } = new AbortController();
    const { stream } = await download(target.door(), `${target.origin}/`, { signal });
    await buffer(stream);
    await eventually(() => expect(getEventListeners(signal, 'abort'), 'listeners that are left').toEqual([]));
  });

  it('no longer listens to the signal of its caller when there is no answer', async () => {
    const { signal } = new AbortController();
    target.answer = (_, response) => response.destroy();
    await expect(download(target.door(), `${target.origin}/`, { signal })).rejects.toThrow();
    expect(getEventListeners(signal, 'abort'), 'listeners that are left').toEqual([]);
  });

  it('ends a dripping body at the total deadline', async () => {
    target.answer = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
      response.writeHead(200);
    };
    // The head of the answer must come within it too.
    const result = await download(target.door(), `${target.origin}/`, { timeoutMs: 2_000 });
    await expect(buffer(result.stream)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends a dripping body at the total deadline where garbage was collected meanwhile', async () => {
    target.answer = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
      response.writeHead(200);
    };
    const given = new AbortController();
    const result = await download(target.door(), `${target.origin}/`, { timeoutMs: 2_000, signal: given.signal });
    await collectGarbage();
    const outcome = buffer(result.stream).catch((error: unknown) => error);
    const late = new Error('The download went on past its deadline');
    const guard = setTimeout(() => given.abort(late), 10_000);
    expect(await outcome).toMatchObject({ kind: 'timeout' });
    clearTimeout(guard);
  });

  it('gives up a server that sends a byte every five seconds, after half a minute [fault 49]', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let sent = 0;
    let drip: NodeJS.Timeout | undefined;
    target.answer = (_, response) => {
      drip = setInterval(() => {
        // The server shares its clock with the door.
        vi.advanceTimersByTime(5_000);
        response.write('.', () => sent++);
      }, 20);
      response.writeHead(200).flushHeaders();
    };
    const result = await download(target.door(), `${target.origin}/`);
    await expect(buffer(result.stream)).rejects.toMatchObject({
      kind: 'too-slow',
      permanent: false,
      message: 'The server sent too slowly',
    });
    clearInterval(drip);
    expect(sent).toBeLessThan(10);
  });

  it('waits for the head of an answer no longer than it may take [fault 49]', async () => {
    target.answer = () => undefined;
    const silent = download(target.door(), `${target.origin}/`, { headTimeoutMs: 100 });
    await expect(silent).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('reports a body that ends too early', async () => {
    target.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half');
      setImmediate(() => response.socket?.destroy());
    };
    const result = await download(target.door(), `${target.origin}/`);
    await expect(buffer(result.stream)).rejects.toMatchObject({ kind: 'connection', permanent: false });
  });

  it('continues where it broke off, and starts again where the server cannot', async () => {
    target.answer = (request, response) => {
      if (request.url === '/changed') return response.end('other content');
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
      return response.writeHead(206, { 'content-range': `bytes ${from}-9/10` }).end('0123456789'.slice(from));
    };
    const options = { resumeFrom: { offset: 4, validator: '"v1"' } };
    const rest = await download(target.door(), `${target.origin}/`, options);
    await expect(rest).toAnswer(206);
    expect(await text(rest.stream)).toBe('456789');
    expect(target.requests[0]?.headers['if-range']).toBe('"v1"');
    const again = await download(target.door(), `${target.origin}/changed`, options);
    await expect(again).toAnswer(200);
    expect(await text(again.stream)).toBe('other content');
  });

  it.each<[string, Record<string, string>]>([
    ['elsewhere than asked', { 'content-range': 'bytes 0-9/10' }],
    ['at ten times the offset', { 'content-range': 'bytes 40-49/50' }],
    ['it does not say where', {}],
  ])('refuses a part that begins %s', async (_, headers) => {
    target.answer = (__, response) => response.writeHead(206, headers).end('0123456789');
    const options = { resumeFrom: { offset: 4, validator: '"v1"' } };
    await expect(download(target.door(), `${target.origin}/`, options)).rejects.toMatchObject({ kind: 'bad-response' });
  });

  it("throws the reason of the caller's signal when the caller aborts", async () => {
    target.answer = (_, response) => {
      response.writeHead(200);
      response.write('begin');
    };
    const abort = new AbortController();
    const result = await download(target.door(), `${target.origin}/`, { signal: abort.signal });
    const reading = expect(buffer(result.stream)).rejects.toThrow('the lease was lost');
    abort.abort(new Error('the lease was lost'));
    await reading;
  });
});
