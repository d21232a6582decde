// What the SDK's requests look like to the provider, byte by byte, and what becomes of the bytes of its answers.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sdkRequest } from '../../../src/adapters/sdk/sdk-request.js';

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let received: Received[];
let answer: (outgoing: ServerResponse) => void;
let url: string;
const agent = new Agent();
const send = sdkRequest(agent);
const server = createServer((incoming, outgoing) => {
  void readAll(incoming).then((body) => {
    received.push({ method: incoming.method, headers: incoming.headers, body });
    answer(outgoing);
  });
});

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
beforeEach(() => {
  received = [];
  answer = (outgoing) => outgoing.end('{}');
});
afterAll(async () => {
  await agent.close();
  server.closeAllConnections();
  server.close();
});

describe('a request', () => {
  it.each<[string, () => Promise<Response>, Partial<Received>]>([
    ['without a body is a GET', () => send(url), { method: 'GET', body: '' }],
    ['is that of a Request', () => send(new Request(url)), { method: 'GET', body: '' }],
    ['holds its text', () => send(url, { method: 'POST', body: 'Olá' }), { method: 'POST', body: 'Olá' }],
    ['takes null for no body', () => send(url, { method: 'POST', body: null }), { method: 'POST', body: '' }],
  ])('%s, and asks for an answer that is not compressed', async (_, sending, expected) => {
    expect(await (await sending()).json()).toEqual({});
    expect(received).toMatchObject([{ ...expected, headers: { 'accept-encoding': 'identity' } }]);
  });

  it('with a body of another kind is not sent', async () => {
    const sending = send(url, { method: 'POST', body: new URLSearchParams('a=b') });
    await expect(sending).rejects.toThrow(new TypeError('A request has a form for its body, or text'));
    expect(received, 'a request left without its body').toEqual([]);
  });
});

it('sends a form in the shape of RFC 7578, with every byte of its files and their length beforehand', async () => {
  const long = 'x'.repeat(256 * 1024 + 3);
  const form = new FormData();
  form.append('mo"del\r\n', 'gpt "transcribe"');
  form.append('file', new File(['Olá'], 'a "call".wav', { type: 'audio/wav' }));
  form.append('file', new File([long], 'untyped'));
  form.append('file', new File([], 'empty'));
  await send(url, { method: 'POST', body: form });
  const [request] = received;
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(request?.headers['content-type'] ?? '')?.[1];
  const untyped = 'Content-Type: application/octet-stream';
  const expected = [
    [`Content-Disposition: form-data; name="mo%22del%0D%0A"`, '', 'gpt "transcribe"'],
    [`Content-Disposition: form-data; name="file"; filename="a %22call%22.wav"`, 'Content-Type: audio/wav', '', 'Olá'],
    [`Content-Disposition: form-data; name="file"; filename="untyped"`, untyped, '', long],
    [`Content-Disposition: form-data; name="file"; filename="empty"`, untyped, '', ''],
  ].flatMap((part) => [`--${boundary}`, ...part]);
  expect(request?.body === [...expected, `--${boundary}--`, ''].join('\r\n'), 'the form reaches the server').toBe(true);
  expect(request?.headers, 'the length is given beforehand').toMatchObject({
    'content-length': String(Buffer.byteLength(request?.body ?? '')),
  });
});

describe('an answer', () => {
  it.each<[string, string, unknown]>([
    ['NaN', '{"logprob":NaN}', { logprob: null }],
    ['Infinity, below and above', '[-Infinity,Infinity]', [null, null]],
    ['NaN within a text', '{"text":"Say NaN","p":NaN}', { text: 'Say NaN', p: null }],
    [
      'NaN behind escapes',
      String.raw`["a \"b\" NaN","\\",NaN,"c\n Infinity"]`,
      ['a "b" NaN', '\\', null, 'c\n Infinity'],
    ],
    ['NaN in an empty list of texts', '["",NaN,""]', ['', null, '']],
    ['neither', '{"text":"Olá"}', { text: 'Olá' }],
  ])('is read although Python wrote it: %s', async (_, body, expected) => {
    answer = (outgoing) => outgoing.end(body);
    expect(await (await send(url)).json(), 'an answer is read as another').toEqual(expected);
  });

  it('that Python wrote and cut short is no JSON, however many marks it has escaped', async () => {
    answer = (outgoing) => outgoing.end(`[NaN,"${String.raw`\"`.repeat(300_000)}`);
    await expect((await send(url)).json()).rejects.toThrow(SyntaxError);
  });

  it('longer than its limit is not read to its end', async () => {
    answer = (outgoing) => outgoing.end('"'.padEnd(1_000_000, 'a'));
    await expect(sdkRequest(agent, 10_000)(url)).rejects.toThrow('The answer is too long.');
  });

  it('keeps its status and all lines of its headers, also without a body', async () => {
    answer = (outgoing) => outgoing.writeHead(204, { 'x-request-id': 'req_1', 'set-cookie': ['a=1', 'b=2'] }).end();
    const received204 = await send(url);
    await expect(received204).toAnswer(204);
    expect(received204.headers.get('x-request-id')).toBe('req_1');
    expect(received204.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it.each([300, 307, 399])('that redirects is not followed: %d', async (status) => {
    answer = (outgoing) => outgoing.writeHead(status, { location: url }).end();
    await expect(send(url)).rejects.toThrow(new TypeError('The provider redirects, which is not followed'));
    expect(received, 'a redirect is followed').toHaveLength(1);
  });
});
