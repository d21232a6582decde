import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { keepResponses } from '../../../../src/platform/http/openapi/kept-responses.js';
import { answerTo } from '../../../support/matchers/answers.js';

const TEXT = 'All of it is text. '.repeat(500);
let server: Server;
afterEach(() => void server.close());

async function start(answer: (response: express.Response) => void) {
  let calls = 0;
  const app = express();
  app.set('etag', false);
  app.use(keepResponses(new Map([['/kept', 'public, max-age=60']])));
  app.get(['/kept', '/other'], (_, response) => {
    calls += 1;
    answer(response);
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    return answerTo(`${method} ${path}`, {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    });
  };
  return { ask, calls: () => calls };
}

const sendInParts = (response: express.Response) => {
  response.type('text/javascript');
  response.write(TEXT.slice(0, 100));
  response.end(TEXT.slice(100));
};

describe('a kept answer', () => {
  it.each(['br', 'gzip', 'identity'])('is the same from the first request on: %s', async (encoding) => {
    const { ask, calls } = await start(sendInParts);
    for (const count of [1, 2, 3]) {
      const answer = await ask('/kept', { 'accept-encoding': encoding });
      await expect(answer, `answer ${count}`).toAnswer(200, TEXT);
      const { headers } = answer;
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('etag')).toMatch(new RegExp(`^"[\\w-]{22}-${encoding}"$`));
      if (encoding !== 'identity') expect(Number(headers.get('content-length'))).toBeLessThan(500);
    }
    expect(calls(), 'An answer that is kept is made again').toBe(1);
  });

  it('is 304 for a client that has it, in whatever encoding, and also at the first request', async () => {
    const { ask } = await start(sendInParts);
    const etag = (await ask('/kept')).headers.get('etag') ?? '';
    const { ask: askOther, calls } = await start(sendInParts);
    for (const _ of [1, 2]) {
      const again = await askOther('/kept', { 'if-none-match': `W/"other", ${etag}`, 'accept-encoding': 'gzip' });
      await expect(again).toAnswer(304, '');
    }
    expect(calls(), 'An answer that is kept is made again').toBe(1);
    await expect(await askOther('/kept', { 'if-none-match': '"other"' })).toAnswer(200);
  });

  it('has the same headers for HEAD, and no body', async () => {
    const { ask } = await start(sendInParts);
    for (const _ of [1, 2]) {
      const answer = await ask('/kept', { 'accept-encoding': 'identity' }, 'HEAD');
      await expect(answer).toAnswer(200, '');
      expect(answer.headers.get('content-length'), 'the header content-length').toBe(String(TEXT.length));
    }
    expect((await ask('/kept')).text).toBe(TEXT);
  });

  it('is no picture compressed twice', async () => {
    const { ask } = await start(
      (response) => void response.type('png').send(crypto.getRandomValues(Buffer.alloc(900))),
    );
    expect((await ask('/kept', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
  });
});

describe('an answer that is not kept', () => {
  it('is an error, and that of another path', async () => {
    const { ask, calls } = await start((response) => void response.status(503).send('away'));
    for (const path of ['/kept', '/kept', '/other', '/other']) {
      const answer = await ask(path);
      await expect(answer).toAnswer(503, 'away');
      expect(answer.headers.get('cache-control'), 'the header cache-control').toBeNull();
    }
    expect(calls(), 'An error is kept').toBe(4);
  });
});
