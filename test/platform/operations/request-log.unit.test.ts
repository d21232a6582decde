import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { request as get } from 'undici';
import { expect, it } from 'vitest';
import { logRequests } from '../../../src/platform/operations/request-log.js';

@Module({})
class EmptyModule {}

it('logs an answer whose socket is gone before the answer is complete', async () => {
  const lines: string[] = [];
  const app = await NestFactory.create<NestExpressApplication>(EmptyModule, { logger: false });
  app.set('trust proxy', 1);
  app.use(logRequests(pino({ level: 'info' }, { write: (line) => lines.push(line) })));
  app.use((request: Request, response: Response) => {
    Object.defineProperty(request, 'socket', { value: null });
    response.end('done');
  });
  await app.listen(0, '127.0.0.1');
  try {
    const answer = await get(await app.getUrl());
    expect(await answer.body.text()).toBe('done');
    expect(lines, 'lines of one request').toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', status: 200 });
  } finally {
    await app.close();
  }
});
