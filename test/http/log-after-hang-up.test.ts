import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { request as get } from 'undici';
import { expect, it } from 'vitest';
import { httpLog } from '../../src/platform/operations/logger.js';

it('logs an answer whose connection was taken away before it was finished', async () => {
  const lines: string[] = [];
  const app = express();
  app.set('trust proxy', 1);
  app.use(httpLog(pino({ level: 'info' }, { write: (line) => lines.push(line) })));
  app.get('/', (request, response) => {
    Object.defineProperty(request, 'socket', { value: null });
    response.end('done');
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((done) => server.once('listening', done));
  try {
    const answer = await get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await answer.body.text()).toBe('done');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', status: 200 });
  } finally {
    server.close();
  }
});
